-- A public sign-up page. Its sessions are rows; everything that only the page shows is in `content`.
create table signup (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  name text not null,
  "customUrl" text not null,
  "pageType" text not null,
  "orderNoPrefix" text not null,
  published boolean not null,
  content jsonb not null,
  "createdAt" timestamptz not null,
  "removedAt" timestamptz
);
-- Unique on the platform; a removed form gives its address back.
create unique index signup_custom_url on signup ("customUrl") where "removedAt" is null;
create index signup_by_firm on signup ("firmId", "createdAt" desc, id);

create table "signupSession" (
  "signupId" uuid not null references signup (id),
  "liveId" uuid not null references live (id),
  "firmId" uuid not null references firm (id),
  position integer not null,
  title text not null,
  capacity integer,
  taken integer not null default 0,
  primary key ("signupId", "liveId")
);
create index signup_session_by_live on "signupSession" ("liveId");

-- A person who signed up at a form; seats are the sessions they hold.
create table "signupUser" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "signupId" uuid not null references signup (id),
  name text not null,
  -- E.164
  phone text not null,
  email text not null,
  county text not null,
  "timeZone" text not null,
  -- Hash of the cookie of the device that signed up.
  "deviceHash" text not null,
  -- Phone of one person and e-mail of another.
  flagged boolean not null default false,
  "isCancelNotice" boolean not null default false,
  "createdAt" timestamptz not null
);
create index signup_user_by_phone on "signupUser" ("signupId", phone);
create index signup_user_by_email on "signupUser" ("signupId", email);
create index signup_user_by_device on "signupUser" ("signupId", "deviceHash");
create index signup_user_by_firm on "signupUser" ("firmId", "createdAt" desc);

create table "signupSeat" (
  "signupUserId" uuid not null references "signupUser" (id),
  "liveId" uuid not null references live (id),
  "firmId" uuid not null references firm (id),
  "createdAt" timestamptz not null,
  primary key ("signupUserId", "liveId")
);
create index signup_seat_by_live on "signupSeat" ("liveId");

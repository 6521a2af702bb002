-- What a shopper has saved with a merchant for next time. A row whose `savedAt` is null holds nothing: it was forgotten,
-- and orders from before don't bring it back.
create table "shopperProfile" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- signupUser: who signed up, on all their links · liveUser: an anonymous viewer · shopper: a browser on a sales page.
  "ownerKind" text not null,
  -- No foreign key: of three tables, and an order may come before its person.
  "ownerId" uuid not null,
  nickname text not null default '',
  gender text not null default '',
  -- fullName, phone (E.164), email
  personal jsonb,
  delivery jsonb,
  invoice jsonb,
  "paymentMethod" text not null default '',
  "savedAt" timestamptz,
  "changedAt" timestamptz not null,
  constraint shopper_profile_owner unique ("firmId", "ownerKind", "ownerId")
);

-- Browsers (hash of their cookie) that may read and change it.
create table "profileDevice" (
  "profileId" uuid not null references "shopperProfile" (id) on delete cascade,
  "deviceHash" text not null,
  "firmId" uuid not null,
  "openedAt" timestamptz not null,
  primary key ("profileId", "deviceHash")
);
create index profile_device_newest on "profileDevice" ("firmId", "deviceHash", "openedAt" desc);

-- Wrong guesses at the last digits of its phone.
create table "profileTry" (
  id uuid primary key,
  "profileId" uuid not null references "shopperProfile" (id) on delete cascade,
  "firmId" uuid not null,
  "deviceHash" text not null,
  at timestamptz not null
);
create index profile_try_of on "profileTry" ("profileId", at);

-- What is set for one member alone; null: as the role has it.
alter table member add column "bombmyLive" smallint check ("bombmyLive" between 0 and 2);
alter table member add column "bombmySignup" smallint check ("bombmySignup" between 0 and 2);
alter table member add column "bombmySetting" smallint check ("bombmySetting" between 0 and 2);
alter table member add column "lastLoginAt" timestamptz;
update member set "lastLoginAt" = (select max("createdAt") from session where session."memberId" = member.id);

-- Which device a login is on, for its owner to tell it by.
alter table session add column "userAgent" text not null default '';
alter table session add column ip text not null default '';
alter table session add column "lastUsedAt" timestamptz;
update session set "lastUsedAt" = "createdAt";
create index session_by_end on session ("endedAt") where "endedAt" is not null;
create index session_by_renewal_end on session ("renewalExpiresAt");

-- A link in a letter that makes somebody a member, once.
create table invitation (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  hash text not null,
  email text not null,
  role text not null,
  "bombmyLive" smallint check ("bombmyLive" between 0 and 2),
  "bombmySignup" smallint check ("bombmySignup" between 0 and 2),
  "bombmySetting" smallint check ("bombmySetting" between 0 and 2),
  "invitedBy" uuid not null references member (id),
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  -- accepted | withdrawn; null: open
  outcome text,
  "closedAt" timestamptz
);
create unique index invitation_hash on invitation (hash);
create unique index invitation_open on invitation ("firmId", email) where outcome is null;
create index invitation_by_inviter on invitation ("firmId", "invitedBy") where outcome is null;

-- A new e-mail of a member that waits for its confirmation; one at a time.
create table "emailChange" (
  "memberId" uuid primary key references member (id),
  hash text not null,
  email text not null,
  "expiresAt" timestamptz not null
);
create unique index email_change_hash on "emailChange" (hash);

-- Codes by which somebody who signed up in one browser gets to the sign-up in another. Who asks is not looked up then:
-- a stranger's row looks like everybody's, and stays without a code.
create table "signupCode" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "signupId" uuid not null references signup (id) on delete cascade,
  -- Of the browser that asked: the code opens nothing in another.
  "deviceHash" text not null,
  -- As typed: an e-mail, or a phone in E.164.
  contact text not null,
  -- Where the code went, and whose sign-ups it opens; empty: nowhere (yet).
  email text not null default '',
  "codeHash" text,
  tries integer not null default 0,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  "usedAt" timestamptz
);
create index signup_code_newest on "signupCode" ("firmId", "signupId", "deviceHash", "createdAt" desc);
create index signup_code_created on "signupCode" ("createdAt");

-- Browsers (hash of their cookie) that hold a sign-up besides the one that made it.
create table "signupUserDevice" (
  "signupUserId" uuid not null references "signupUser" (id) on delete cascade,
  "deviceHash" text not null,
  "firmId" uuid not null references firm (id),
  "openedAt" timestamptz not null,
  primary key ("signupUserId", "deviceHash")
);
create index signup_user_device_of on "signupUserDevice" ("firmId", "deviceHash");

-- The access policy: role × resource × level. Read once, compiled, read again by update_casbin_policy.
create table policy (
  role text not null,
  resource text not null,
  level text not null,
  primary key (role, resource, level)
);

-- A person who logs in to a firm's console. (member: `user` is a word of SQL.)
create table member (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  account text not null,
  "passwordHash" text not null,
  name text not null,
  email text not null,
  phone text not null default '',
  role text not null,
  "oneDevice" boolean not null default false,
  "createdAt" timestamptz not null,
  "removedAt" timestamptz
);
-- Accounts are stored in lower case.
create unique index member_account on member (account);
create index member_by_firm on member ("firmId");

-- One login on one device, and the family of renewal tokens that go back to it.
create table session (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "memberId" uuid not null references member (id),
  "deviceId" text not null,
  csrf text not null,
  "renewalHash" text not null,
  -- The token just replaced, and until when the same device may still show it (two tabs at once).
  "previousHash" text,
  "previousUntil" timestamptz,
  "renewalExpiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "endedAt" timestamptz,
  -- signedOut | replaced | reused | reset
  "endedBy" text
);
create unique index session_renewal on session ("renewalHash");
create index session_previous on session ("previousHash");
create index session_by_member on session ("memberId") where "endedAt" is null;

-- Bearers live in a tab's memory: one a tab, 30 minutes idle, 12 hours at most.
create table bearer (
  hash text primary key,
  "sessionId" uuid not null references session (id) on delete cascade,
  "createdAt" timestamptz not null,
  "usedAt" timestamptz not null
);
create index bearer_by_session on bearer ("sessionId");
create index bearer_by_use on bearer ("usedAt");

create table "passwordReset" (
  hash text primary key,
  "memberId" uuid not null references member (id),
  "expiresAt" timestamptz not null,
  "usedAt" timestamptz
);

-- Letters of the platform to members: never in a firm's outbox. Without SMTP the operator reads them.
create table "accountLetter" (
  id uuid primary key,
  "toAddress" text not null,
  subject text not null,
  html text not null,
  body text not null,
  "createdAt" timestamptz not null,
  "sentAt" timestamptz,
  problem text not null default ''
);

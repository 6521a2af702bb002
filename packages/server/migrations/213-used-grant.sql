-- Grants that were used at the purchase service, kept until their minute is over: each serves once.
create table "usedGrant" (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  "userId" uuid not null,
  action text not null,
  "usedAt" timestamptz not null,
  "expiresAt" timestamptz not null
);
create index used_grant_expires on "usedGrant" ("expiresAt");

-- One row: how often the roles' policy was to be read again.
create table "policyVersion" (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into "policyVersion" (version) values (1);

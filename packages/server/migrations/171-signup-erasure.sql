-- A person's data are erased on request: what remains stands under a pseudonym (docs/retention.md).
alter table "signupUser"
  add column "erasedAt" timestamptz,
  -- Orders under way still hold the contacts that they need.
  add column "erasureOpen" boolean not null default false;
create index signup_user_erasure on "signupUser" ("erasedAt") where "erasureOpen";

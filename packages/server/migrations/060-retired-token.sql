-- Renewal tokens that were replaced: one that comes back after its grace was stolen, or its successor was.
create table "retiredToken" (
  hash text primary key,
  "sessionId" uuid not null references session (id) on delete cascade,
  "retiredAt" timestamptz not null
);
create index retired_token_by_session on "retiredToken" ("sessionId");
create index retired_token_by_time on "retiredToken" ("retiredAt");
-- Another link of the same member ends with the first that is used.
create index password_reset_by_member on "passwordReset" ("memberId") where "usedAt" is null;

-- Takes of one limited key (its hash): slots of time in milliseconds since 1970, and how many fell in each.
create table limit_taken (
  key text primary key,
  slots bigint[] not null,
  counts integer[] not null,
  "expiresAt" timestamptz not null
);
create index limit_taken_expires on limit_taken ("expiresAt");

-- Writes that may be sent again: who runs one now, and how it ended.
create table idempotency (
  -- Hash of scope and key.
  id text primary key,
  "bodyHash" text not null,
  state text not null check (state in ('running', 'answered', 'refused')),
  -- Of the one run that may write the answer.
  runner text not null,
  "leaseUntil" timestamptz not null,
  "expiresAt" timestamptz not null,
  -- {"answer": …} or {"refusal": …}; null while running.
  outcome jsonb,
  check ((outcome is null) = (state = 'running'))
);
create index idempotency_expires on idempotency ("expiresAt");

-- What the platform itself keeps. pg-boss makes and updates its own tables in the schema pgboss.

-- Events written with the change that caused them, until the relay has made a job of each for every subscriber.
create table outbox (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  "createdAt" timestamptz not null
);

-- Jobs asked for, until their time has come and they move into pg-boss; without a time they move at once.
create table "requestedJob" (
  id uuid primary key,
  name text not null,
  key text,
  data jsonb not null,
  "runAt" timestamptz
);
create unique index "requestedJob_name_key" on "requestedJob" (name, key);
create index "requestedJob_runAt" on "requestedJob" ("runAt");

-- Which node runs a ticker now.
create table lease (
  name text primary key,
  holder text not null,
  "startedAt" timestamptz not null,
  "heldUntil" timestamptz not null
);

-- A known text sealed with the secret: tells at start whether this database and this secret belong together.
create table "keyCheck" (
  id integer primary key check (id = 1),
  sealed text not null
);

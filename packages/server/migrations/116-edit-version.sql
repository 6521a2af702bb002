-- The version of what two people may edit at once, one higher with every change of it.
alter table product add column version integer not null default 1;
alter table signup add column version integer not null default 1;
alter table "salesPage" add column version integer not null default 1;
alter table "commentMod" add column version integer not null default 1;
alter table firm add column version integer not null default 1;
-- Which fields each version changed, and by whom: what a save that was made from an older one is told. The last 50
-- versions of a record are kept.
create table "editLog" (
  "firmId" uuid not null references firm (id),
  "targetId" uuid not null,
  version integer not null,
  fields jsonb not null,
  "actorName" text not null,
  "createdAt" timestamptz not null,
  primary key ("firmId", "targetId", version)
);

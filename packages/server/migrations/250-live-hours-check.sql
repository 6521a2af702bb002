-- What a live was charged against what its connections say, once it is over. Both are seconds; where they differ somebody
-- was warned.
create table "liveHoursCheck" (
  "liveId" uuid primary key references live (id) on delete cascade,
  "firmId" uuid not null references firm (id),
  watched bigint not null,
  charged bigint not null,
  "checkedAt" timestamptz not null
);
create index live_hours_differ on "liveHoursCheck" ("checkedAt") where watched <> charged;

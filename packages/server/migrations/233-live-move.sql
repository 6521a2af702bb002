-- How often the times of a published live were changed: a calendar replaces the entry it has by one with a higher number.
create table "liveMove" (
  "liveId" uuid primary key references live (id) on delete cascade,
  "firmId" uuid not null references firm (id),
  sequence integer not null,
  -- When it was last given another begin; null: only its end is another, or it was cancelled.
  "movedAt" timestamptz
);

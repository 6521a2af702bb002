-- Letters about what was left in the carts of a live: how far they have come, so that each person is written to once.
create table "cartLetter" (
  "liveId" uuid primary key references live (id) on delete cascade,
  "firmId" uuid not null references firm (id),
  -- The last viewer whose cart was looked at; null: none yet.
  "lastLiveUserId" uuid,
  "doneAt" timestamptz
);
create index cart_letter_open on "cartLetter" ("liveId") where "doneAt" is null;

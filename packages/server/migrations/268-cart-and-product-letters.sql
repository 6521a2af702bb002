-- Letters about what was left in the carts of a live: how far they have come, so that each person is written to once.
create table "cartLetter" (
  "liveId" uuid primary key references live (id) on delete cascade,
  "firmId" uuid not null references firm (id),
  -- The last viewer whose cart was looked at; null: none yet.
  "lastLiveUserId" uuid,
  "doneAt" timestamptz
);
create index cart_letter_open on "cartLetter" ("liveId") where "doneAt" is null;

-- Who waits for one letter: until a product can be had again, or until its turn comes in a live. Gone once it was written.
create table "productReminder" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "liveId" uuid not null references live (id) on delete cascade,
  "liveUserId" uuid not null references "liveUser" (id) on delete cascade,
  "productId" uuid not null references product (id),
  kind text not null check (kind in ('stock', 'shown')),
  "createdAt" timestamptz not null,
  unique ("liveUserId", "productId", kind)
);
create index product_reminder_of_product on "productReminder" ("firmId", "productId");
create index product_reminder_by_age on "productReminder" ("createdAt");

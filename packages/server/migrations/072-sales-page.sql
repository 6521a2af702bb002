-- A landing page that sells products, at /s/{customUrl}. What only the page shows is in `content`.
create table "salesPage" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  title text not null,
  "customUrl" text not null,
  -- Title and address, folded, for the search of the list.
  "searchText" text not null,
  published boolean not null,
  -- Open from (inclusive) and closed from; null: no such bound.
  "beginAt" timestamptz,
  "endAt" timestamptz check ("endAt" > "beginAt"),
  content jsonb not null,
  "createdAt" timestamptz not null,
  "changedAt" timestamptz not null,
  "removedAt" timestamptz
);
-- Unique on the platform; a removed page gives its address back.
create unique index sales_page_custom_url on "salesPage" ("customUrl") where "removedAt" is null;
-- Carries the list's search, states and counts without a look at the rows themselves.
create index sales_page_by_firm on "salesPage" ("firmId", "createdAt" desc, id desc)
  include ("searchText", title, published, "beginAt", "endAt", "changedAt") where "removedAt" is null;

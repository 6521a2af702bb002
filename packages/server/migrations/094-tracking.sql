-- What visitors of public pages did, told by their browsers: raw facts, of visits and never of persons.
create table "pageVisit" (
  "firmId" uuid not null references firm (id),
  -- signup | salesPage | live
  page text not null check (page in ('signup', 'salesPage', 'live')),
  -- Id of the form, the sales page or the live.
  "pageId" uuid not null,
  visit text not null,
  -- The lowest part seen, in hundredths of the page.
  depth smallint not null,
  -- While the page was in front.
  seconds integer not null,
  -- CameBy of contract/tracking: by what the visitor came, the last touch.
  "cameBy" jsonb not null,
  "firstAt" timestamptz not null,
  "lastAt" timestamptz not null,
  primary key ("firmId", page, "pageId", visit)
);
create index page_visit_by_time on "pageVisit" ("firmId", "firstAt");

create table "viewFact" (
  "firmId" uuid not null references firm (id),
  "eventId" text not null,
  page text not null check (page in ('signup', 'salesPage', 'live')),
  "pageId" uuid not null,
  visit text not null,
  event text not null,
  -- TrackedThing of contract/tracking.
  things jsonb not null,
  currency text not null,
  at timestamptz not null,
  primary key ("firmId", "eventId")
);
create index view_fact_by_page on "viewFact" ("firmId", page, "pageId", at);

-- What goes to advertisers' servers, once each.
create table "advertiserEvent" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- meta | tiktok
  target text not null,
  name text not null,
  "eventId" text not null,
  at timestamptz not null,
  -- As the advertiser takes it, persons hashed; {} once it is settled.
  event jsonb not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  tries integer not null,
  "nextAt" timestamptz not null,
  -- Why the last try did not work.
  problem text not null,
  unique ("firmId", target, name, "eventId")
);
create index advertiser_event_due on "advertiserEvent" ("nextAt") where state = 'waiting';
create index advertiser_event_old on "advertiserEvent" (at) where state <> 'waiting';

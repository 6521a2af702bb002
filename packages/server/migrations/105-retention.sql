-- What is kept for how long: docs/retention.md.

-- What is left of visits and facts once they are swept: sums of a page and a day (in Taipei).
create table "pageVisitDay" (
  "firmId" uuid not null references firm (id),
  page text not null,
  "pageId" uuid not null,
  day date not null,
  -- Names `cameBy`, which may be too long for an index.
  "cameByHash" text not null,
  -- Association, source, medium and campaign of CameBy (contract/tracking).
  "cameBy" jsonb not null,
  visits bigint not null,
  -- Sums over the visits.
  depth bigint not null,
  seconds bigint not null,
  primary key ("firmId", page, "pageId", day, "cameByHash")
);

create table "viewFactDay" (
  "firmId" uuid not null references firm (id),
  page text not null,
  "pageId" uuid not null,
  day date not null,
  event text not null,
  -- Of the product or the form; all zeros for the facts of the day together.
  "thingId" uuid not null,
  facts bigint not null,
  quantity bigint not null,
  primary key ("firmId", page, "pageId", day, event, "thingId")
);

create index view_fact_by_time on "viewFact" (at);
create index page_visit_by_first on "pageVisit" ("firstAt");
create index payment_notice_unverified on "paymentNotice" ("receivedAt") where not verified;

-- Who was in a room from when to when: spans that touch are one. Written once a live is over.
create table live_presence (
  live_id uuid not null references room (live_id) on delete cascade,
  live_user_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  firm_id uuid not null,
  primary key (live_id, live_user_id, from_at)
);

-- How far the records of an ended live are kept or swept.
create table room_retention (
  live_id uuid primary key references room (live_id) on delete cascade,
  firm_id uuid not null,
  -- Its presence was written down.
  presence_at timestamptz not null,
  -- Its connections were swept.
  connections_at timestamptz,
  -- Of its log what nobody asks for later was swept.
  log_at timestamptz
);
create index room_retention_connections on room_retention (presence_at) where connections_at is null;
create index room_retention_log on room_retention (presence_at) where log_at is null;

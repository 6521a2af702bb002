-- The names that facts have for who did something, each with a number of the firm's own: sums hold numbers, which take a
-- ninth of the room in rows and indexes and are counted in arrays.
create table "figureName" (
  "firmId" uuid not null,
  -- The id of a sign-up or a viewer, a visit, or of an order of nobody known the order's.
  name text not null,
  key integer not null,
  -- The key of who that is; its own as long as nothing else is known.
  person integer not null,
  -- Of the first fact that names it with a person.
  "knownAt" timestamptz,
  primary key ("firmId", name)
);
insert into "figureName" ("firmId", name, key, person)
select "firmId", name, place, place
from (
  select "firmId", name, row_number() over (partition by "firmId" order by name)::integer as place
  from (
    select "firmId", key as name from "figurePerson"
    union select "firmId", key from "figureStay"
    union select "firmId", key from "figureOrder"
    union select "firmId", key from "figureAlias"
    union select "firmId", person from "figureAlias"
  ) as named
) as numbered;
update "figureName" known set person = whose.key, "knownAt" = alias.at
from "figureAlias" alias join "figureName" whose on whose."firmId" = alias."firmId" and whose.name = alias.person
where known."firmId" = alias."firmId" and known.name = alias.key;
create unique index figure_name_by_key on "figureName" ("firmId", key);
create index figure_name_by_person on "figureName" ("firmId", person) where person <> key;
drop table "figureAlias";

alter table "figurePerson" rename to "namedPerson";
create table "figurePerson" (
  "firmId" uuid not null,
  -- 'visited': a look at a sign-up page, 'watched': at a room's.
  kind text not null check (kind in ('visited', 'watched', 'signedUp', 'joined', 'clicked', 'carted', 'plusOne')),
  -- The form of 'visited', else the live; zeros: none.
  "placeId" uuid not null,
  "productId" uuid not null,
  -- In Taipei.
  day date not null,
  -- Of the name that the facts have for them, and of who that is as far as it is known.
  key integer not null,
  person integer not null,
  -- The first time.
  at timestamptz not null,
  -- Code of the partner's link; empty: none.
  association text not null,
  -- By what they came (utm_source); empty: nothing is known.
  source text not null
);
insert into "figurePerson" ("firmId", kind, "placeId", "productId", day, key, person, at, association, source)
select act."firmId", act.kind, act."placeId", act."productId", act.day, known.key, known.person, act.at, act.association, act.source
from "namedPerson" act join "figureName" known on known."firmId" = act."firmId" and known.name = act.key;
drop table "namedPerson";
alter table "figurePerson" add primary key ("firmId", kind, "placeId", "productId", day, key);
create index figure_person_by_day on "figurePerson" ("firmId", day, "placeId");
create index figure_person_by_key on "figurePerson" ("firmId", key);

-- When somebody was in a room, in ms since its live began. The stay of a live counts on one day, that on which it began.
alter table "figureStay" rename to "namedStay";
create table "figureStay" (
  "firmId" uuid not null,
  "liveId" uuid not null,
  day date not null,
  key integer not null,
  person integer not null,
  stay int8multirange not null
);
insert into "figureStay" ("firmId", "liveId", day, key, person, stay)
select act."firmId", act."liveId",
  coalesce(((min(live."beginAt") at time zone 'UTC') + interval '8 hours')::date, min(act.day)), min(known.key),
  min(known.person), range_agg(act.stay)
from "namedStay" act
  join "figureName" known on known."firmId" = act."firmId" and known.name = act.key
  left join live on live.id = act."liveId"
group by act."firmId", act."liveId", act.key;
drop table "namedStay";
alter table "figureStay" add primary key ("firmId", "liveId", key);
create index figure_stay_by_day on "figureStay" ("firmId", day);
create index figure_stay_by_key on "figureStay" ("firmId", key);

alter table "figureOrder" rename to "namedOrder";
create table "figureOrder" (
  "firmId" uuid not null,
  "orderId" uuid not null,
  "liveId" uuid,
  key integer not null,
  person integer not null,
  association text not null,
  currency text not null,
  "orderedOn" date,
  "paidOn" date,
  -- Minor units.
  ordered bigint not null,
  paid bigint not null,
  refunded bigint not null
);
insert into "figureOrder" ("firmId", "orderId", "liveId", key, person, association, currency, "orderedOn", "paidOn", ordered,
  paid, refunded)
select act."firmId", act."orderId", act."liveId", known.key, known.person, act.association, act.currency, act."orderedOn",
  act."paidOn", act.ordered, act.paid, act.refunded
from "namedOrder" act join "figureName" known on known."firmId" = act."firmId" and known.name = act.key;
drop table "namedOrder";
alter table "figureOrder" add primary key ("firmId", "orderId");
create index figure_order_by_live on "figureOrder" ("firmId", "liveId");
create index figure_order_by_day on "figureOrder" ("firmId", "orderedOn");
create index figure_order_by_paid_day on "figureOrder" ("firmId", "paidOn");
create index figure_order_by_key on "figureOrder" ("firmId", key);

-- Sums of "figure" by day, for those of many days.
create table "figureDay" (
  "firmId" uuid not null,
  day date not null,
  kind text not null check (kind in ('ordered', 'paid', 'refunded', 'shown')),
  "productId" uuid not null,
  currency text not null,
  acts bigint not null,
  pieces bigint not null,
  amount bigint not null,
  primary key ("firmId", day, kind, "productId", currency)
);
insert into "figureDay" select "firmId", day, kind, "productId", currency, sum(acts), sum(pieces), sum(amount)
from figure group by 1, 2, 3, 4, 5;

-- Which sums of persons changed last: whoever keeps them in memory reads anew what is newer.
create table "figureChange" (
  "firmId" uuid not null,
  -- A form or a live.
  "placeId" uuid not null,
  day date not null,
  -- Counts up with each change.
  version integer not null,
  primary key ("firmId", day, "placeId")
);
create index figure_change_by_place on "figureChange" ("firmId", "placeId");
insert into "figureChange" ("firmId", "placeId", day, version)
select "firmId", "placeId", day, 0 from "figurePerson"
union select "firmId", "liveId", day, 0 from "figureStay"
union select "firmId", "liveId", "orderedOn", 0 from "figureOrder" where "liveId" is not null and "orderedOn" is not null
union select "firmId", "liveId", "paidOn", 0 from "figureOrder" where "liveId" is not null and "paidOn" is not null;

-- What persons did alike at one place on one day, as it was read last, for days that are over: packed numbers, in no order.
create table "figureCell" (
  "firmId" uuid not null,
  "placeId" uuid not null,
  day date not null,
  -- Of "figureChange" when it was read: it holds as long as that is the same.
  version integer not null,
  kind text not null,
  -- Zeros: none.
  "productId" uuid not null,
  association text not null,
  source text not null,
  persons bytea not null,
  -- Of looks, the keys of their names and when each was first (epoch ms, float8).
  keys bytea,
  at bytea,
  -- Of stays, ms since the live began.
  "from" bytea,
  until bytea,
  primary key ("firmId", "placeId", day, version, kind, "productId", association, source)
);
-- Numbers that are spread as these are don't get smaller.
alter table "figureCell" alter column persons set storage external, alter column keys set storage external,
  alter column at set storage external, alter column "from" set storage external, alter column until set storage external;

-- Who is in rooms and has not left yet: a dashboard of a live that runs reads these, not the facts of all who came.
create table "figurePresence" (
  "firmId" uuid not null,
  "liveId" uuid not null,
  -- Of the fact that says that they came.
  "sourceId" text not null,
  -- Since the live began; 0 for whoever came before.
  "fromMs" bigint not null,
  -- Of the name that the fact has for them, and of who that is as far as it is known.
  key integer not null,
  person integer not null,
  primary key ("firmId", "liveId", "sourceId")
);
create index figure_presence_by_key on "figurePresence" ("firmId", key);
-- Of lives that may run at this moment; of one that is over nobody is in the room.
insert into "figurePresence" ("firmId", "liveId", "sourceId", "fromMs", key, person)
select came."firmId", came."liveId", came."sourceId", greatest(came."offsetMs", 0), known.key, known.person
from live
  join fact came on came."firmId" = live."firmId" and came."liveId" = live.id and came.kind = 'joined'
  join "figureName" known on known."firmId" = came."firmId"
    and known.name = coalesce(came."signupUserId"::text, came."liveUserId"::text)
where live."endAt" > now() - interval '1 day' and came."offsetMs" is not null and not came."isSimulated"
  and came.seq < coalesce((select min(seq) from "factToCount"), 9223372036854775807)
  and not exists (
    select 1 from fact gone
    where gone."firmId" = came."firmId" and gone.kind = 'left' and gone."sourceId" = came."sourceId");

-- How many facts of a firm wait to be counted is asked with each look at its dashboard.
alter table "factToCount" add column "firmId" uuid;
update "factToCount" waiting set "firmId" = fact."firmId" from fact where fact.seq = waiting.seq;
delete from "factToCount" where "firmId" is null;
alter table "factToCount" alter column "firmId" set not null;
create or replace function "queueFacts"() returns trigger language plpgsql as
$$ begin insert into "factToCount" (seq, "firmId") select seq, "firmId" from written; return null; end $$;

-- Facts that are in no sum yet stand in a row of their own: to mark the fact itself would write it, and all of its indexes,
-- once more.
create table "factToCount" (
  -- Of the fact.
  seq bigint primary key
);
insert into "factToCount" select seq from fact where not "isCounted";
create unique index fact_by_seq on fact (seq);
-- Lists of money, the newest first: few of all facts are of it.
create index fact_of_money on fact ("firmId", kind, seq) where kind in ('ordered', 'paid', 'refunded');
drop index fact_uncounted;
alter table fact drop column "isCounted";

create function "queueFacts"() returns trigger language plpgsql as
$$ begin insert into "factToCount" select seq from written; return null; end $$;
create trigger fact_to_count after insert on fact referencing new table as written
  for each statement execute function "queueFacts"();

-- Who did it stands beside the name that the fact has for them, as far as it is known who they were, and moves when that
-- comes to light: who reads figures of many people looks up no names.
alter table "figurePerson" rename column person to key;
alter table "figurePerson" add column person text;
update "figurePerson" act set person = coalesce(
  (select known.person from "figureAlias" known where known."firmId" = act."firmId" and known.key = act.key), act.key);
alter table "figurePerson" alter column person set not null;
-- By what they came (utm_source); empty: nothing is known. It was read from the facts, of which those of visits go after a
-- while: from now on it stays.
alter table "figurePerson" add column source text not null default '';
alter table "figurePerson" alter column source drop default;
update "figurePerson" act set source = looked.attribution ->> 'source' from fact looked
where act.kind = 'visited' and looked.kind = 'visited' and looked."firmId" = act."firmId"
  and looked."sourceId" = concat_ws(' ', 'signup', act."placeId", act.key) and looked.attribution ->> 'source' <> '';
update "figurePerson" act set source = signed.attribution ->> 'source' from fact signed
where act.kind = 'signedUp' and signed.kind = 'signedUp' and signed."firmId" = act."firmId"
  and signed."sourceId" = concat_ws(' ', act.key, act."placeId") and signed.attribution ->> 'source' <> '';
drop index fact_by_source;
drop index fact_by_source_at_form;

alter table "figureStay" rename column person to key;
alter table "figureStay" add column person text;
update "figureStay" act set person = coalesce(
  (select known.person from "figureAlias" known where known."firmId" = act."firmId" and known.key = act.key), act.key);
alter table "figureStay" alter column person set not null;

alter table "figureOrder" rename column person to key;
alter table "figureOrder" add column person text;
update "figureOrder" act set person = coalesce(
  (select known.person from "figureAlias" known where known."firmId" = act."firmId" and known.key = act.key), act.key);
alter table "figureOrder" alter column person set not null;

-- By what link somebody came is the attribution; what is looked at or bought are the items of an event.
alter table "pageVisit" rename column "cameBy" to attribution;
alter table "pageVisitDay" rename column "cameBy" to attribution;
alter table "pageVisitDay" rename column "cameByHash" to "attributionHash";
alter table "viewFact" rename column things to items;
alter table "viewFactDay" rename column "thingId" to "itemId";

update "order" set given = (given - 'cameBy') || jsonb_build_object('attribution', given -> 'cameBy')
where jsonb_exists(given, 'cameBy');
update "signupUser" set given = (given - 'cameBy') || jsonb_build_object('attribution', given -> 'cameBy')
where jsonb_exists(given, 'cameBy');
update "signupOrder" set person = jsonb_set(person, '{given}',
  ((person -> 'given') - 'cameBy') || jsonb_build_object('attribution', person -> 'given' -> 'cameBy'))
where jsonb_exists(person -> 'given', 'cameBy');

-- What a person did is found by who they are: of what begins with a kind, a place and a day, each step down the index compared
-- five columns that were the same. So one index less keeps up with each row that is written.
alter table "figurePerson"
  drop constraint "figurePerson_pkey",
  add primary key ("firmId", key, kind, "placeId", "productId", day);
drop index figure_person_by_key;
alter table "figureStay"
  drop constraint "figureStay_pkey",
  add primary key ("firmId", key, "liveId");
drop index figure_stay_by_key;
drop index figure_stay_by_day;
create index figure_stay_by_day on "figureStay" ("firmId", day, "liveId");

-- A series copies a live, and a live may be a slot of a series: rows of the two can be moved in no order. The live's
-- side goes without a foreign key; it is written once, by the code that makes a slot, and series are never deleted.
alter table live drop constraint "live_seriesId_fkey";

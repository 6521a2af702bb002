-- Of which version of its sums the numbers of a place and day are packed in "figureCell", for days that are over; none: they are not yet.
alter table "figureChange" add column "packedVersion" integer;
update "figureChange" known set "packedVersion" = version where exists (
  select 1 from "figureCell" cell
  where cell."firmId" = known."firmId" and cell."placeId" = known."placeId" and cell.day = known.day and cell.version = known.version);
-- Few at a time: those of today, and whatever changed last.
create index figure_change_to_pack on "figureChange" (day) where "packedVersion" is distinct from version;

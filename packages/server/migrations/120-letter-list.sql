-- The list of 100,000 letters is searched, narrowed and counted in this index alone; only a page's rows are read. No
-- name and subject are so long that an index can't hold them.
alter table letter add column "searchText" text generated always as (left(lower("toName" || ' ' || subject), 500)) stored;
create index letter_list on letter ("firmId", "createdAt" desc, id desc) include (type, "searchText", "toAddress");
drop index letter_by_firm;

-- The list of 100,000 forms is searched, narrowed, counted and turned in this index alone; rows are read by their id.
alter table signup add column "searchText" text generated always as (lower(name || ' ' || "customUrl")) stored;
create index signup_search on signup ("firmId", "createdAt" desc, id)
  include ("searchText", name, published, "pageType") where "removedAt" is null;
drop index signup_by_time;

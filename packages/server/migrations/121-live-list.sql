-- The list of 100,000 lives is searched, narrowed, counted and sorted in this index alone; only a page's rows are read.
alter table live add column "searchName" text generated always as (lower(name)) stored;
create index live_list on live ("firmId", "beginAt" desc, id)
  include ("searchName", "publishedAt", "cancelledAt", "endAt", "waitingMinutes") where "removedAt" is null;

-- The list of lives is narrowed by type in its index too, and by a product without reading a row's programme.
create index live_list_by_type on live ("firmId", "beginAt" desc, id)
  include ("searchName", "publishedAt", "cancelledAt", "endAt", "waitingMinutes", "platformType") where "removedAt" is null;
drop index live_list;
alter index live_list_by_type rename to live_list;
create index live_by_product on live using gin (products jsonb_path_ops) where "removedAt" is null;

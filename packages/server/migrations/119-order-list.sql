-- The list of 100,000 orders is sorted, narrowed and counted in this index alone; only a page's rows are read. The old
-- one was never used for the newest first: the list asked for nulls last, which the index doesn't have.
create index order_list on "order" ("firmId", "createdAt" desc, id desc)
  include (total, "paidAt", "paymentState", "liveId", source, unanswered);
drop index order_by_firm;

-- The queue of a live's orders by comment in the order in which it is shown.
create index comment_order_list on "commentOrder" ("liveId", waits desc, seq desc) include ("firmId", "doubleOf");

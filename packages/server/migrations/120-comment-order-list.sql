-- The queue of a live's orders by comment in the order in which it is shown.
create index comment_order_list on "commentOrder" ("liveId", waits desc, seq desc) include ("firmId", "doubleOf");

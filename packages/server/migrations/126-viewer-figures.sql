-- What each viewer of a live said and ordered is counted in these indexes alone, in the order of the viewers. They replace
-- those that knew either the viewer or the live.
create index room_event_of_viewer on "roomEvent" ("liveId", "liveUserId", seq desc)
  where kind = 'commented' and "liveUserId" is not null;
drop index room_event_said;

create index order_of_viewer on "order" ("liveId", "liveUserId") include ("firmId", "paymentState");
drop index order_by_live;

-- A live that is deleted takes the blocks of it alone along; what was made permanent stays, without where it came from.
alter table block drop constraint "block_liveId_fkey";
alter table block add constraint "block_liveId_fkey" foreign key ("liveId") references live (id) on delete cascade;
alter table block drop constraint "block_fromLiveId_fkey";
alter table block add constraint "block_fromLiveId_fkey"
  foreign key ("fromLiveId") references live (id) on delete set null;
alter table block drop constraint "block_liveUserId_fkey";
alter table block add constraint "block_liveUserId_fkey"
  foreign key ("liveUserId") references live_user (id) on delete set null;
-- An erased viewer may have been the only mark; such a block bars nobody and says who was meant.
alter table block drop constraint block_check;

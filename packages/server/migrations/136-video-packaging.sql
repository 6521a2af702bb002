-- Until when a process answers for the packaging of a video; it says so again as long as it is at work, so that of one
-- that died the video is free a moment later.
alter table video add column "packagingUntil" timestamptz;
create index video_processing on video ("createdAt") include ("firmId", "packagingUntil")
  where state = 'processing' and "removedAt" is null;

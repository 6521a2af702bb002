-- Names folded (lower case) for finding them; what a file is known by again on another device ('' for older uploads);
-- which picture stands for the video (0: the one that came with the upload).
alter table video add column "searchName" text not null default '';
alter table video add column fingerprint text not null default '';
alter table video add column "thumbnailNo" integer not null default 0;
update video set "searchName" = lower(name);

-- Rows carry their segments and are wide: lists, counts and sums read these indexes alone.
drop index video_by_firm;
create index video_by_firm on video ("firmId", "createdAt" desc, id desc)
  include ("searchName", state, size, "durationMs") where "removedAt" is null;
create index video_by_name on video ("firmId", "searchName", id) include (state) where "removedAt" is null;
create index video_by_fingerprint on video ("firmId", size, fingerprint) where "removedAt" is null and fingerprint <> '';

-- What a firm's pictures take of its space; 0 until it is measured.
alter table image add column bytes bigint not null default 0;
create index image_by_firm on image ("firmId") include (bytes);

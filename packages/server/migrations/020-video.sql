-- An uploaded recording, packaged for playback once.
create table video (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- Chosen by the browser: one upload. The chunks lie in the file store until the video is packaged.
  "uploadId" uuid not null,
  name text not null,
  size bigint not null,
  -- uploading | processing | ready | failed
  state text not null,
  -- Name of the reason it failed for; empty unless failed.
  problem text not null default '',
  progress integer not null default 0,
  "durationMs" integer,
  width integer,
  height integer,
  "hasAudio" boolean,
  codecs text not null default '',
  -- True durations in milliseconds and bytes, in order: [{ "durationMs": 4000, "bytes": 123 }, …]
  segments jsonb not null default '[]',
  "createdAt" timestamptz not null,
  "removedAt" timestamptz,
  unique ("firmId", "uploadId")
);
create index video_by_firm on video ("firmId", "createdAt" desc, id);

-- Chunks that are in the file store whole.
create table "videoChunk" (
  "videoId" uuid not null references video (id) on delete cascade,
  chunk integer not null,
  bytes integer not null,
  primary key ("videoId", chunk)
);

-- A picture uploaded in an editor; swept after a day unless move_img keeps it.
create table image (
  id text primary key,
  "firmId" uuid not null references firm (id),
  extension text not null,
  kept boolean not null default false,
  "createdAt" timestamptz not null
);
create index image_unkept on image ("createdAt") where not kept;

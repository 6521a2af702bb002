-- A scheduled broadcast of a video in a room. Its status is derived from the clock and four instants, never stored.
create table live (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- The unguessable id of its public URLs.
  "streamId" text not null unique,
  name text not null,
  "platformType" text not null,
  "videoId" uuid references video (id),
  "publishedAt" timestamptz,
  "beginAt" timestamptz not null,
  "endAt" timestamptz not null,
  "cancelledAt" timestamptz,
  "waitingMinutes" integer not null,
  "replayMinutes" integer not null,
  "commentModId" uuid references "commentMod" (id),
  -- [{ productId, showAt, hideAt }]
  products jsonb not null,
  "fakeTickets" jsonb not null,
  "callsToAction" jsonb not null,
  "audienceCurve" jsonb not null,
  "bannedKeywords" jsonb not null,
  "anonymousAllowed" boolean not null,
  "imageUrl" text not null,
  "hostName" text not null,
  -- What happens by itself, sorted: the live's own copy, made when it is published.
  script jsonb not null default '[]',
  "createdAt" timestamptz not null,
  "removedAt" timestamptz
);
create index live_by_firm on live ("firmId", "beginAt" desc, id);
create index live_by_time on live ("endAt") where "publishedAt" is not null and "cancelledAt" is null;
create index live_by_video on live ("videoId");

-- A comment group: scripted comments, each at a second of a video. The list is small and always read whole.
create table "commentMod" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  name text not null,
  "videoId" uuid not null references video (id),
  comments jsonb not null,
  "commentCount" integer not null,
  "createdAt" timestamptz not null,
  "removedAt" timestamptz
);
create index comment_mod_by_firm on "commentMod" ("firmId", "createdAt" desc, id);

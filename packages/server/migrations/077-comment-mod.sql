alter table "commentMod" add column "searchName" text not null default '';
alter table "commentMod" add column "changedAt" timestamptz;
-- The names that speak in it, each once: who is used where is asked without reading the comments.
alter table "commentMod" add column speakers jsonb not null default '[]';
update "commentMod" set
  "searchName" = lower(name),
  "changedAt" = "createdAt",
  speakers = coalesce(
    (select jsonb_agg(distinct comment ->> 'userName') from jsonb_array_elements(comments) as comment), '[]');
alter table "commentMod" alter column "changedAt" set not null;
drop index comment_mod_by_firm;
create index comment_mod_by_firm on "commentMod" ("firmId", "createdAt" desc, id desc)
  include ("searchName", "videoId", "commentCount", "changedAt") where "removedAt" is null;
create index comment_mod_by_name on "commentMod" ("firmId", "searchName", id) include ("videoId") where "removedAt" is null;
create index comment_mod_by_video on "commentMod" ("videoId") where "removedAt" is null;

alter table "virtualUser" add column "searchName" text not null default '';
update "virtualUser" set "searchName" = lower(name);
drop index virtual_user_by_firm;
create index virtual_user_by_firm on "virtualUser" ("firmId", "createdAt" desc, id desc) include ("searchName");
create index virtual_user_by_name on "virtualUser" ("firmId", "searchName", id);

-- A comment of a room that the firm's people have marked as a favourite; the mark is the firm's, not one member's.
create table "roomMark" (
  "liveId" uuid not null,
  seq bigint not null,
  "firmId" uuid not null references firm (id),
  "memberId" uuid not null,
  "createdAt" timestamptz not null,
  primary key ("liveId", seq),
  foreign key ("liveId", seq) references room_event (live_id, seq) on delete cascade
);

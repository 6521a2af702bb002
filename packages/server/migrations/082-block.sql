-- Somebody barred from one live ("liveId") or from all lives of the firm (null), by any of the marks they are known by.
create table block (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "liveId" uuid references live (id),
  -- Where it happened: stays when the block is made permanent.
  "fromLiveId" uuid references live (id),
  "liveUserId" uuid references live_user (id),
  name text not null,
  anonymous boolean not null,
  -- E.164, and in lower case.
  phone text,
  email text,
  -- As in live_user.device_hash.
  "deviceHash" text,
  reason text not null,
  "byId" uuid,
  "byName" text not null,
  "createdAt" timestamptz not null,
  "permanentByName" text not null default '',
  "permanentAt" timestamptz,
  "cancelledByName" text not null default '',
  "cancelledAt" timestamptz,
  check ("liveUserId" is not null or phone is not null or email is not null or "deviceHash" is not null)
);
create index block_by_firm on block ("firmId", "createdAt" desc, id);
create index block_by_name on block ("firmId", name, id);
create index block_by_live on block ("firmId", "fromLiveId", "createdAt" desc);
-- Asked at every door.
create index block_of_viewer on block ("firmId", "liveUserId") where "cancelledAt" is null;
create index block_of_phone on block ("firmId", phone) where "cancelledAt" is null and phone is not null;
create index block_of_email on block ("firmId", email) where "cancelledAt" is null and email is not null;
create index block_of_device on block ("firmId", "deviceHash") where "cancelledAt" is null and "deviceHash" is not null;

-- Whom a new block is about.
create index live_user_by_phone on live_user (firm_id, phone) where phone is not null;
create index live_user_by_email on live_user (firm_id, email) where email is not null;
-- The browser that a personal link was opened in last; device_hash is that of an anonymous viewer.
alter table live_user add column seen_device text;
create index live_user_by_seen_device on live_user (firm_id, seen_device) where seen_device is not null;
create index live_user_by_device on live_user (firm_id, device_hash) where device_hash is not null;

-- Nobody was blocked by a record of its own before: who was keeps out by one that says so.
insert into block (id, "firmId", "liveId", "fromLiveId", "liveUserId", name, anonymous, phone, email, "deviceHash",
  reason, "byName", "createdAt")
select id, firm_id, live_id, live_id, id, name, anonymous, phone, email, device_hash, '', '', blocked_at
from live_user where blocked_at is not null;
alter table live_user drop column blocked_at;

-- Products shown and hidden, viewers muted and unmuted: what a room must know from its beginning.
drop index room_event_shown;
create index room_event_marks on room_event (live_id, seq)
  where kind in ('productShown', 'productHidden', 'muted', 'unmuted');
-- What one viewer said.
create index room_event_said on room_event (live_user_id, seq desc) where kind = 'commented';

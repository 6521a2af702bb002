-- Polls in a room: asked by the script or the staff, answered by viewers, one vote each.
alter table live add column polls jsonb not null default '[]';

create table poll (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "liveId" uuid not null references live (id),
  -- Of its script; null: the staff asked it.
  "itemId" text,
  question text not null,
  options jsonb not null,
  "openedAt" timestamptz not null,
  "untilAt" timestamptz not null,
  "closedAt" timestamptz,
  -- Votes by option, once it is closed.
  counts jsonb,
  -- The log of the room has its end.
  published boolean not null default false,
  -- Several nodes play a script: its poll is opened once.
  constraint poll_once unique ("liveId", "itemId")
);
create index poll_open on poll ("liveId") where not published;
create index poll_due on poll ("untilAt") where not published;

create table "pollVote" (
  "pollId" uuid not null references poll (id) on delete cascade,
  "liveUserId" uuid not null references "liveUser" (id),
  "firmId" uuid not null,
  option smallint not null,
  "votedAt" timestamptz not null,
  primary key ("pollId", "liveUserId")
);

-- How things stand (roomStateKinds in modules/room/room-state.ts): with polls.
drop index room_event_standing;
create index room_event_standing on "roomEvent" ("liveId", seq) where kind in ('productShown', 'productHidden',
  'productListed', 'productUnlisted', 'muted', 'unmuted', 'removed', 'restored', 'announced', 'unannounced', 'slowed',
  'calledToAction', 'callEnded', 'lineRemoved', 'lineRestored', 'pollOpened', 'pollClosed');

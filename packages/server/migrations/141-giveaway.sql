-- Giveaways in a room, drawn among those who said a word; the seed is made at the opening and known at the draw.
alter table live add column giveaways jsonb not null default '[]';

create table giveaway (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "liveId" uuid not null references live (id),
  -- Of its script; null: the staff opened it.
  "itemId" text,
  prize text not null,
  word text not null,
  winners integer not null,
  -- 32 random bytes as hexadecimal signs; nobody is told before the draw.
  seed text not null,
  commitment text not null,
  "openedAt" timestamptz not null,
  "untilAt" timestamptz not null,
  -- Who took part and who won, once it is drawn.
  result jsonb,
  -- The log of the room has its result.
  published boolean not null default false,
  -- Several nodes play a script: its giveaway is opened once.
  constraint giveaway_once unique ("liveId", "itemId")
);
create index giveaway_by_live on giveaway ("liveId", id);
create index giveaway_due on giveaway ("untilAt") where not published;

-- How things stand (roomStateKinds in modules/room/room-state.ts): with giveaways.
drop index room_event_standing;
create index room_event_standing on "roomEvent" ("liveId", seq) where kind in ('productShown', 'productHidden',
  'productListed', 'productUnlisted', 'muted', 'unmuted', 'removed', 'restored', 'announced', 'unannounced', 'slowed',
  'calledToAction', 'callEnded', 'lineRemoved', 'lineRestored', 'pollOpened', 'pollClosed', 'giveawayOpened',
  'giveawayDrawn');

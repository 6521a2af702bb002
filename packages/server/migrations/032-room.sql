-- A person in a room: from a sign-up, or anonymous by the cookie of a device.
create table live_user (
  id uuid primary key,
  firm_id uuid not null references firm (id),
  live_id uuid not null references live (id),
  -- What others see: unguessable, of this room alone.
  public_id text not null,
  name text not null,
  img_url text not null default '',
  signup_user_id uuid,
  person_id uuid,
  anonymous boolean not null,
  phone text,
  email text,
  device_hash text,
  -- The key of the personal link is made from id and version; its hash finds the viewer.
  key_version integer not null default 1,
  key_hash text not null,
  blocked_at timestamptz,
  -- First time in the room.
  joined_at timestamptz,
  created_at timestamptz not null
);
create unique index live_user_key on live_user (key_hash);
create unique index live_user_public on live_user (live_id, public_id);
create unique index live_user_signup on live_user (live_id, signup_user_id) where signup_user_id is not null;
create unique index live_user_device on live_user (live_id, device_hash) where device_hash is not null;
create index live_user_by_firm on live_user (firm_id, created_at desc);

-- The counter of a room's events. Rows are changed at every commit of events, so pages keep room for that.
create table room (
  live_id uuid primary key references live (id),
  firm_id uuid not null references firm (id),
  last_seq bigint not null default 0,
  -- Room time of the newest event: it does not go back when the clocks of two nodes differ.
  last_ms bigint,
  -- Raised by every block and revoked link: a ticket from before is checked again.
  block_epoch integer not null default 0,
  -- All that was watched has been charged.
  settled boolean not null default false,
  created_at timestamptz not null
) with (fillfactor = 50);
create index room_unsettled on room (live_id) where not settled;

create table room_event (
  live_id uuid not null references room (live_id),
  -- Gapless within the room, given by the transaction that commits the event.
  seq bigint not null,
  firm_id uuid not null,
  -- Milliseconds since the live's begin, negative in the waiting room.
  room_ms bigint not null,
  kind text not null,
  payload jsonb not null,
  live_user_id uuid,
  -- The same key of the same viewer is the same event.
  message_key text not null,
  -- Seen by its sender alone.
  held boolean not null default false,
  created_at timestamptz not null,
  primary key (live_id, seq),
  constraint room_event_message unique nulls not distinct (live_id, live_user_id, message_key)
);
create index room_event_shown on room_event (live_id, seq) where kind in ('productShown', 'productHidden');

-- A viewer's presence on one node: from the first of its sockets there to the last.
create table connection (
  id uuid primary key,
  firm_id uuid not null,
  live_id uuid not null references room (live_id),
  live_user_id uuid not null,
  node text not null,
  opened_at timestamptz not null,
  -- Written every 15 s; a node that was killed leaves it behind, and the presence ends there.
  last_seen_at timestamptz not null,
  closed_at timestamptz
) with (fillfactor = 70);
create index connection_by_live on connection (live_id, live_user_id);
create index connection_open on connection (node) where closed_at is null;

-- Prepaid viewing time: the balance of a firm is the sum of its rows.
create table live_hours_ledger (
  id uuid primary key,
  firm_id uuid not null references firm (id),
  -- Of charges.
  live_id uuid references live (id),
  -- Of a charge, the part of the live; else what the entry is for (an order, a command): the same one counts once.
  period text not null,
  -- Added to the balance; charges are negative.
  seconds bigint not null,
  kind text not null check (kind in ('charge', 'topUp', 'expiry', 'correction')),
  created_at timestamptz not null,
  constraint live_hours_charge unique (live_id, period),
  check ((kind = 'charge') = (live_id is not null))
);
create unique index live_hours_entry on live_hours_ledger (firm_id, kind, period) where live_id is null;
create index live_hours_by_firm on live_hours_ledger (firm_id, created_at desc);

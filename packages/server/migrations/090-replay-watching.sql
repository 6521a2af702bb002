-- Who watches the replay of a live, and for how long by the server's own clock: one row a viewer, however many windows.
create table replay_watch (
  live_id uuid not null references live (id),
  live_user_id uuid not null references live_user (id) on delete cascade,
  firm_id uuid not null references firm (id),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- As it said last; the time up to the next one counts if it played.
  playing boolean not null,
  playhead_ms bigint not null,
  watched_ms bigint not null default 0,
  primary key (live_id, live_user_id)
);

-- Replays of which something was watched; `settled`: all of it has been charged.
create table replay_room (
  live_id uuid primary key references live (id),
  firm_id uuid not null references firm (id),
  settled boolean not null default false
);
create index replay_room_unsettled on replay_room (live_id) where not settled;

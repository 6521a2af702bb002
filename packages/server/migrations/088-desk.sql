-- The control room. What the staff did to a running script, in the order it was done.
create table room_cue (
  id uuid primary key,
  firm_id uuid not null references firm (id),
  live_id uuid not null references live (id),
  -- Cue of contract/live/cue.rules.ts.
  cue jsonb not null,
  member_id uuid not null,
  by_name text not null,
  created_at timestamptz not null
);
create index room_cue_by_live on room_cue (live_id, created_at, id);

-- Viewers whom the staff has muted, or did once; being blocked is another thing.
create table room_mute (
  live_id uuid not null references live (id),
  live_user_id uuid not null references live_user (id),
  firm_id uuid not null,
  muted boolean not null,
  -- Counts the changes: names the event that tells the room.
  version integer not null,
  member_id uuid not null,
  by_name text not null,
  changed_at timestamptz not null,
  primary key (live_id, live_user_id)
);

-- What the staff has decided of a comment.
create table room_decision (
  live_id uuid not null,
  -- Of the comment as its writer has it.
  seq bigint not null,
  firm_id uuid not null,
  -- Of a held one.
  state text not null check (state in ('waiting', 'released', 'dismissed')),
  removed boolean not null,
  version integer not null,
  -- Seq of the comment that all see since it was released.
  released_as bigint,
  -- Who did the last thing to it.
  member_id uuid not null,
  by_name text not null,
  changed_at timestamptz not null,
  primary key (live_id, seq),
  foreign key (live_id, seq) references room_event (live_id, seq) on delete cascade
);
create index room_decision_removed on room_decision (live_id, seq) where removed;

-- Ready answers of a firm, at most nine.
create table quick_reply (
  firm_id uuid primary key references firm (id),
  replies jsonb not null
);

-- Asked: said so, or reads like a question (isQuestion of contract/room/question.rules.ts).
alter table room_event add column question boolean not null default false;
update room_event set question = true
  where kind = 'commented' and live_user_id is not null and payload ->> 'text' ~ '[?？]\s*$';

drop index room_event_marks;
-- How things stand (roomStateKinds in modules/room/standing.ts).
create index room_event_standing on room_event (live_id, seq) where kind in ('productShown', 'productHidden',
  'productListed', 'productUnlisted', 'muted', 'unmuted', 'removed', 'restored', 'announced', 'unannounced', 'slowed');
-- Every comment once: what was released stands there as it was said.
create index room_event_comment on room_event (live_id, seq) include (firm_id, live_user_id)
  where kind = 'commented' and not payload ? 'of';
create index room_event_question on room_event (live_id, seq) where question;
create index room_event_held on room_event (live_id, seq) where held;
create index room_event_answer on room_event (live_id, (payload -> 'to' ->> 'seq')) where payload ? 'to';
create index live_user_joined on live_user (live_id, joined_at) include (firm_id) where joined_at is not null;

-- What a comment asks for (an OrderReading), while it is not carried out yet; null: nothing, or done.
alter table room_event add column asked jsonb;
create index room_event_asked on room_event (live_user_id, seq) where asked is not null;

-- Pieces that an order by comment holds for a viewer: off sale, and not in an order yet.
create table "orderHold" (
  "liveUserId" uuid not null,
  "variantId" uuid not null references variant (id),
  "firmId" uuid not null,
  "liveId" uuid not null,
  "productId" uuid not null,
  quantity integer not null check (quantity > 0),
  "heldUntil" timestamptz not null,
  -- Of the comment that changed it last.
  seq bigint not null,
  "createdAt" timestamptz not null,
  primary key ("liveUserId", "variantId")
);
create index order_hold_due on "orderHold" ("heldUntil");
create index order_hold_by_live on "orderHold" ("liveId", "productId");

-- What came of an order by comment.
create table "commentOrder" (
  "liveId" uuid not null,
  -- Of the comment in the room's log.
  seq bigint not null,
  "firmId" uuid not null,
  "liveUserId" uuid not null,
  -- ChatUser of contract/room/room.protocol.ts, as the comment has it.
  "user" jsonb not null,
  text text not null,
  "roomMs" bigint not null,
  -- Folded, to know the same comment again.
  "plainText" text not null,
  -- orderOutcomes of contract/room/room.protocol.ts.
  outcome text not null,
  lines jsonb not null,
  question jsonb,
  "heldUntil" timestamptz,
  "left" integer not null,
  said text not null,
  -- Nobody has answered the question.
  waits boolean not null,
  -- Seq of the equal comment a moment before: a double tap, answered as that one was.
  "doubleOf" bigint,
  -- A member's name; empty: nobody of the staff.
  "settledBy" text not null default '',
  -- How often it was answered, and up to which answer the room's log knows.
  answers integer not null default 1,
  told integer not null default 0,
  "saidAt" timestamptz not null,
  "changedAt" timestamptz not null,
  primary key ("liveId", seq)
);
create index comment_order_by_viewer on "commentOrder" ("liveUserId", seq desc);
create index comment_order_waiting on "commentOrder" ("liveId", seq) where waits;
create index comment_order_untold on "commentOrder" ("changedAt") where told < answers;

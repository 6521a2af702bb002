-- What a viewer's cart holds; it reserves nothing.
create table cart_line (
  live_user_id uuid not null,
  variant_id uuid not null references variant (id),
  firm_id uuid not null,
  quantity integer not null check (quantity > 0),
  added_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (live_user_id, variant_id)
);
create index cart_line_by_change on cart_line (changed_at);

-- How a firm delivers; a firm without rows has the defaults of modules/order/delivery-methods.ts.
create table delivery_method (
  firm_id uuid not null references firm (id),
  -- home | store | self | none
  type text not null,
  place integer not null,
  fee bigint not null check (fee >= 0),
  free_from bigint,
  note text not null default '',
  primary key (firm_id, type)
);

-- Numbers orders, one row a firm and day.
create table order_counter (
  firm_id uuid not null,
  -- yyMMdd in Taipei.
  day text not null,
  taken integer not null,
  primary key (firm_id, day)
);

create table "order" (
  id uuid primary key,
  firm_id uuid not null references firm (id),
  -- No foreign keys to the live and its viewer: an order outlives both.
  live_id uuid not null,
  live_user_id uuid not null,
  order_no text not null,
  -- Of the key in its shopper's link.
  key_hash text not null,
  -- Of the call that made it, and what it sent: the same call again finds this order.
  idempotency_key text not null,
  body_hash text not null,
  -- States of contract/order/order.machine.ts.
  payment_state text not null,
  fulfilment_state text not null,
  -- Until when an unpaid order holds its pieces.
  held_until timestamptz not null,
  paid_at timestamptz,
  currency text not null,
  subtotal bigint not null,
  delivery_fee bigint not null,
  payment_fee bigint not null,
  rounding bigint not null,
  total bigint not null check (total = subtotal + delivery_fee + payment_fee + rounding),
  pieces integer not null,
  payment_method text not null,
  full_name text not null,
  phone text not null,
  email text not null,
  delivery jsonb not null,
  invoice jsonb not null,
  memo text not null,
  -- Folded, for the search of staff: number and name; phone and e-mail, for those who may see them.
  search_text text not null,
  contact_text text not null,
  created_at timestamptz not null
);
create unique index order_no on "order" (firm_id, order_no);
create unique index order_key on "order" (key_hash);
create unique index order_once on "order" (live_user_id, idempotency_key);
create index order_by_firm on "order" (firm_id, created_at desc, id desc);
create index order_by_live on "order" (live_id);
create index order_due on "order" (held_until) where payment_state = 'pending';

-- As bought: later changes of the product don't reach it. The lines of a pending order are what it holds.
create table order_line (
  order_id uuid not null references "order" (id) on delete cascade,
  place integer not null,
  firm_id uuid not null,
  variant_id uuid not null references variant (id),
  product_id uuid not null,
  product_name text not null,
  variant_name text not null,
  keyword text not null,
  image_url text not null,
  price bigint not null,
  quantity integer not null check (quantity > 0),
  primary key (order_id, place)
);

-- The timeline.
create table order_event (
  id uuid primary key,
  firm_id uuid not null,
  order_id uuid not null references "order" (id) on delete cascade,
  kind text not null,
  at timestamptz not null,
  -- A member's name; empty for the others.
  actor text not null,
  actor_kind text not null,
  memo text not null
);
create index order_event_by_order on order_event (order_id, id);

-- What a viewer's cart holds; it reserves nothing.
create table "cartLine" (
  "liveUserId" uuid not null,
  -- Variants are never deleted, only taken off sale.
  "variantId" uuid not null,
  "firmId" uuid not null,
  quantity integer not null check (quantity > 0),
  "addedAt" timestamptz not null,
  "changedAt" timestamptz not null,
  primary key ("liveUserId", "variantId")
);
create index cart_line_by_change on "cartLine" ("changedAt");

-- How a firm delivers; a firm without rows has the defaults of modules/order/delivery-methods.ts.
create table "deliveryMethod" (
  "firmId" uuid not null references firm (id),
  -- home | store | self | none
  type text not null,
  place integer not null,
  fee bigint not null check (fee >= 0),
  "freeFrom" bigint,
  note text not null default '',
  primary key ("firmId", type)
);

-- Numbers orders, one row a firm and day.
create table "orderCounter" (
  "firmId" uuid not null,
  -- yyMMdd in Taipei.
  day text not null,
  taken integer not null,
  primary key ("firmId", day)
);

create table "order" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- No foreign keys to the live and its viewer: an order outlives both.
  "liveId" uuid not null,
  "liveUserId" uuid not null,
  "orderNo" text not null,
  -- Of the key in its shopper's link.
  "keyHash" text not null,
  -- Of the call that made it, and what it sent: the same call again finds this order.
  "idempotencyKey" text not null,
  "bodyHash" text not null,
  -- States of contract/order/order.machine.ts.
  "paymentState" text not null,
  "fulfilmentState" text not null,
  -- Until when an unpaid order holds its pieces.
  "heldUntil" timestamptz not null,
  "paidAt" timestamptz,
  currency text not null,
  subtotal bigint not null,
  "deliveryFee" bigint not null,
  "paymentFee" bigint not null,
  rounding bigint not null,
  total bigint not null check (total = subtotal + "deliveryFee" + "paymentFee" + rounding),
  pieces integer not null,
  "paymentMethod" text not null,
  "fullName" text not null,
  phone text not null,
  email text not null,
  delivery jsonb not null,
  invoice jsonb not null,
  memo text not null,
  -- Folded, for the search of staff: number and name; phone and e-mail, for those who may see them.
  "searchText" text not null,
  "contactText" text not null,
  "createdAt" timestamptz not null
);
create unique index order_no on "order" ("firmId", "orderNo");
create unique index order_key on "order" ("keyHash");
create unique index order_once on "order" ("liveUserId", "idempotencyKey");
create index order_by_firm on "order" ("firmId", "createdAt" desc, id desc);
create index order_by_live on "order" ("liveId");
create index order_due on "order" ("heldUntil") where "paymentState" = 'pending';

-- As bought: later changes of the product don't reach it. The lines of a pending order are what it holds.
create table "orderLine" (
  "orderId" uuid not null references "order" (id) on delete cascade,
  place integer not null,
  "firmId" uuid not null,
  "variantId" uuid not null references variant (id),
  "productId" uuid not null,
  "productName" text not null,
  "variantName" text not null,
  keyword text not null,
  "imageUrl" text not null,
  price bigint not null,
  quantity integer not null check (quantity > 0),
  primary key ("orderId", place)
);

-- The timeline.
create table "orderEvent" (
  id uuid primary key,
  "firmId" uuid not null,
  "orderId" uuid not null references "order" (id) on delete cascade,
  kind text not null,
  at timestamptz not null,
  -- A member's name; empty for the others.
  actor text not null,
  "actorKind" text not null,
  memo text not null
);
create index order_event_by_order on "orderEvent" ("orderId", id);

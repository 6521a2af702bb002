-- Orders from sales pages and paid sign-ups beside those from rooms.
alter table "order"
  -- orderSources of contract/order/order.schema.ts.
  add column source text not null default 'room',
  -- Of the sales page or the form; null for a room, whose live stands in liveId.
  add column "sourceId" uuid,
  -- Who buys: the viewer in a room, the browser on a sales page, the person of a paid form.
  add column "shopperId" uuid,
  -- What the browser gave for advertisers (contract/tracking); nothing but cameBy without consent.
  add column given jsonb not null default '{}',
  -- Save what was filled in for next time; of which device.
  add column remember boolean not null default false,
  add column "deviceHash" text not null default '',
  -- When its page was told to tell advertisers of the purchase.
  add column "purchaseToldAt" timestamptz,
  -- The buyer wrote last.
  add column unanswered boolean not null default false;
update "order" set "shopperId" = "liveUserId";
alter table "order"
  alter column "shopperId" set not null,
  alter column "liveId" drop not null,
  alter column "liveUserId" drop not null,
  add constraint order_source check (
    case when source = 'room' then "liveId" is not null and "liveUserId" is not null and "sourceId" is null
    else "liveId" is null and "liveUserId" is null and "sourceId" is not null end
  );
drop index order_once;
create unique index order_once on "order" ("shopperId", "idempotencyKey");
create index order_by_viewer on "order" ("liveUserId") where "liveUserId" is not null;
create index order_unanswered on "order" ("firmId", "createdAt" desc, id desc) where unanswered;

-- The place of a paid sign-up is no product.
alter table "orderLine"
  alter column "variantId" drop not null,
  alter column "productId" drop not null,
  add constraint order_line_product check (("variantId" is null) = ("productId" is null));

-- What buyer and merchant write to each other about an order.
create table "orderMessage" (
  id uuid primary key,
  "firmId" uuid not null,
  "orderId" uuid not null references "order" (id) on delete cascade,
  at timestamptz not null,
  -- shopper | member
  "from" text not null,
  -- A member's; empty for the shopper.
  name text not null,
  text text not null
);
create index order_message_by_order on "orderMessage" ("orderId", id);

-- What a sign-up gave for advertisers, as an order's.
alter table "signupUser" add column given jsonb not null default '{}';

-- The places of a paid sign-up: held while its order waits, its person's once it is paid.
create table "signupOrder" (
  -- Deferred: the places are taken before the order is numbered, for that keeps all others of the firm waiting.
  "orderId" uuid primary key references "order" (id) on delete cascade deferrable initially deferred,
  "firmId" uuid not null references firm (id),
  "signupId" uuid not null references signup (id),
  -- Lives of the sessions, in the order they were chosen.
  "liveIds" uuid[] not null,
  -- E.164
  phone text not null,
  email text not null,
  -- As it was sent: name, county, timeZone, answers, deviceHash, given.
  person jsonb not null,
  -- Who sits there, once seated.
  "signupUserId" uuid references "signupUser" (id),
  -- held | paid | seated | released
  state text not null,
  "createdAt" timestamptz not null
);
create index signup_order_by_phone on "signupOrder" ("signupId", phone);
create index signup_order_by_email on "signupOrder" ("signupId", email);
create index signup_order_by_person on "signupOrder" ("signupUserId") where "signupUserId" is not null;

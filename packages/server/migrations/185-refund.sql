-- Money that goes back. What of an order's total was given back or is on its way, and what the staff has still to give
-- back by hand: a late or a second payment, a refund by transfer, one that the gateway refused.
alter table "order" add column refunded bigint not null default 0;
alter table "order" add column "refundDue" bigint not null default 0;
alter table "order" add constraint order_refunded check (refunded >= 0 and refunded <= total);
alter table "order" add constraint order_refund_due check ("refundDue" >= 0);
alter table "orderLine" add column "refundedQuantity" integer not null default 0;
alter table "orderLine" add constraint order_line_refunded check ("refundedQuantity" >= 0 and "refundedQuantity" <= quantity);

alter table payment add column refunded bigint not null default 0;
alter table payment add constraint payment_refunded check (refunded >= 0 and refunded <= amount);
-- A second payment of a paid order: the order was not paid with it.
alter table payment add column "isExtra" boolean not null default false;
update payment set "isExtra" = true where state = 'paid' and exists (
  select 1 from payment as earlier
  where earlier."orderId" = payment."orderId" and earlier.state = 'paid'
    and (earlier."paidAt", earlier.id) < (payment."paidAt", payment.id)
);
update "order" set "refundDue" =
  case when "paymentState" = 'refundDue' then total else 0 end
  + coalesce((
    select sum(payment.amount) from payment where payment."orderId" = "order".id and payment."isExtra"
  ), 0)
where "paymentState" = 'refundDue'
  or exists (select 1 from payment where payment."orderId" = "order".id and payment."isExtra");
create index order_refund_due on "order" ("firmId", "createdAt" desc) where "refundDue" > 0;

create table refund (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  "orderId" uuid not null references "order" (id) on delete cascade,
  "paymentId" uuid not null references payment (id) on delete cascade,
  state text not null,
  amount bigint not null check (amount > 0),
  -- Pieces by the place of their line, and which fees.
  lines jsonb not null,
  fees jsonb not null,
  -- Whether pieces went back on sale.
  restocked boolean not null,
  memo text not null,
  -- The gateway's number of it, and why it refused.
  reference text not null default '',
  words text not null default '',
  -- The same in English where it is our side that refuses; empty: the gateway's own, in whatever language.
  "wordsEn" text not null default '',
  -- Why it is not done that is no word of the gateway's: it is not set up, or can't be reached. Empty: nothing.
  problem text not null default '',
  -- A late or a second payment, which the order was not paid with.
  owed boolean not null,
  -- The buyer's bank account, sealed; empty: not given, or the money is there. Its last digits stay.
  account text not null default '',
  "accountEnd" text not null default '',
  "createdAt" timestamptz not null,
  "createdBy" text not null,
  "doneAt" timestamptz,
  "doneBy" text not null default '',
  -- When the gateway is asked next; null: it is not.
  "askAt" timestamptz,
  asks integer not null default 0
);
create index refund_order on refund ("orderId");
create index refund_payment on refund ("paymentId");
create index refund_ask on refund ("askAt") where "askAt" is not null;

-- The built-in payment company keeps its own books of what it gave back.
create table "sandboxRefund" (
  key text primary key,
  token text not null references "sandboxPayment" (token) on delete cascade,
  amount bigint not null,
  "createdAt" timestamptz not null
);
create index sandbox_refund_token on "sandboxRefund" (token);

-- One idempotency: the answer of a call under an Idempotency-Key is written in the transaction of its work, sealed. What
-- was kept in the open before (names, addresses, keys of orders; for 24 hours at most) is deleted.
drop table idempotency;
create table idempotency (
  -- Hash of scope and key.
  id text primary key,
  -- Of what was sent, made with the installation's secret: no guess at an address can be tried against it.
  "bodySignature" text not null,
  -- {"answer": …} or {"refusal": …}, sealed for this row; null only inside the transaction that does the work.
  outcome text,
  "expiresAt" timestamptz not null
);
create index idempotency_expires on idempotency ("expiresAt");

-- Orders and payments had keys of their own. Their indexes were also what found the orders of a shopper and the payments
-- of an order.
create index order_by_shopper on "order" ("shopperId");
drop index order_once;
alter table "order" drop column "idempotencyKey", drop column "bodyHash";
create index payment_by_order on payment ("orderId");
drop index payment_once;
alter table payment drop column "idempotencyKey";

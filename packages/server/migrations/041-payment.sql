-- One try to pay an order; only one of them counts.
create table payment (
  id uuid primary key,
  "firmId" uuid not null,
  "orderId" uuid not null references "order" (id) on delete cascade,
  method text not null,
  -- States of contract/payment/payment.machine.ts.
  state text not null,
  amount bigint not null,
  currency text not null,
  -- Our number of it at the gateway, never given twice.
  reference text not null,
  -- The gateway's own number, once known.
  "tradeNo" text not null default '',
  "idempotencyKey" text not null,
  "bankCode" text,
  account text,
  "codeExpiresAt" timestamptz,
  "createdAt" timestamptz not null,
  "paidAt" timestamptz,
  -- When to ask the gateway for it, while it is open; null: no more.
  "queryAt" timestamptz,
  queries integer not null default 0
);
create unique index payment_reference on payment (method, reference);
create unique index payment_once on payment ("orderId", "idempotencyKey");
create index payment_to_query on payment ("queryAt") where "queryAt" is not null;

-- What came in at the gateways' addresses, word for word, forged ones included.
create table "paymentNotice" (
  id uuid primary key,
  gateway text not null,
  "receivedAt" timestamptz not null,
  body text not null,
  verified boolean not null,
  -- What a verified one says; null for the others.
  says jsonb,
  "appliedAt" timestamptz,
  -- What came of it, in one word.
  outcome text
);
create index payment_notice_waiting on "paymentNotice" ("receivedAt") where verified and "appliedAt" is null;

-- The sandbox gateway's own books: a third party that happens to live here. Nothing of ours reads them.
create table "sandboxPayment" (
  token text primary key,
  -- Whose money it is: the firm's id.
  merchant text not null,
  "shopName" text not null,
  -- The merchant's number of it.
  reference text not null,
  "tradeNo" text not null,
  "orderNo" text not null,
  amount bigint not null,
  currency text not null,
  -- created | waiting | paid | failed
  state text not null,
  "bankCode" text,
  account text,
  "codeExpiresAt" timestamptz,
  -- Until when it can be paid without a code.
  deadline timestamptz not null,
  -- When the money of a paid one arrives: later than now for a late payment.
  "paysAt" timestamptz,
  "createdAt" timestamptz not null
);
create unique index sandbox_payment_reference on "sandboxPayment" (reference);

create table "sandboxNotice" (
  id uuid primary key,
  token text not null references "sandboxPayment" (token) on delete cascade,
  body text not null,
  "createdAt" timestamptz not null,
  tries integer not null default 0,
  "deliveredAt" timestamptz
);

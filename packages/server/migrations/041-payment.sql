-- One try to pay an order; only one of them counts.
create table payment (
  id uuid primary key,
  firm_id uuid not null,
  order_id uuid not null references "order" (id) on delete cascade,
  method text not null,
  -- States of contract/payment/payment.machine.ts.
  state text not null,
  amount bigint not null,
  currency text not null,
  -- Our number of it at the gateway, never given twice.
  reference text not null,
  -- The gateway's own number, once known.
  trade_no text not null default '',
  -- Where the shopper's browser goes; null until the gateway has answered.
  redirect_url text,
  idempotency_key text not null,
  bank_code text,
  account text,
  code_expires_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- When to ask the gateway for it, while it is open; null: no more.
  query_at timestamptz,
  queries integer not null default 0
);
create unique index payment_reference on payment (method, reference);
create unique index payment_once on payment (order_id, idempotency_key);
create index payment_to_query on payment (query_at) where query_at is not null;

-- What came in at the gateways' addresses, word for word, forged ones included.
create table payment_notice (
  id uuid primary key,
  gateway text not null,
  received_at timestamptz not null,
  body text not null,
  verified boolean not null,
  -- What a verified one says; null for the others.
  says jsonb,
  applied_at timestamptz,
  -- What came of it, in one word.
  outcome text
);
create index payment_notice_by_time on payment_notice (received_at);

-- The sandbox gateway's own books: a third party that happens to live here. Nothing of ours reads them.
create table sandbox_payment (
  token text primary key,
  -- Whose money it is: the firm's id.
  merchant text not null,
  shop_name text not null,
  -- The merchant's number of it.
  reference text not null,
  trade_no text not null,
  order_no text not null,
  amount bigint not null,
  currency text not null,
  -- created | waiting | paid | failed
  state text not null,
  bank_code text,
  account text,
  code_expires_at timestamptz,
  -- Until when it can be paid without a code.
  deadline timestamptz not null,
  -- When the money of a paid one arrives: later than now for a late payment.
  pays_at timestamptz,
  created_at timestamptz not null
);
create unique index sandbox_payment_reference on sandbox_payment (reference);

create table sandbox_notice (
  id uuid primary key,
  token text not null references sandbox_payment (token) on delete cascade,
  body text not null,
  created_at timestamptz not null,
  tries integer not null default 0,
  delivered_at timestamptz
);

-- A sale by a partner's link, frozen when it was paid: what it earns, of which lines, at the rate of its own time.
create table commission (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  "partnerId" uuid not null,
  "associationId" uuid not null,
  "orderId" uuid not null unique,
  "orderNo" text not null,
  "signupId" uuid,
  currency text not null,
  "rateKind" text not null,
  "basisPoints" integer not null,
  -- What was paid for what earns, what it earns, what the buyer paid in all; minor units.
  base bigint not null check (base >= 0),
  amount bigint not null check (amount >= 0 and amount <= base),
  total bigint not null,
  -- CommissionLine of contract/commission/commission.rules.ts.
  lines jsonb not null,
  -- By what its buyer is the partner; empty: another buyer.
  "selfPurchase" text not null,
  "visitAt" timestamptz not null,
  "paidAt" timestamptz not null,
  "dueAt" timestamptz not null
);
create index commission_list on commission ("firmId", "paidAt" desc, id desc);
create index commission_partner on commission ("partnerId", "paidAt" desc);

-- Transfers to partners, in batches.
create table payout (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  -- payoutStates of contract/commission/commission.schema.ts.
  state text not null check (state in ('made', 'sent', 'undone')),
  currency text not null,
  -- What partners see on their bank statement.
  note text not null,
  "createdAt" timestamptz not null,
  "createdBy" text not null,
  "settledAt" timestamptz,
  "settledBy" text not null default ''
);
create index payout_list on payout ("firmId", "createdAt" desc, id desc);

create table "payoutItem" (
  "payoutId" uuid not null references payout (id) on delete cascade,
  "partnerId" uuid not null,
  "firmId" uuid not null,
  -- Minor units.
  gross bigint not null check (gross > 0),
  tax bigint not null check (tax >= 0),
  premium bigint not null check (premium >= 0),
  net bigint not null check (net >= 0 and net = gross - tax - premium),
  -- PayoutAccount as it was, sealed.
  account text not null,
  "accountEnd" text not null,
  primary key ("payoutId", "partnerId")
);

create table "partnerStatement" (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  "partnerId" uuid not null,
  -- yyyy-mm, in Taipei.
  month text not null,
  currency text not null,
  -- Minor units.
  carried bigint not null,
  earned bigint not null check (earned >= 0),
  reversed bigint not null check (reversed <= 0),
  payable bigint not null check (payable >= 0),
  "carriedOn" bigint not null,
  "payoutId" uuid references payout (id),
  "createdAt" timestamptz not null,
  check (carried + earned + reversed = payable + "carriedOn")
);
create unique index partner_statement_month on "partnerStatement" ("partnerId", month);
create index partner_statement_list on "partnerStatement" ("firmId", month desc, id desc);
create index partner_statement_payout on "partnerStatement" ("payoutId") where "payoutId" is not null;
create index partner_statement_unpaid on "partnerStatement" ("firmId") where payable > 0 and "payoutId" is null;

-- The ledger: rows are added and never changed, but for the statement that they come to stand in.
create table "commissionEntry" (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  "partnerId" uuid not null,
  "commissionId" uuid not null references commission (id) on delete cascade,
  kind text not null check (kind in ('earned', 'reversed', 'restored')),
  -- What caused it, an order, a refund or its withdrawal: the same cause again writes nothing.
  "sourceId" text not null,
  -- Minor units; negative: taken back.
  amount bigint not null,
  at timestamptz not null,
  "dueAt" timestamptz not null,
  "statementId" uuid references "partnerStatement" (id)
);
create unique index commission_entry_source on "commissionEntry" ("firmId", "sourceId");
create index commission_entry_of on "commissionEntry" ("commissionId");
create index commission_entry_partner on "commissionEntry" ("partnerId", "dueAt");
create index commission_entry_statement on "commissionEntry" ("statementId") where "statementId" is not null;
create index commission_entry_open on "commissionEntry" ("dueAt") where "statementId" is null;
create index commission_entry_time on "commissionEntry" ("firmId", at) where kind <> 'earned';

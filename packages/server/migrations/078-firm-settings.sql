-- What a firm sets of itself beyond its name and legal information.
alter table firm
  -- The tone that new forms begin with.
  add column "colorToneId" text not null default '#94500f',
  -- Before the address in letters; empty: the firm's name.
  add column "senderName" text not null default '',
  add column "replyTo" text not null default '',
  add column "senderDomain" text not null default '',
  -- 0 none, 1 pending, 2 verified.
  add column "emailApiStatus" integer not null default 0 check ("emailApiStatus" in (0, 1, 2)),
  add column "pixelId" text not null default '',
  add column "tiktokPixelId" text not null default '',
  add column "gtmId" text not null default '',
  -- [{ method, offered, fee }]; a method that is not in it is offered without a fee, if its engine is there.
  add column "paymentMethods" jsonb not null default '[]',
  -- The firm's own id at each gateway.
  add column gateways jsonb not null default '{}',
  -- The account for bank transfers.
  add column transfer jsonb not null default '{}',
  add column invoice jsonb not null default '{}',
  -- When the firm itself moved the expiry of its hours later: it may once. A top-up clears it.
  add column "hoursDelayedAt" timestamptz;

-- Keys of third parties, sealed with the firm's id: written, used, never answered.
create table "firmSecret" (
  "firmId" uuid not null references firm (id),
  -- secretNames of contract/firm/firm.rules.ts.
  name text not null,
  sealed text not null,
  last4 text not null,
  "changedAt" timestamptz not null,
  primary key ("firmId", name)
);

-- SMS points, in tenths, for an e-mail costs one: the balance of a firm is the sum of its rows.
create table "pointLedger" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  kind text not null check (kind in ('topUp', 'reserve', 'settle', 'giveBack', 'expiry', 'correction')),
  -- What the entry is for (a letter, an order, a command): the same one counts once.
  key text not null,
  -- Added to the balance; what is reserved or expires is negative.
  tenths bigint not null,
  note text not null default '',
  "createdAt" timestamptz not null
);
create unique index point_entry on "pointLedger" ("firmId", kind, key);
create index point_by_firm on "pointLedger" ("firmId", "createdAt" desc, id desc) include (tenths);

insert into "pointLedger" (id, "firmId", kind, key, tenths, "createdAt")
  select gen_random_uuid(), id, 'topUp', 'opening', "smsPointTenths", "createdAt" from firm where "smsPointTenths" <> 0;
alter table firm drop column "smsPointTenths";

-- What the platform sells to firms.
create table "topUpOffer" (
  id text primary key,
  -- hours | points
  kind text not null check (kind in ('hours', 'points')),
  place integer not null,
  -- Hours or points.
  quantity integer not null check (quantity > 0),
  -- Minor units.
  price bigint not null check (price > 0),
  currency text not null,
  "validMonths" integer not null,
  "removedAt" timestamptz
);
insert into "topUpOffer" (id, kind, place, quantity, price, currency, "validMonths") values
  ('hours-50', 'hours', 1, 50, 250000, 'TWD', 12),
  ('hours-200', 'hours', 2, 200, 900000, 'TWD', 12),
  ('hours-1000', 'hours', 3, 1000, 4000000, 'TWD', 24),
  ('points-1000', 'points', 1, 1000, 90000, 'TWD', 24),
  ('points-5000', 'points', 2, 5000, 425000, 'TWD', 24),
  ('points-20000', 'points', 3, 20000, 1600000, 'TWD', 24);

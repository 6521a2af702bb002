-- Who promotes the firm, and the links by which they do.
create table partner (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  version integer not null,
  name text not null,
  -- taxKinds of contract/commission/payout.rules.ts.
  "taxKind" text not null check ("taxKind" in ('resident', 'nonResident', 'company')),
  email text not null,
  "payoutEmail" text not null,
  phone text not null,
  memo text not null,
  "searchText" text not null,
  -- PayoutAccount, sealed; empty: not known. Its last digits are shown.
  "payoutAccount" text not null default '',
  "accountEnd" text not null default '',
  -- Null: no password was set yet.
  "passwordHash" text,
  -- Of the link by which one is set; hash of its token.
  "passwordTokenHash" text,
  "passwordTokenUntil" timestamptz,
  "createdAt" timestamptz not null,
  "removedAt" timestamptz
);
create unique index partner_email on partner ("firmId", email) where "removedAt" is null;
create index partner_list on partner ("firmId", "createdAt" desc, id desc) include ("searchText") where "removedAt" is null;

create table "partnerSession" (
  "tokenHash" text primary key,
  "partnerId" uuid not null references partner (id) on delete cascade,
  "firmId" uuid not null,
  "createdAt" timestamptz not null,
  "endsAt" timestamptz not null
);
create index partner_session_partner on "partnerSession" ("partnerId");
create index partner_session_end on "partnerSession" ("endsAt");

-- Browsers on which a partner has logged in: what is bought there by the own link earns nothing.
create table "partnerDevice" (
  "partnerId" uuid not null references partner (id) on delete cascade,
  "deviceHash" text not null,
  "firmId" uuid not null,
  "loggedInAt" timestamptz not null,
  primary key ("partnerId", "deviceHash")
);

create table association (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  version integer not null,
  "partnerId" uuid not null references partner (id) on delete cascade,
  name text not null,
  code text not null,
  "searchText" text not null,
  "rateKind" text not null check ("rateKind" in ('percent', 'amount')),
  -- Hundredths of a percent.
  "basisPoints" integer check ("basisPoints" between 0 and 10000),
  -- Minor units.
  amount bigint check (amount >= 0),
  -- Both empty: for everything.
  "signupIds" jsonb not null,
  "productIds" jsonb not null,
  "beginAt" timestamptz not null,
  "endAt" timestamptz,
  "cookieDays" integer not null check ("cookieDays" between 1 and 365),
  "createdAt" timestamptz not null,
  "removedAt" timestamptz
);
create unique index association_code on association ("firmId", code) where "removedAt" is null;
create index association_list on association ("firmId", "createdAt" desc, id desc)
  include ("searchText", "endAt", "partnerId") where "removedAt" is null;
create index association_partner on association ("partnerId");

-- Every code that a link ever had: clicks on it are that link's for ever, and nobody else gets it.
create table "associationCode" (
  "firmId" uuid not null references firm (id) on delete cascade,
  code text not null,
  "associationId" uuid not null references association (id) on delete cascade,
  since timestamptz not null,
  primary key ("firmId", code)
);
create index association_code_of on "associationCode" ("associationId");

-- What a link paid, and for what, from when on: a sale takes those of its own time.
create table "associationTerms" (
  "associationId" uuid not null references association (id) on delete cascade,
  version integer not null,
  "firmId" uuid not null,
  since timestamptz not null,
  "rateKind" text not null,
  "basisPoints" integer,
  amount bigint,
  "signupIds" jsonb not null,
  "productIds" jsonb not null,
  primary key ("associationId", version)
);

-- What holds for all partners of a firm; no row: startingProgram of contract/association.
create table "associationProgram" (
  "firmId" uuid primary key references firm (id) on delete cascade,
  -- touchRules of contract/association/association.rules.ts.
  touch text not null,
  -- Minor units.
  "leastPayout" bigint not null
);

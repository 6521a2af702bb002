-- A firm (merchant): the tenant. Everything below belongs to exactly one.
create table firm (
  id uuid primary key,
  name text not null,
  "imgUrl" text not null default '',
  "contactLink" text not null default '',
  "legalName" text not null default '',
  "taxId" text not null default '',
  "legalAddress" text not null default '',
  "legalPhone" text not null default '',
  "orderNoPrefix" text not null default '',
  "bombmyDomainName" text not null default '',
  currency text not null default 'TWD',
  -- Tells viewers what is prerecorded or simulated (domain.md section 5); on unless the firm turns it off.
  disclosure boolean not null default true,
  "isDemo" boolean not null default false,
  "isSurenotify" boolean not null default false,
  "pointSafetyStockNotice" integer,
  "liveHoursExpireAt" timestamptz,
  -- E-mail costs a tenth of a point, so points are kept in tenths.
  "smsPointTenths" bigint not null default 0,
  "platformBombmy" integer not null default 1,
  "platformAssociation" integer not null default 1,
  "platformBombcourse" integer not null default 0,
  "suspendedAt" timestamptz,
  "createdAt" timestamptz not null
);

-- Who changed what, by whom and from where.
create table audit (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "memberId" uuid,
  "actorName" text not null,
  ip text not null,
  action text not null,
  target text not null,
  change jsonb not null,
  "createdAt" timestamptz not null
);
create index audit_by_firm on audit ("firmId", "createdAt" desc);

create table product (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "productName" text not null,
  -- The name folded (NFKC, lower case), for finding it.
  "searchName" text not null,
  -- What viewers type to order; empty: none.
  keyword text not null default '',
  description text not null default '',
  unit text not null default '',
  -- Minor units.
  price bigint not null check (price >= 0),
  "originalPrice" bigint check ("originalPrice" >= price),
  currency text not null,
  "perPersonLimit" integer check ("perPersonLimit" > 0),
  -- URLs, the first is the main picture.
  images jsonb not null,
  "createdAt" timestamptz not null,
  "changedAt" timestamptz not null,
  -- Taken off sale; orders still name it.
  "removedAt" timestamptz
);
create unique index product_keyword on product ("firmId", keyword) where keyword <> '' and "removedAt" is null;
create index product_by_firm on product ("firmId", "createdAt" desc, id desc) where "removedAt" is null;

-- What an order line points at: every product has at least one.
create table variant (
  id uuid primary key,
  "firmId" uuid not null,
  "productId" uuid not null references product (id),
  place integer not null,
  name text not null,
  -- Pieces on sale now: what orders hold is taken off already. This check is the last word against overselling.
  stock integer not null check (stock >= 0),
  -- Pieces of paid orders.
  sold integer not null default 0,
  "removedAt" timestamptz
);
create index variant_by_product on variant ("productId", place);

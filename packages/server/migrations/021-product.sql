create table product (
  id uuid primary key,
  firm_id uuid not null references firm (id),
  product_name text not null,
  -- The name folded (NFKC, lower case), for finding it.
  search_name text not null,
  -- What viewers type to order; empty: none.
  keyword text not null default '',
  description text not null default '',
  unit text not null default '',
  -- Minor units.
  price bigint not null check (price >= 0),
  original_price bigint check (original_price >= price),
  currency text not null,
  per_person_limit integer check (per_person_limit > 0),
  -- URLs, the first is the main picture.
  images jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Taken off sale; orders still name it.
  removed_at timestamptz
);
create unique index product_keyword on product (firm_id, keyword) where keyword <> '' and removed_at is null;
create index product_by_firm on product (firm_id, created_at desc, id desc) where removed_at is null;

-- What an order line points at: every product has at least one.
create table variant (
  id uuid primary key,
  firm_id uuid not null,
  product_id uuid not null references product (id),
  place integer not null,
  name text not null,
  -- Pieces on sale now: what orders hold is taken off already. This check is the last word against overselling.
  stock integer not null check (stock >= 0),
  -- Pieces of paid orders.
  sold integer not null default 0,
  removed_at timestamptz
);
create index variant_by_product on variant (product_id, place);

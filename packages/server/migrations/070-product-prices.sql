-- Prices that lower the normal one: in a time, or inside a running live (contract/product/price.rules.ts says which counts).
alter table product add column "onSalePrice" bigint check ("onSalePrice" >= 0);
alter table product add column "onSaleFrom" timestamptz;
alter table product add column "onSaleUntil" timestamptz check ("onSaleUntil" > "onSaleFrom");
alter table product add column "specialOfferPrice" bigint check ("specialOfferPrice" >= 0);
-- Why the 7-day right of return doesn't hold; null: it holds.
alter table product add column "returnException" text;
-- Kept in the list, sold nowhere.
alter table product add column "offSale" boolean not null default false;

-- What viewers type to order this very variant; empty: none.
alter table variant add column keyword text not null default '';

-- The keywords of a firm, of products and of variants alike: each is one product's. The last word against two comments
-- that mean different things by the same word.
create table "productKeyword" (
  "firmId" uuid not null,
  keyword text not null check (keyword <> ''),
  "productId" uuid not null references product (id),
  primary key ("firmId", keyword)
);
create index product_keyword_by_product on "productKeyword" ("productId");
insert into "productKeyword" ("firmId", keyword, "productId")
  select "firmId", keyword, id from product where keyword <> '' and "removedAt" is null;
drop index product_keyword;

-- Found by its keywords too: a line each below the name.
update product set "searchName" = "searchName" || E'\n' || lower(keyword) where keyword <> '';

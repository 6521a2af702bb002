-- How a product is taxed and travels; weight in grams, of one piece with its packing, null: not known.
alter table product add column "taxType" text not null default 'taxable';
alter table product add column temperature text not null default 'room';
alter table product add column weight integer;
alter table product add constraint product_tax_type check ("taxType" in ('taxable', 'zeroRated', 'exempt'));
alter table product add constraint product_temperature check (temperature in ('room', 'chilled', 'frozen'));
alter table product add constraint product_weight check (weight > 0);

-- As it was when it was ordered: an invoice of later says what was sold.
alter table "orderLine" add column "taxType" text not null default 'taxable';
alter table "orderLine" add constraint order_line_tax_type check ("taxType" in ('taxable', 'zeroRated', 'exempt'));

-- The last five digits of the account that a buyer says to have transferred from, until the staff has looked for it.
alter table "order" add column "transferDigits" text not null default '';
create index order_transfer on "order" ("firmId", "createdAt" desc, id desc) where "transferDigits" <> '';

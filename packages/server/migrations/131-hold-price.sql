-- What each piece costs that an order by comment holds, in minor units, while the hold stands. Null: from before.
alter table "orderHold" add column price integer check (price >= 0);

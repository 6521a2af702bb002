-- The quantity of an order is named as in its cart and its calls.
alter table "order" rename column pieces to "totalQuantity";

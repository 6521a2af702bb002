-- What is taken off an order, and which part of it each line has: frozen, so that a refund gives back what was paid.
alter table "orderLine" add column discount bigint not null default 0;
alter table "orderLine" add constraint order_line_discount check (discount >= 0 and discount <= price * quantity);

alter table "order" add column discount bigint not null default 0;
alter table "order" add constraint order_discount check (discount >= 0 and discount <= subtotal);
alter table "order" drop constraint order_check;
alter table "order" add constraint order_total check (total = subtotal - discount + "deliveryFee" + "paymentFee" + rounding);

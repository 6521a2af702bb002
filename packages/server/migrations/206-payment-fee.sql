-- What the payment company keeps of a payment, minor units, and the day in Taipei (YYYY-MM-DD) it pays the rest out, as
-- its settlement file says. Null: no file has told of it.
alter table payment add column fee bigint;
alter table payment add column "paidOutOn" text;
alter table payment add constraint payment_fee check (fee >= 0);

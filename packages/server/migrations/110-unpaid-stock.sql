-- What a buyer holds unpaid is counted by viewer and by device; the limit per person by phone and e-mail as well.
alter table "order"
  -- A keyed hash of the network it came from, of a device without a sign-up; empty for all others.
  add column "strangerNetwork" text not null default '';
create index order_unpaid_by_device on "order" ("firmId", "deviceHash")
  where "paymentState" = 'pending' and "deviceHash" <> '';
create index order_by_stranger_network on "order" ("firmId", "strangerNetwork", "createdAt")
  where "strangerNetwork" <> '';
create index order_by_phone on "order" ("firmId", phone);
create index order_by_email on "order" ("firmId", email);
create index signup_user_by_firm_device on "signupUser" ("firmId", "deviceHash");
create index signup_order_unpaid_by_device on "signupOrder" ("signupId", (person ->> 'deviceHash')) where state = 'held';

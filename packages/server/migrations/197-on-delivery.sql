-- Orders that are paid when they are handed over are unpaid too: what one device holds counts them.
drop index order_unpaid_by_device;
create index order_unpaid_by_device on "order" ("firmId", "deviceHash")
  where "paymentState" in ('pending', 'onDelivery') and "deviceHash" <> '';

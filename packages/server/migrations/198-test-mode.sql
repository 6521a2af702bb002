-- Until a firm says that it takes real payments it is in test mode: its shoppers pay with play money.
alter table firm add column "testEndedAt" timestamptz;

-- Firms that have taken money, or offer a way of paying that does, have done with testing.
update firm set "testEndedAt" = "createdAt"
where not "isDemo" and (
  exists (select 1 from "order" where "order"."firmId" = firm.id and not "order"."isTest")
  or exists (
    select 1 from jsonb_array_elements(firm."paymentMethods") as setting
    where (setting ->> 'offered')::boolean and setting ->> 'gateway' <> 'sandbox'
  )
);

-- What was ordered in test mode goes when it ends.
create index order_of_test on "order" ("firmId", id) where "isTest";

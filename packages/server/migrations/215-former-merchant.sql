-- The merchant's id at the gateway with which a payment was begun: its notice, query and refund take that merchant's keys.
alter table payment add column "merchantId" text not null default '';
update payment set "merchantId" = coalesce(firm.gateways ->> payment.gateway, '')
  from firm
  where firm.id = payment."firmId" and payment.gateway in ('ecpay', 'newebpay', 'linepay', 'paynow');

-- Who a firm was at a gateway before, with its keys of then, sealed together with whose they are.
create table "formerMerchant" (
  "firmId" uuid not null references firm (id) on delete cascade,
  -- gatewayNames of contract/firm/firm.rules.ts.
  gateway text not null,
  "merchantId" text not null,
  sealed text not null,
  -- When the firm gave up these keys.
  "replacedAt" timestamptz not null,
  primary key ("firmId", gateway, "merchantId")
);
create index former_merchant_replaced on "formerMerchant" ("replacedAt");

-- A way to pay (card, ATM, LINE Pay …) is one thing, the gateway that carries it another. Until here there was one
-- gateway, the sandbox, and its name stood for both.
alter table payment add column gateway text;
update payment set gateway = method;
update payment set method = case when "bankCode" is null then 'card' else 'atm' end;
alter table payment alter column gateway set not null;
drop index payment_reference;
create unique index payment_reference on payment (gateway, reference);

-- What to pay with, as contract/gateway/payment-code.schema.ts has it: a bank's account, a store's code, barcodes.
alter table payment add column code jsonb;
update payment set code = jsonb_build_object(
  'kind', 'atm', 'bankCode', "bankCode", 'account', account,
  'expiresAt', to_char("codeExpiresAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
) where "bankCode" is not null and account is not null and "codeExpiresAt" is not null;
alter table payment drop column "bankCode", drop column account;

update "paymentNotice" set says = jsonb_set(says, '{code,kind}', '"atm"') where says -> 'code' is not null;

alter table "sandboxPayment" add column method text not null default 'card';
update "sandboxPayment" set method = 'atm' where "bankCode" is not null;
alter table "sandboxPayment" alter column method drop default;
alter table "sandboxPayment" add column code jsonb;
alter table "sandboxPayment" add column "codeMinutes" integer not null default 4320;
alter table "sandboxPayment" alter column "codeMinutes" drop default;
update "sandboxPayment" set code = jsonb_build_object(
  'kind', 'atm', 'bankCode', "bankCode", 'account', account,
  'expiresAt', to_char("codeExpiresAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
) where "bankCode" is not null and account is not null and "codeExpiresAt" is not null;
alter table "sandboxPayment" drop column "bankCode", drop column account;

-- An order was paid by what its last try was.
update "order" set "paymentMethod" = coalesce(
  (select payment.method from payment where payment."orderId" = "order".id order by payment.id desc limit 1), 'card'
) where "paymentMethod" not in ('transfer', 'linepay');
update "order" set "paymentMethod" = 'linePay' where "paymentMethod" = 'linepay';
-- Paid with play money: all there was until here.
alter table "order" add column "isTest" boolean not null default true;
alter table "order" alter column "isTest" drop default;
update "shopperProfile" set "paymentMethod" = 'card' where "paymentMethod" not in ('', 'transfer');

-- A firm's list: the sandbox, or the first company that takes cards, carries the card.
update firm set "paymentMethods" = coalesce((
  select jsonb_agg(jsonb_build_object(
    'method', made.method, 'gateway', made.gateway, 'offered', made.offered, 'fee', made.fee,
    'least', null, 'most', null, 'holdMinutes', null
  ) order by made.place)
  from (
    select distinct on (method) method, gateway, offered, fee, place
    from (
      select
        case each.item ->> 'method' when 'transfer' then 'transfer' when 'linepay' then 'linePay' else 'card' end as method,
        each.item ->> 'method' as gateway,
        (each.item ->> 'offered')::boolean as offered,
        (each.item ->> 'fee')::bigint as fee,
        each.place
      from jsonb_array_elements(firm."paymentMethods") with ordinality as each (item, place)
    ) as listed
    order by method, gateway <> 'sandbox', place
  ) as made
), '[]') where "paymentMethods" <> '[]';

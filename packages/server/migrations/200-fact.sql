-- What figures are counted from: one row for each thing that somebody did, written in the transaction that it is part of.
-- Rows are added and never changed, but for a person who is erased; those of an order go with it.
create table fact (
  -- Points at nothing, as that of a presence: thousands of viewers would take turns at the row of one firm.
  "firmId" uuid not null,
  kind text not null check (kind in ('visited', 'signedUp', 'joined', 'left', 'clicked', 'carted', 'plusOne', 'ordered',
    'paid', 'refunded', 'shown', 'hidden')),
  -- Of the row that caused it: the same cause again writes nothing.
  "sourceId" text not null,
  at timestamptz not null,
  "liveId" uuid,
  -- Since the live began, milliseconds; negative in the waiting room.
  "offsetMs" bigint,
  -- Who did it: a person of a form, a viewer of a room, a visit of a page. All null: nobody that is known (any more).
  "signupUserId" uuid,
  "liveUserId" uuid,
  visit text,
  "productId" uuid,
  "orderId" uuid references "order" (id) on delete cascade,
  -- Minor units; of a refund what goes back, negative where it was taken back.
  amount bigint,
  currency text,
  -- Attribution of contract/tracking, as sign-up, order or visit have it; {}: nothing is known.
  attribution jsonb not null,
  -- Play money, members who look at their own room, rehearsals: no figure counts it.
  "isSimulated" boolean not null,
  primary key ("firmId", kind, "sourceId"),
  check ((amount is null) = (currency is null))
);
create index fact_by_time on fact ("firmId", at);
create index fact_by_live on fact ("liveId", kind) where "liveId" is not null;
create index fact_by_order on fact ("orderId") where "orderId" is not null;
create index fact_by_signup_user on fact ("signupUserId") where "signupUserId" is not null;
create index fact_by_live_user on fact ("liveUserId") where "liveUserId" is not null;
create index fact_by_visit on fact (at) where visit is not null;

-- What is stored already, as far as it is: presences, visits and clicks of the last 400 days, carts of now.
create temporary table "oldFact" on commit drop as select * from fact;
alter table "oldFact" alter column attribution set default '{}', alter column "isSimulated" set default false;

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", "signupUserId", "orderId", attribution, "isSimulated")
select seat."firmId", 'signedUp', concat_ws(' ', person.id, seat."liveId"), seat."createdAt", seat."liveId", person.id,
  bought.id, coalesce(person.given -> 'attribution', '{}'), coalesce(bought."isTest", false)
from "signupSeat" seat
  join "signupUser" person on person.id = seat."signupUserId"
  left join lateral (
    select "order".id, "order"."isTest" from "signupOrder" place join "order" on "order".id = place."orderId"
    where place."signupUserId" = person.id and place.state = 'seated' and seat."liveId" = any (place."liveIds")
      and place."createdAt" <= seat."createdAt"
    order by place."createdAt" desc limit 1
  ) as bought on true;

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", "liveUserId")
select "firmId", 'joined', id::text, "openedAt", "liveId", "liveUserId" from connection
union all
select "firmId", 'left', id::text, "closedAt", "liveId", "liveUserId" from connection where "closedAt" is not null;

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", visit, attribution)
select "firmId", 'visited', concat_ws(' ', page, "pageId", visit), "firstAt", case when page = 'live' then "pageId" end, visit,
  attribution
from "pageVisit";

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", visit, "productId")
select "firmId", case event when 'ClickProduct' then 'clicked' else 'carted' end, "eventId", at,
  case when page = 'live' then "pageId" end, visit, (items -> 0 ->> 'id')::uuid
from "viewFact" where event = 'ClickProduct' or (event = 'AddToCart' and page = 'salesPage');

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", "liveUserId", "productId")
select line."firmId", 'carted',
  concat_ws(' ', line."liveUserId", line."variantId", round(extract(epoch from line."addedAt") * 1000)), line."addedAt",
  viewer."liveId", line."liveUserId", variant."productId"
from "cartLine" line
  join variant on variant.id = line."variantId"
  left join "liveUser" viewer on viewer.id = line."liveUserId";

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", "liveUserId", "productId")
select distinct on (said."liveId", said.seq, line ->> 'productId') said."firmId", 'plusOne',
  concat_ws(' ', said."liveId", said.seq, line ->> 'productId'), said."saidAt", said."liveId", said."liveUserId",
  (line ->> 'productId')::uuid
from "commentOrder" said left join lateral jsonb_array_elements(said.lines) as line on true
where said."doubleOf" is null and said.outcome not in ('lowered', 'nothing')
  and (line is null or (line ->> 'asked')::integer > 0);

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", "liveUserId", "orderId", amount, currency, attribution,
  "isSimulated")
select "firmId", 'ordered', id::text, "createdAt", "liveId", "liveUserId", id, total + discount, currency,
  coalesce(given -> 'attribution', '{}'), "isTest"
from "order"
union all
-- What costs nothing has no payment.
select "firmId", 'paid', id::text, "paidAt", "liveId", "liveUserId", id, 0, currency,
  coalesce(given -> 'attribution', '{}'), "isTest"
from "order" where total = 0 and discount = 0 and "paidAt" is not null
union all
select payment."firmId", 'paid', payment.id::text, payment."paidAt", "order"."liveId", "order"."liveUserId", "order".id,
  payment.amount, payment.currency, coalesce("order".given -> 'attribution', '{}'), "order"."isTest"
from payment join "order" on "order".id = payment."orderId" where payment.state = 'paid'
union all
select refund."firmId", 'refunded', refund.id::text, refund."createdAt", "order"."liveId", "order"."liveUserId", "order".id,
  refund.amount, "order".currency, coalesce("order".given -> 'attribution', '{}'), "order"."isTest"
from refund join "order" on "order".id = refund."orderId" where refund.state <> 'withdrawn';

insert into "oldFact" ("firmId", kind, "sourceId", at, "liveId", "productId")
select "firmId", case kind when 'productShown' then 'shown' else 'hidden' end, concat_ws(' ', "liveId", seq), "createdAt",
  "liveId", (payload ->> 'productId')::uuid
from "roomEvent" where kind in ('productShown', 'productHidden');

insert into fact
select old."firmId", old.kind, old."sourceId", old.at, old."liveId",
  round(extract(epoch from old.at - live."beginAt") * 1000), coalesce(old."signupUserId", viewer."signupUserId"),
  old."liveUserId", old.visit, old."productId", old."orderId", old.amount, old.currency, old.attribution,
  old."isSimulated" or coalesce(viewer.preview, false) or live."rehearsalOf" is not null
from "oldFact" old
  left join live on live.id = old."liveId"
  left join "liveUser" viewer on viewer.id = old."liveUserId";

-- Whom the shop has erased, the figures do not know.
update fact set "signupUserId" = null, "liveUserId" = null, "sourceId" = gen_random_uuid()::text
from "signupUser" person
where person.id = fact."signupUserId" and person."erasedAt" is not null and fact.kind in ('signedUp', 'carted');
update fact set "signupUserId" = null, "liveUserId" = null
from "signupUser" person where person.id = fact."signupUserId" and person."erasedAt" is not null;

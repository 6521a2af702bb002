import { idOf, type Month, type MonthLive, picked, productCount } from './month.ts'
import { actorsOf, factsAs, instantAt } from './month-people.ts'

const price = (product: string): string => `((${product} + 1) * 10000)`

/** What is bought in a live's room and, while it runs, on a sales page: the table "bought". Amounts are minor units. */
const boughtAt = (month: Month, live: MonthLive): string => {
  const { firmId, size } = month
  const pick = (choice: number, below: number) => picked(size.seed, 'k', choice, below)
  const choices = (isOfRoom: boolean) => `
      select k, person, viewer, association, source, "hasSignedUp", ${isOfRoom} as "isOfRoom",
        ${idOf(firmId, isOfRoom ? 'order' : 'page order', 'k')} as "orderId",
        greatest(0, "joinMs") + 60000 + ${pick(50, 1800)} * 1000 as "orderMs", ${pick(51, 100)} = 0 as "isTest",
        ${pick(52, productCount)} as first, 1 + ${pick(53, 3)} as quantity, ${pick(54, 3)} = 0 as "hasSecond",
        (${pick(52, productCount)} + 7) % ${productCount} as second, ${pick(55, 2)} * 6000 as "deliveryFee",
        case when ${pick(56, 10)} = 0 then 5000 else 0 end as discount, ${pick(57, 100)} < 70 as "isPaid",
        ${pick(58, 72_000)} * 1000 + 120000 as "payMs", ${pick(59, 50)} = 0 as "isPaidTwice",
        case when ${pick(60, 100)} < ${size.refundPercent} then ${pick(61, 3)} end as refund, ${pick(62, 10)} = 0 as "isWithdrawn"
      from actor where ${isOfRoom ? `"hasCome" and not "isPreview" and ${pick(49, 100)} < ${size.orderPercent}` : `${pick(48, 200)} = 0`}`
  return `${actorsOf(month, live)}, chosen as (${choices(true)} union all ${choices(false)}
    ), priced as (
      select *, ${price('first')} * quantity + case when "hasSecond" then ${price('second')} else 0 end as subtotal from chosen
    ), totalled as (
      select *, subtotal - discount + "deliveryFee" as total from priced
    ), bought as (
      select *, ${idOf(firmId, 'payment', '"orderId"')} as "paymentId", ${idOf(firmId, 'extra', '"orderId"')} as "extraId",
        ${idOf(firmId, 'refund', '"orderId"')} as "refundId",
        case refund when 0 then total when 1 then least(total, ${price('first')}) when 2 then 1000 end as "refundAmount",
        case when refund is not null and "isPaid" and not "isWithdrawn" then refund end as gone
      from totalled
    )`
}

/** Of a refund which pieces it names: all, one of the first line, or none. */
const pieces = `case refund
    when 0 then jsonb_build_array(jsonb_build_object('place', 0, 'quantity', quantity)) || case when "hasSecond"
      then jsonb_build_array(jsonb_build_object('place', 1, 'quantity', 1)) else '[]'::jsonb end
    when 1 then jsonb_build_array(jsonb_build_object('place', 0, 'quantity', 1))
    else '[]'::jsonb end`

/** The rows of orders, their lines, payments and refunds. */
const rowsOf = ({ firmId }: Month, live: MonthLive, before: string): string[] => {
  const firm = `'${firmId}'::uuid`
  const at = (ms: string) => instantAt(live, ms)
  return [
    `${before}
    insert into "order" (id, "firmId", source, "sourceId", "liveId", "liveUserId", "shopperId", "orderNo", "keyHash",
      "paymentState", "fulfilmentState", "heldUntil", "paidAt", currency, subtotal, discount, "deliveryFee", "paymentFee",
      rounding, total, refunded, "totalQuantity", "paymentMethod", "fullName", phone, email, delivery, invoice, memo, given,
      "searchText", "contactText", "createdAt", "isTest")
    select "orderId", ${firm}, case when "isOfRoom" then 'room' else 'salesPage' end,
      case when not "isOfRoom" then ${idOf(firmId, 'page', `''`)} end, case when "isOfRoom" then '${live.id}'::uuid end,
      case when "isOfRoom" then viewer end, viewer, 'M' || case when "isOfRoom" then 'R' else 'P' end || k,
      md5("orderId"::text), case when gone = 0 then 'refunded' when "isPaid" then 'paid' else 'expired' end, 'none',
      ${at('"orderMs" + 900000')}, case when "isPaid" then ${at('"orderMs" + "payMs"')} end, 'TWD', subtotal, discount,
      "deliveryFee", 0, 0, total, case when gone is null then 0 else "refundAmount" end,
      quantity + case when "hasSecond" then 1 else 0 end, 'card', '林小美', '+886912345678', 'mei@example.com',
      '{"type":"self"}'::jsonb, '{"class":"member"}'::jsonb, '',
      jsonb_build_object('attribution', jsonb_build_object('association', association, 'source', source)), '', '',
      ${at('"orderMs"')}, "isTest"
    from bought`,
    ...['first', 'second'].map(
      (line, place) => `${before}
    insert into "orderLine" ("orderId", place, "firmId", "variantId", "productId", "productName", "variantName", keyword,
      "imageUrl", price, quantity, discount, "refundedQuantity")
    select "orderId", ${place}, ${firm}, ${idOf(firmId, 'variant', line)}, ${idOf(firmId, 'product', line)},
      '陶碗 ' || ${line}, '', '', '', ${price(line)}, ${place === 0 ? 'quantity' : '1'}, ${place === 0 ? 'discount' : '0'},
      case when gone = 0 then ${place === 0 ? 'quantity' : '1'} when gone = 1 then ${1 - place} else 0 end
    from bought ${place === 0 ? '' : 'where "hasSecond"'}`,
    ),
    ...(['paymentId', 'extraId'] as const).map(
      (id) => `${before}
    insert into payment (id, "firmId", "orderId", method, gateway, state, amount, currency, reference, "createdAt", "paidAt",
      refunded, "isExtra")
    select "${id}", ${firm}, "orderId", 'card', 'month', case when "isPaid" then 'paid' else 'failed' end, total, 'TWD',
      "${id}"::text, ${at('"orderMs"')},
      case when "isPaid" then ${at(`"orderMs" + "payMs" + ${id === 'extraId' ? 300_000 : 0}`)} end,
      ${id === 'extraId' ? '0' : 'case when gone is null then 0 else "refundAmount" end'}, ${id === 'extraId'}
    from bought ${id === 'extraId' ? 'where "isPaid" and "isPaidTwice"' : ''}`,
    ),
    `${before}
    insert into refund (id, "firmId", "orderId", "paymentId", state, amount, lines, fees, restocked, memo, owed, "createdAt",
      "createdBy")
    select "refundId", ${firm}, "orderId", "paymentId", case when "isWithdrawn" then 'withdrawn' else 'done' end,
      "refundAmount", ${pieces}, '{}'::jsonb, false, '', false, ${at('"orderMs" + "payMs" + 600000')}, '王小明'
    from bought where "isPaid" and refund is not null`,
  ]
}

/** The statements that write what sold at one live: rows of the shop, and the facts that their causes would have left. */
export const moneyOf = (month: Month, live: MonthLive): string[] => {
  const before = boughtAt(month, live)
  const ofRoom = {
    liveUserId: 'viewer',
    signupUserId: 'case when "hasSignedUp" then person end',
    orderId: '"orderId"',
    isSimulated: '"isTest"',
  }
  const ofPage = { isOfLive: false, orderId: '"orderId"', isSimulated: '"isTest"' }
  const facts = [
    { kind: 'ordered', sourceId: '"orderId"::text', ms: '"orderMs"', amount: 'total + discount', where: 'true' },
    { kind: 'paid', sourceId: '"paymentId"::text', ms: '"orderMs" + "payMs"', amount: 'total', where: '"isPaid"' },
    {
      kind: 'paid',
      sourceId: '"extraId"::text',
      ms: '"orderMs" + "payMs" + 300000',
      amount: 'total',
      where: '"isPaid" and "isPaidTwice"',
    },
    {
      kind: 'refunded',
      sourceId: '"refundId"::text',
      ms: '"orderMs" + "payMs" + 600000',
      amount: '"refundAmount"',
      where: '"isPaid" and refund is not null',
    },
    {
      kind: 'refunded',
      sourceId: `concat_ws(' ', "refundId", 'withdrawn')`,
      ms: '"orderMs" + "payMs" + 1200000',
      amount: '-"refundAmount"',
      where: '"isPaid" and refund is not null and "isWithdrawn"',
    },
  ] as const
  return [
    ...rowsOf(month, live, before),
    ...facts.flatMap(({ kind, where, ...is }) =>
      [ofRoom, ofPage].map((of) =>
        factsAs(month, live, before, kind, {
          ...of,
          ...is,
          from: `bought where ${of === ofRoom ? '' : 'not '}"isOfRoom" and ${where}`,
        }),
      ),
    ),
  ]
}

import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderTables } from './order.tables.ts'

/** So long after its payment nobody has to be reached about an order any more: 7 days to return it, and time to settle. */
const orderContactDays = 60
const dayMs = 86_400_000
/** Instead of a street, and of what a buyer wrote. */
const blank = '—'

/**
 * Takes the person out of their orders. What was sold, for how much, when, how it was paid and on which invoice stays: the
 * books must be kept. Orders under way keep what delivery and payment need; answers how many those are.
 */
export const eraseOrders = async (
  tx: Tx,
  firmId: string,
  of: { readonly liveUserIds: readonly string[]; readonly orderIds: readonly string[]; readonly pseudonym: string },
  now: Date,
): Promise<{ readonly erasedIds: string[]; readonly underWay: number }> => {
  const on = tx.as<OrderTables>()
  const keptSince = new Date(now.getTime() - orderContactDays * dayMs)
  const rows = await on
    .selectFrom('order')
    .select(['id', 'paymentState', 'fulfilmentState', 'createdAt', 'paidAt', 'refundDue'])
    .where('firmId', '=', firmId)
    .where(sql<SqlBool>`("liveUserId" = any(${[...of.liveUserIds]}::uuid[]) or id = any(${[...of.orderIds]}::uuid[]))`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const isUnderWay = ({
    paymentState,
    fulfilmentState,
    createdAt,
    paidAt,
    refundDue,
  }: (typeof rows)[number]): boolean =>
    paymentState === 'pending' ||
    paymentState === 'onDelivery' ||
    paymentState === 'refundDue' ||
    refundDue > 0 ||
    ((paymentState === 'paid' || paymentState === 'partlyRefunded') &&
      fulfilmentState !== 'completed' &&
      fulfilmentState !== 'returned' &&
      (paidAt ?? createdAt) > keptSince)
  const ids = rows.filter((row) => !isUnderWay(row)).map(({ id }) => id)
  const underWay = rows.length - ids.length
  if (ids.length === 0) return { erasedIds: ids, underWay }
  await sql`
    update "order" set "fullName" = ${of.pseudonym}, phone = '', email = '', memo = '', given = '{}'::jsonb, remember = false,
      "deviceHash" = '', "strangerNetwork" = '', "contactText" = '',
      "searchText" = lower("orderNo") || ' ' || lower(${of.pseudonym}),
      delivery = case when delivery ->> 'type' = 'home' then jsonb_set(delivery, '{address}', to_jsonb(${blank}::text)) else delivery end
    where "firmId" = ${firmId} and id = any(${ids}::uuid[])`.execute(on)
  await sql`
    update "orderEvent" set actor = '', memo = ''
    where "firmId" = ${firmId} and "orderId" = any(${ids}::uuid[]) and "actorKind" = 'shopper'`.execute(on)
  await sql`
    update "orderMessage" set name = ${of.pseudonym}, text = ${blank}
    where "firmId" = ${firmId} and "orderId" = any(${ids}::uuid[]) and "from" = 'shopper'`.execute(on)
  return { erasedIds: ids, underWay }
}

import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { OrderSource } from '@kaimai/contract/order/order.schema.ts'
import { unpaidOrdersMax } from '@kaimai/contract/order/unpaid.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { asDialled, folded } from '../../platform/db/search.ts'
import type { OrderEventRow, OrderLineRow, OrderRow, OrderTables } from './order.tables.ts'

/** What narrows the orders. */
export interface OrderNarrowing {
  readonly q: string | undefined
  /** Whether `q` looks in phone and e-mail too. */
  readonly inContacts: boolean
  readonly paymentState: PaymentState | undefined
  readonly liveId: string | undefined
  readonly source?: OrderSource | undefined
  /** Whose buyer waits for an answer. */
  readonly unanswered?: boolean | undefined
  /** Money of it is still to be given back by hand. */
  readonly refundDue?: boolean | undefined
  /** Its buyer says that money was transferred, and nobody has looked for it. */
  readonly transferReported?: boolean | undefined
}

export interface OrderFilter extends OrderNarrowing {
  readonly sort: OrderSort
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** Whose unpaid orders: a shopper's, or those of a paid form. */
export type UnpaidOf =
  | { readonly firmId: string; readonly shopperId: string }
  | { readonly firmId: string; readonly formId: string }

/** Columns the list may be sorted by. */
export const orderSorts = ['createdAt', 'orderNo', 'total', 'paidAt'] as const
export type OrderSort = (typeof orderSorts)[number]

const listColumns = [
  'order.id',
  'order.orderNo',
  'order.source',
  'order.sourceId',
  'order.liveId',
  'order.unanswered',
  'order.createdAt',
  'order.fullName',
  'order.totalQuantity',
  'order.total',
  'order.refunded',
  'order.refundDue',
  'order.transferDigits',
  'order.currency',
  'order.paymentState',
  'order.fulfilmentState',
  'order.paymentMethod',
  'order.paidAt',
] as const

/** What staff may search for beyond the number and the name: the phone as it is dialled at home and abroad, the e-mail. */
export const contactTextOf = (phone: string, email: string): string =>
  `${folded(email)} ${phone} ${phone.replace(/^\+886/, '0')}`

const inColumn = (column: 'searchText' | 'contactText', needle: string) =>
  sql<SqlBool>`strpos(${sql.ref(column)}, ${needle}) > 0`

/** What staff and shoppers read of orders. */
export const createOrderListStore = (db: Database) => {
  const on = () => db.as<OrderTables>()

  const matching = (q: string, inContacts: boolean) => {
    const needle = folded(q)
    const dialled = asDialled(needle) || needle
    const inText = inColumn('searchText', needle)
    return inContacts
      ? sql<SqlBool>`(${inText} or ${inColumn('contactText', needle)} or ${inColumn('contactText', dialled)})`
      : inText
  }

  const found = (
    firmId: string,
    { q, inContacts, paymentState, liveId, source, unanswered, refundDue, transferReported }: OrderNarrowing,
  ) => {
    let query = on().selectFrom('order').where('order.firmId', '=', firmId)
    if (paymentState !== undefined) query = query.where('order.paymentState', '=', paymentState)
    if (liveId !== undefined) query = query.where('order.liveId', '=', liveId)
    if (source !== undefined) query = query.where('order.source', '=', source)
    if (unanswered === true) query = query.where('order.unanswered', '=', sql.lit(true))
    if (refundDue === true) query = query.where('order.refundDue', '>', sql.lit(0))
    if (transferReported === true) query = query.where('order.transferDigits', '<>', sql.lit(''))
    if (q !== undefined) query = query.where(matching(q, inContacts))
    return query
  }

  /** The buyer of each order of a live, as a query for others to join; orders that came to nothing don't count. */
  const buyersIn = (firmId: string, liveId: string) =>
    on()
      .selectFrom('order')
      .select('liveUserId')
      .$narrowType<{ liveUserId: string }>()
      .where('firmId', '=', firmId)
      .where('liveId', '=', liveId)
      .where('liveUserId', 'is not', null)
      .where('paymentState', 'not in', ['expired', 'cancelled'])

  return {
    list: async (firmId: string, filter: OrderFilter) => {
      const direction = filter.descending ? 'desc' : 'asc'
      // Found in an index alone (119-order-list.sql); of the rows only one page is read.
      const ids = (
        await found(firmId, filter)
          .select('order.id')
          // What is never null must not say where nulls go: the index wouldn't fit.
          .orderBy(`order.${filter.sort}`, (order) => {
            const sorted = filter.descending ? order.desc() : order.asc()
            return filter.sort === 'paidAt' ? sorted.nullsLast() : sorted
          })
          .orderBy('order.id', direction)
          .limit(filter.limit)
          .offset(filter.offset)
          .execute()
      ).map(({ id }) => id)
      const page =
        ids.length === 0
          ? []
          : await on()
              .selectFrom('order')
              .innerJoin('orderLine as first', (join) =>
                join.onRef('first.orderId', '=', 'order.id').on('first.place', '=', 0),
              )
              .select(listColumns)
              .select(['first.productName as firstProduct', 'first.imageUrl as firstImageUrl'])
              .where('order.firmId', '=', firmId)
              .where('order.id', 'in', ids)
              .execute()
      const byId = new Map(page.map((row) => [row.id, row]))
      const rows = ids.flatMap((id) => byId.get(id) ?? [])
      const { total } = await found(firmId, filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },

    /** How many there are of each state of payment; a state without any is missing. */
    counts: async (firmId: string, narrowing: OrderNarrowing): Promise<ReadonlyMap<PaymentState, number>> => {
      const rows = await found(firmId, narrowing)
        .select((eb) => ['order.paymentState', eb.fn.countAll<number>().as('total')])
        .groupBy('order.paymentState')
        .execute()
      return new Map(rows.map(({ paymentState, total }) => [paymentState, total]))
    },

    find: (firmId: string, orderId: string): Promise<OrderRow | undefined> =>
      on().selectFrom('order').selectAll().where('firmId', '=', firmId).where('id', '=', orderId).executeTakeFirst(),

    /** By the hash of the key in a shopper's link. */
    byKeyHash: (keyHash: string): Promise<{ id: string; firmId: string } | undefined> =>
      on().selectFrom('order').select(['id', 'firmId']).where('keyHash', '=', keyHash).executeTakeFirst(),

    paymentState: async (firmId: string, orderId: string): Promise<PaymentState | undefined> => {
      const row = await on()
        .selectFrom('order')
        .select('paymentState')
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .executeTakeFirst()
      return row?.paymentState
    },

    /** Paid orders and what they brought, minor units, refunds or not, by live; no test orders. Lives without any are missing. */
    figures: async (
      firmId: string,
      liveIds: readonly string[],
    ): Promise<ReadonlyMap<string, { orders: number; revenue: number }>> => {
      if (liveIds.length === 0) return new Map()
      const rows = await on()
        .selectFrom('order')
        .select((eb) => ['liveId', eb.fn.countAll<number>().as('orders'), eb.fn.sum<number>('total').as('revenue')])
        .$narrowType<{ liveId: string }>()
        .where('firmId', '=', firmId)
        .where('liveId', 'in', liveIds)
        .where('paidAt', 'is not', null)
        .where('isTest', '=', sql.lit(false))
        .groupBy('liveId')
        .execute()
      return new Map(rows.map(({ liveId, orders, revenue }) => [liveId, { orders, revenue }]))
    },

    /** Orders of those viewers and those with these ids, the oldest first. */
    ofViewers: async (firmId: string, liveUserIds: readonly string[], orderIds: readonly string[] = []) =>
      liveUserIds.length + orderIds.length === 0
        ? []
        : on()
            .selectFrom('order')
            .select(['id', 'orderNo', 'total', 'currency', 'paymentState', 'createdAt'])
            .where('firmId', '=', firmId)
            .where((eb) =>
              eb.or([
                ...(liveUserIds.length > 0 ? [eb('liveUserId', 'in', liveUserIds)] : []),
                ...(orderIds.length > 0 ? [eb('id', 'in', orderIds)] : []),
              ]),
            )
            .orderBy('createdAt')
            .execute(),

    /** Orders of those shoppers, and those orders; the newest first, at most `limit`. */
    ofShoppers: async (
      firmId: string,
      { shopperIds, orderIds }: { readonly shopperIds: readonly string[]; readonly orderIds: readonly string[] },
      limit: number,
    ) =>
      shopperIds.length + orderIds.length === 0
        ? []
        : on()
            .selectFrom('order')
            .innerJoin('orderLine as first', (join) =>
              join.onRef('first.orderId', '=', 'order.id').on('first.place', '=', 0),
            )
            .select(listColumns)
            .select(['order.phone', 'order.deviceHash'])
            .select(['first.productName as firstProduct', 'first.imageUrl as firstImageUrl'])
            .where('order.firmId', '=', firmId)
            .where(
              sql<SqlBool>`("order"."shopperId" = any(${shopperIds}::uuid[]) or "order".id = any(${orderIds}::uuid[]))`,
            )
            .orderBy('order.createdAt', 'desc')
            .orderBy('order.id', 'desc')
            .limit(limit)
            .execute(),

    /** Orders of a shopper, or of a form, that a browser has placed and that can still be paid; the first to end first. */
    unpaidOf: (of: UnpaidOf, deviceHash: string, now: Date) => {
      const unpaid = on()
        .selectFrom('order')
        .select(['id', 'orderNo', 'total', 'currency', 'heldUntil', 'paymentMethod'])
        .where('firmId', '=', of.firmId)
        .where('paymentState', '=', sql.lit('pending'))
        .where('heldUntil', '>', now)
        .where('deviceHash', '=', deviceHash)
        .where('deviceHash', '<>', sql.lit(''))
      const own =
        'shopperId' in of
          ? unpaid.where('shopperId', '=', of.shopperId)
          : unpaid.where('source', '=', 'signup').where('sourceId', '=', of.formId)
      return own.orderBy('heldUntil').orderBy('id').limit(unpaidOrdersMax).execute()
    },

    buyersIn,

    /** Full names of who placed these orders. */
    namesOf: (firmId: string, orderIds: readonly string[]) =>
      on()
        .selectFrom('order')
        .select(['id', 'fullName'])
        .where('firmId', '=', firmId)
        .where(sql<SqlBool>`id = any(${orderIds}::uuid[])`)
        .execute(),

    /** What these viewers have ordered in a live, in minor units. */
    boughtBy: async (firmId: string, liveId: string, liveUserIds: readonly string[]) => {
      if (liveUserIds.length === 0) return []
      const rows = await buyersIn(firmId, liveId)
        .select((eb) => [eb.fn.countAll<number>().as('orders'), eb.fn.sum<number>('total').as('total')])
        .where('liveUserId', 'in', liveUserIds)
        .groupBy('liveUserId')
        .execute()
      return rows.map(({ liveUserId, orders, total }) => ({ liveUserId, orders: Number(orders), total: Number(total) }))
    },

    lines: (firmId: string, orderId: string): Promise<OrderLineRow[]> =>
      on()
        .selectFrom('orderLine')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .orderBy('place')
        .execute(),

    events: (firmId: string, orderId: string): Promise<OrderEventRow[]> =>
      on()
        .selectFrom('orderEvent')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .orderBy('at')
        .orderBy('id')
        .execute(),
  }
}
export type OrderListStore = ReturnType<typeof createOrderListStore>

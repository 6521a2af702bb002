import type { Machine } from '@kaimai/contract/common/machine.ts'
import { discountShares } from '@kaimai/contract/order/discount.rules.ts'
import { paymentMachine } from '@kaimai/contract/order/order.machine.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Executor } from '../../platform/db/database.ts'
import { folded } from '../../platform/db/search.ts'
import { newId } from '../../platform/ids.ts'
import type { StockLine } from '../product/product.service.ts'
import { partOf } from '../fact/fact.events.ts'
import { counterOf } from './order-number.ts'
import { orderActColumns, orderedFacts } from './order-act-facts.ts'
import type { OrderEventRow, OrderLineRow, OrderRow, OrderTables } from './order.tables.ts'

type MoveOf<M> = M extends Machine<string, infer Move> ? Move : never
export type PaymentMove = MoveOf<typeof paymentMachine>

const stateColumns = [
  'id',
  'firmId',
  'source',
  'sourceId',
  'liveId',
  'orderNo',
  'paymentState',
  'refunded',
  'heldUntil',
  'total',
  'currency',
  'paymentFee',
  'rounding',
  'paymentMethod',
  'transferDigits',
  'fulfilmentState',
  'createdAt',
] as const

/** What a change of an order's money needs to know of it. */
export type OrderState = Pick<OrderRow, (typeof stateColumns)[number]> & { readonly lines: readonly StockLine[] }

/** An unpaid order whose time is over. */
export type DueOrder = Pick<OrderRow, 'id' | 'firmId' | 'heldUntil'>

export type NewEvent = Pick<OrderEventRow, 'kind' | 'actorKind'> & Partial<Pick<OrderEventRow, 'actor' | 'memo'>>

/** An order before it has its number. */
export type NewOrder = Omit<OrderRow, 'orderNo' | 'searchText'> & {
  readonly number: { readonly prefix: string; readonly day: string }
}

const orderColumns: readonly (keyof OrderRow)[] = [
  'id',
  'firmId',
  'source',
  'sourceId',
  'liveId',
  'liveUserId',
  'shopperId',
  'orderNo',
  'keyHash',
  'paymentState',
  'fulfilmentState',
  'heldUntil',
  'paidAt',
  'currency',
  'subtotal',
  'discount',
  'deliveryFee',
  'paymentFee',
  'rounding',
  'total',
  'refunded',
  'refundDue',
  'transferDigits',
  'totalQuantity',
  'paymentMethod',
  'isTest',
  'fullName',
  'phone',
  'email',
  'delivery',
  'invoice',
  'memo',
  'searchText',
  'contactText',
  'given',
  'remember',
  'language',
  'deviceHash',
  'strangerNetwork',
  'associationId',
  'associationVisitAt',
  'associationSignupId',
  'purchaseTrackedAt',
  'unanswered',
  'createdAt',
]

const linesOf = (eb: ExpressionBuilder<OrderTables, 'order'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('orderLine')
      .select(['orderLine.variantId', 'orderLine.quantity'])
      .$narrowType<{ variantId: string }>()
      .whereRef('orderLine.orderId', '=', 'order.id')
      .where('orderLine.variantId', 'is not', null)
      .orderBy('orderLine.place'),
  ).as('lines')

export const createOrderStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<OrderTables>()
  const eventRow = (firmId: string, orderId: string, at: Date, event: NewEvent): OrderEventRow => ({
    id: newId(),
    firmId,
    orderId,
    at,
    actor: '',
    memo: '',
    ...event,
  })

  return {
    /**
     * Gives the order the day's next number and writes it, its lines and the beginning of its timeline. Call it last: an
     * order that fails after it leaves its number unused, or on the embedded database keeps others waiting until its
     * commit. Answers the order number.
     */
    insert: async (
      { number, ...row }: NewOrder,
      lines: readonly Omit<OrderLineRow, 'orderId' | 'firmId' | 'place' | 'refundedQuantity' | 'discount'>[],
      event: NewEvent,
      executor: Executor,
    ): Promise<string> => {
      const { prefix, day } = number
      const { firmId, id: orderId } = row
      const counter = await counterOf(db, firmId, day)
      // At least four digits; lpad alone would cut a fifth off.
      const tail = sql`${day}::text || lpad(taken::text, greatest(4, length(taken::text)), '0')`
      const values: Record<keyof OrderRow, unknown> = {
        ...row,
        delivery: JSON.stringify(row.delivery),
        invoice: JSON.stringify(row.invoice),
        given: JSON.stringify(row.given),
        orderNo: sql`${prefix}::text || ${tail}`,
        searchText: sql`${folded(prefix)}::text || ${tail} || ' ' || ${folded(row.fullName)}::text`,
      }
      const amounts = lines.map(({ price, quantity }) => price * quantity)
      const shares = discountShares(amounts, row.discount, row.currency)
      const lineRows = lines.map((line, place) => ({
        ...line,
        orderId,
        firmId,
        place,
        discount: shares[place] ?? 0,
        refundedQuantity: 0,
      }))
      const { orderNo } = await on(executor)
        .with('counter', () => sql<{ taken: number }>`(${counter})`)
        .with('placed', (make) =>
          make
            .insertInto('order')
            .columns(orderColumns)
            .expression((eb) =>
              eb.selectFrom('counter').select(orderColumns.map((column) => sql`${values[column]}`.as(column))),
            )
            .returning(['orderNo', ...orderActColumns]),
        )
        .with('facts', () => partOf(orderedFacts))
        .with('written', (make) => make.insertInto('orderLine').values(lineRows))
        .with('begun', (make) => make.insertInto('orderEvent').values(eventRow(firmId, orderId, row.createdAt, event)))
        .selectFrom('placed')
        .select('orderNo')
        .executeTakeFirstOrThrow()
      return orderNo
    },

    /** Keeps other changes of the order's money waiting until the transaction ends. Lock it before its stock. */
    lock: (firmId: string, orderId: string, executor: Executor): Promise<OrderState | undefined> =>
      on(executor)
        .selectFrom('order')
        .select(stateColumns)
        .select(linesOf)
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .forUpdate()
        .executeTakeFirst(),

    /** Those of them that still wait for their payment, locked; what somebody else changes now is left to them. */
    lockPending: async (firmId: string, orderIds: readonly string[], executor: Executor): Promise<OrderState[]> =>
      orderIds.length === 0
        ? []
        : on(executor)
            .selectFrom('order')
            .select(stateColumns)
            .select(linesOf)
            .where('firmId', '=', firmId)
            .where('id', 'in', orderIds)
            .where('paymentState', '=', 'pending')
            .forUpdate()
            .skipLocked()
            .execute(),

    /** Unpaid orders whose time is over, the longest over first. */
    due: (now: Date, limit: number, except: readonly string[]): Promise<DueOrder[]> => {
      const due = on(db)
        .selectFrom('order')
        .select(['id', 'firmId', 'heldUntil'])
        .where('paymentState', '=', sql.lit('pending'))
        .where('heldUntil', '<=', now)
      const others = except.length === 0 ? due : due.where('id', 'not in', except)
      return others.orderBy('heldUntil').limit(limit).execute()
    },

    /** Those of them whose time is over still, locked; those that another worker holds are left to it. */
    lockDue: async (now: Date, orderIds: readonly string[], executor: Executor): Promise<OrderState[]> =>
      orderIds.length === 0
        ? []
        : on(executor)
            .selectFrom('order')
            .select(stateColumns)
            .select(linesOf)
            .where('paymentState', '=', 'pending')
            .where('heldUntil', '<=', now)
            .where('id', 'in', orderIds)
            .orderBy('heldUntil')
            .forUpdate()
            .skipLocked()
            .execute(),

    /** Moves the payment state as the machine allows, with its entry in the timeline; throws when it does not. */
    move: async (
      { firmId, id }: Pick<OrderState, 'firmId' | 'id'>,
      move: PaymentMove,
      { at, event, paid }: { readonly at: Date; readonly event: NewEvent; readonly paid?: boolean },
      executor: Executor,
    ): Promise<void> => {
      const { from, to } = paymentMachine.moves[move]
      const moved = await on(executor)
        .with('moved', (make) =>
          make
            .updateTable('order')
            .set({ paymentState: to, ...(paid === true ? { paidAt: at } : {}) })
            .where('firmId', '=', firmId)
            .where('id', '=', id)
            .where('paymentState', 'in', from)
            .returning('id'),
        )
        .with('noted', (make) => make.insertInto('orderEvent').values(eventRow(firmId, id, at, event)))
        .selectFrom('moved')
        .select('id')
        .executeTakeFirst()
      if (!moved) throw new Error(`order ${id} can not ${move}`)
    },

    /** Longer, never shorter. */
    holdUntil: async (firmId: string, orderId: string, until: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('order')
        .set({ heldUntil: until })
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .where('heldUntil', '<', until)
        .execute()
    },

    addEvent: async (
      firmId: string,
      orderId: string,
      at: Date,
      event: NewEvent,
      executor: Executor = db,
    ): Promise<void> => {
      await on(executor)
        .insertInto('orderEvent')
        .values(eventRow(firmId, orderId, at, event))
        .execute()
    },
  }
}
export type OrderStore = ReturnType<typeof createOrderStore>

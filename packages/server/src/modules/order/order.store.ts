import type { Machine } from '@kaimai/contract/common/machine.ts'
import { paymentMachine, type PaymentState } from '@kaimai/contract/order/order.machine.ts'
import { sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { OrderEventRow, OrderLineRow, OrderRow, OrderTables } from './order.tables.ts'

type MoveOf<M> = M extends Machine<string, infer Move> ? Move : never
export type PaymentMove = MoveOf<typeof paymentMachine>

/** What a change of an order's money needs to know of it. */
export type OrderState = Pick<
  OrderRow,
  | 'id'
  | 'firmId'
  | 'liveId'
  | 'liveUserId'
  | 'orderNo'
  | 'paymentState'
  | 'heldUntil'
  | 'total'
  | 'currency'
  | 'paymentFee'
  | 'paymentMethod'
>
const stateColumns = [
  'id',
  'firmId',
  'liveId',
  'liveUserId',
  'orderNo',
  'paymentState',
  'heldUntil',
  'total',
  'currency',
  'paymentFee',
  'paymentMethod',
] as const

export type NewEvent = Pick<OrderEventRow, 'kind' | 'actorKind'> & Partial<Pick<OrderEventRow, 'actor' | 'memo'>>

/** States whose pieces count against the limit per person. */
const countedStates: readonly PaymentState[] = ['pending', 'paid', 'partlyRefunded']

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
    /** The order that this very call has made before. */
    byIdempotencyKey: (firmId: string, liveUserId: string, key: string, executor: Executor) =>
      on(executor)
        .selectFrom('order')
        .select(['id', 'orderNo', 'total', 'bodyHash'])
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .where('idempotencyKey', '=', key)
        .executeTakeFirst(),

    /** Pieces per product in the person's orders that are neither expired, cancelled nor refunded. */
    piecesOf: async (
      firmId: string,
      liveUserId: string,
      productIds: readonly string[],
      executor: Executor,
    ): Promise<ReadonlyMap<string, number>> => {
      if (productIds.length === 0) return new Map()
      const rows = await on(executor)
        .selectFrom('order')
        .innerJoin('orderLine', 'orderLine.orderId', 'order.id')
        .select((eb) => ['orderLine.productId', eb.fn.sum<number>('orderLine.quantity').as('pieces')])
        .where('order.firmId', '=', firmId)
        .where('order.liveUserId', '=', liveUserId)
        .where('order.paymentState', 'in', countedStates)
        .where('orderLine.productId', 'in', productIds)
        .groupBy('orderLine.productId')
        .execute()
      return new Map(rows.map(({ productId, pieces }) => [productId, pieces]))
    },

    countUnpaid: async (firmId: string, liveUserId: string, executor: Executor): Promise<number> => {
      const row = await on(executor)
        .selectFrom('order')
        .select((eb) => eb.fn.countAll<number>().as('unpaid'))
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .where('paymentState', '=', 'pending')
        .executeTakeFirstOrThrow()
      return row.unpaid
    },

    /** The day's next number; other orders of the firm wait for it until the transaction ends, so take it late. */
    nextNumber: async (firmId: string, day: string, executor: Executor): Promise<number> => {
      const { taken } = await on(executor)
        .insertInto('orderCounter')
        .values({ firmId, day, taken: 1 })
        .onConflict((conflict) =>
          conflict.columns(['firmId', 'day']).doUpdateSet({ taken: sql<number>`${sql.ref('orderCounter.taken')} + 1` }),
        )
        .returning('taken')
        .executeTakeFirstOrThrow()
      return taken
    },

    /** The order, its lines and the beginning of its timeline, in one statement. */
    insert: async (
      row: OrderRow,
      lines: readonly Omit<OrderLineRow, 'orderId' | 'firmId' | 'place'>[],
      event: NewEvent,
      executor: Executor,
    ): Promise<void> => {
      const lineRows = lines.map((line, place) => ({ ...line, orderId: row.id, firmId: row.firmId, place }))
      await on(executor)
        .with('placed', (make) =>
          make.insertInto('order').values({ ...row, delivery: json(row.delivery), invoice: json(row.invoice) }),
        )
        .with('lines', (make) => make.insertInto('orderLine').values(lineRows))
        .insertInto('orderEvent')
        .values(eventRow(row.firmId, row.id, row.createdAt, event))
        .execute()
    },

    /** Keeps other changes of the order's money waiting until the transaction ends. Lock it before its stock. */
    lock: (firmId: string, orderId: string, executor: Executor): Promise<OrderState | undefined> =>
      on(executor)
        .selectFrom('order')
        .select(stateColumns)
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .forUpdate()
        .executeTakeFirst(),

    /** Unpaid orders whose time is over, locked; those that another worker holds are left to it. */
    lockDue: (now: Date, limit: number, executor: Executor): Promise<OrderState[]> =>
      on(executor)
        .selectFrom('order')
        .select(stateColumns)
        .where('paymentState', '=', 'pending')
        .where('heldUntil', '<=', now)
        .orderBy('heldUntil')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),

    /** Moves the payment state as the machine allows; throws when it does not from where the order is. */
    move: async (
      firmId: string,
      orderId: string,
      move: PaymentMove,
      set: Partial<Pick<OrderRow, 'paidAt'>>,
      executor: Executor,
    ): Promise<void> => {
      const { from, to } = paymentMachine.moves[move]
      const moved = await on(executor)
        .updateTable('order')
        .set({ ...set, paymentState: to })
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .where('paymentState', 'in', from)
        .returning('id')
        .executeTakeFirst()
      if (!moved) throw new Error(`order ${orderId} can not ${move}`)
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

    lines: (firmId: string, orderIds: readonly string[], executor: Executor = db): Promise<OrderLineRow[]> =>
      on(executor)
        .selectFrom('orderLine')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', 'in', orderIds)
        .orderBy('orderId')
        .orderBy('place')
        .execute(),
  }
}
export type OrderStore = ReturnType<typeof createOrderStore>

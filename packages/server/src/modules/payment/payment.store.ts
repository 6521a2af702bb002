import type { Machine } from '@kaimai/contract/common/machine.ts'
import { paymentTryMachine } from '@kaimai/contract/payment/payment.machine.ts'
import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { type QueryCreator, sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import { factsOf, partOf } from '../fact/fact.events.ts'
import type { GatewayWord } from '../gateway/gateway.service.ts'
import type { PaymentRecord } from '../order/order.service.ts'
import type { NoticeRow, PaymentRow, PaymentTables } from './payment.tables.ts'
import { readOnce } from '../../platform/db/read-once.ts'

type MoveOf<M> = M extends Machine<string, infer Move> ? Move : never
export type TryMove = MoveOf<typeof paymentTryMachine>

type Details = Partial<Pick<PaymentRow, 'paidAt' | 'queryAt' | 'tradeNo' | 'code' | 'codeExpiresAt' | 'amount'>>

type NewNotice = Pick<NoticeRow, 'id' | 'gateway' | 'receivedAt' | 'body' | 'verified' | 'says'>

const noticeRow = (notice: NewNotice) => ({
  ...notice,
  says: notice.says === null ? null : json(notice.says),
  appliedAt: null,
  outcome: null,
})

/** A verified notice that was not applied yet. */
export interface WaitingNotice {
  readonly id: string
  readonly gateway: string
  readonly says: GatewayWord
}

/** Of payments that came in by this statement: what they paid for says who, where from and whether it is play money. */
const paidFacts = factsOf('paid', sql`come join "order" on "order".id = come."orderId"`, {
  firmId: sql`come."firmId"`,
  sourceId: sql`come.id::text`,
  at: sql`come."paidAt"`,
  liveId: sql`"order"."liveId"`,
  liveUserId: sql`"order"."liveUserId"`,
  orderId: sql`come."orderId"`,
  amount: sql`come.amount`,
  currency: sql`come.currency`,
  attribution: sql`("order".given -> 'attribution')`,
  isSimulated: sql`"order"."isTest"`,
})
const comeColumns = ['id', 'firmId', 'orderId', 'amount', 'currency', 'paidAt'] as const

const recordOf = (row: PaymentRow): PaymentRecord => {
  const { id, method, gateway, state, amount, createdAt, paidAt, code, isExtra, refunded } = row
  const reference = row.tradeNo || row.reference
  return { id, method, gateway, state, amount, createdAt, paidAt, code, isExtra, refunded, reference }
}

export const createPaymentStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<PaymentTables>()
  return {
    /** All tries to pay an order, oldest first. */
    ofOrder: async (firmId: string, orderId: string): Promise<PaymentRecord[]> => {
      const rows = await on(db)
        .selectFrom('payment')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .orderBy('id')
        .execute()
      return rows.map(recordOf)
    },

    tries: (firmId: string, orderId: string, executor: Executor): Promise<PaymentRow[]> =>
      on(executor)
        .selectFrom('payment')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .execute(),

    /** Whether a try to pay the order was begun and may still succeed. */
    isBeingPaid: async (executor: Executor, firmId: string, orderId: string): Promise<boolean> => {
      const open = await on(executor)
        .selectFrom('payment')
        .select('id')
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .where('state', 'in', ['created', 'waiting'])
        .limit(1)
        .executeTakeFirst()
      return open !== undefined
    },

    /** Tries to pay those orders that may still succeed. */
    openOf: async (orderIds: readonly string[]): Promise<PaymentRow[]> =>
      orderIds.length === 0
        ? []
        : on(db)
            .selectFrom('payment')
            .selectAll()
            .where('orderId', 'in', orderIds)
            .where('state', 'in', ['created', 'waiting'])
            .orderBy('id')
            .execute(),

    /** The payments of an order that came in, the one it was paid with first. */
    received: (firmId: string, orderId: string, executor: Executor): Promise<PaymentRow[]> =>
      on(executor)
        .selectFrom('payment')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .where('state', '=', sql.lit('paid'))
        .orderBy('isExtra')
        .orderBy('paidAt')
        .orderBy('id')
        .execute(),

    byId: (firmId: string, paymentId: string, executor: Executor = db): Promise<PaymentRow | undefined> =>
      on(executor)
        .selectFrom('payment')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', paymentId)
        .executeTakeFirst(),

    /** Its order was paid already. */
    markExtra: async (firmId: string, paymentId: string, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('payment')
        .set({ isExtra: true })
        .where('firmId', '=', firmId)
        .where('id', '=', paymentId)
        .execute()
    },

    /** Counts money of it that goes back (minor units; negative: it does not after all). */
    addRefunded: async (firmId: string, paymentId: string, amount: number, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('payment')
        .set({ refunded: sql<number>`refunded + ${amount}` })
        .where('firmId', '=', firmId)
        .where('id', '=', paymentId)
        .execute()
    },

    insert: async (row: PaymentRow, tx: Tx): Promise<void> => {
      const values = { ...row, code: row.code === null ? null : json(row.code) }
      if (row.state !== 'paid') {
        await tx.ahead(on(tx).insertInto('payment').values(values))
        return
      }
      await on(tx)
        .with('come', (make) => make.insertInto('payment').values(values).returning(comeColumns))
        .with('facts', () => partOf(paidFacts))
        .selectFrom('come')
        .select('id')
        .execute()
    },

    /** By our number at a gateway, which is never given twice. */
    byReference: (gateway: string, reference: string): Promise<PaymentRow | undefined> =>
      on(db)
        .selectFrom('payment')
        .selectAll()
        .where('gateway', '=', gateway as PaymentGatewayName)
        .where('reference', '=', reference)
        .executeTakeFirst(),

    /** Moves as the machine allows; false: it does not from where the payment is. */
    move: async (
      firmId: string,
      paymentId: string,
      move: TryMove,
      details: Details,
      executor: Executor,
    ): Promise<boolean> => {
      const { from, to } = paymentTryMachine.moves[move]
      const moving = (make: QueryCreator<PaymentTables>) =>
        make
          .updateTable('payment')
          .set({ ...details, ...(details.code && { code: json(details.code) }), state: to })
          .where('firmId', '=', firmId)
          .where('id', '=', paymentId)
          .where('state', 'in', from)
          .returning(comeColumns)
      const moved =
        to === 'paid'
          ? await on(executor)
              .with('come', moving)
              .with('facts', () => partOf(paidFacts))
              .selectFrom('come')
              .select('id')
              .executeTakeFirst()
          : await moving(on(executor)).executeTakeFirst()
      return moved !== undefined
    },

    /** A code that can be paid longer. */
    extendCode: async (firmId: string, paymentId: string, code: PaymentCode, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('payment')
        .set({ code: json(code), codeExpiresAt: new Date(code.expiresAt) })
        .where('firmId', '=', firmId)
        .where('id', '=', paymentId)
        .where('state', '=', 'waiting')
        .execute()
    },

    /** The gateway's own number of a payment that is being paid; of one started twice the later. */
    setTradeNo: async (firmId: string, paymentId: string, tradeNo: string): Promise<void> => {
      await on(db)
        .updateTable('payment')
        .set({ tradeNo })
        .where('firmId', '=', firmId)
        .where('id', '=', paymentId)
        .where('state', 'in', ['created', 'waiting'])
        .execute()
    },

    /** Open payments of all firms whose gateway should be asked now. */
    toQuery: (now: Date, limit: number): Promise<PaymentRow[]> =>
      on(db).selectFrom('payment').selectAll().where('queryAt', '<=', now).orderBy('queryAt').limit(limit).execute(),

    queryLater: async (firmId: string, paymentId: string, queryAt: Date, queries: number): Promise<void> => {
      await on(db)
        .updateTable('payment')
        .set({ queryAt, queries })
        .where('firmId', '=', firmId)
        .where('id', '=', paymentId)
        .where('queryAt', 'is not', null)
        .execute()
    },

    /** Keeps a notice as it came. */
    insertNotice: async (notice: NewNotice): Promise<void> => {
      await on(db).insertInto('paymentNotice').values(noticeRow(notice)).execute()
    },

    /** Keeps it, and finds in the same statement the payment that it speaks of. */
    insertNoticeOf: (notice: NewNotice, reference: string): Promise<PaymentRow | undefined> =>
      on(db)
        .with('kept', (make) => make.insertInto('paymentNotice').values(noticeRow(notice)))
        .selectFrom('payment')
        .selectAll()
        .where('gateway', '=', notice.gateway as PaymentGatewayName)
        .where('reference', '=', reference)
        .executeTakeFirst(),

    /** Verified notices that wait to be applied, oldest first. */
    waitingNotices: async (before: Date, limit: number): Promise<WaitingNotice[]> => {
      const rows = await on(db)
        .selectFrom('paymentNotice')
        .select(['id', 'gateway', 'says'])
        .where('appliedAt', 'is', null)
        .where('verified', '=', sql.lit(true))
        .where('receivedAt', '<=', before)
        .orderBy('receivedAt')
        .limit(limit)
        .execute()
      return rows.flatMap(({ id, gateway, says }) => (says === null ? [] : [{ id, gateway, says }]))
    },

    /** Deletes notices of before that no gateway has signed; answers how many. A verified one is kept as its order is. */
    sweepForged: async (before: Date, limit: number): Promise<number> => {
      const { numDeletedRows } = await on(db)
        .deleteFrom('paymentNotice')
        .where('id', '=', (eb) =>
          readOnce(
            eb
              .selectFrom('paymentNotice')
              .select('id')
              .where('verified', '=', sql.lit(false))
              .where('receivedAt', '<', before)
              .orderBy('receivedAt')
              .limit(limit),
          ),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Marks a notice as applied; false: another run has done so. */
    setApplied: async (noticeId: string, at: Date, outcome: string, executor: Executor): Promise<boolean> => {
      const marked = await on(executor)
        .updateTable('paymentNotice')
        .set({ appliedAt: at, outcome })
        .where('id', '=', noticeId)
        .where('appliedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return marked !== undefined
    },
  }
}
export type PaymentStore = ReturnType<typeof createPaymentStore>

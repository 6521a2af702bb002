import type { RefundedPieces } from '@kaimai/contract/refund/refund.rules.ts'
import { refundMachine } from '@kaimai/contract/refund/refund.machine.ts'
import type { Machine } from '@kaimai/contract/common/machine.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { type FactColumns, factsOf, partOf } from '../fact/fact.events.ts'
import type { RefundRow, RefundTables } from './refund.tables.ts'

type MoveOf<M> = M extends Machine<string, infer Move> ? Move : never
export type RefundMove = MoveOf<typeof refundMachine>

type Details = Partial<
  Pick<
    RefundRow,
    'reference' | 'words' | 'wordsEn' | 'problem' | 'account' | 'doneAt' | 'doneBy' | 'askAt' | 'asks' | 'restocked'
  >
>

const refundedFacts = (
  refunds: RawBuilder<unknown>,
  what: Required<Pick<FactColumns, 'sourceId' | 'at' | 'amount'>>,
): RawBuilder<Record<string, never>> =>
  factsOf('refunded', sql`${refunds} as gone join "order" on "order".id = gone."orderId"`, {
    firmId: sql`gone."firmId"`,
    liveId: sql`"order"."liveId"`,
    liveUserId: sql`"order"."liveUserId"`,
    orderId: sql`gone."orderId"`,
    currency: sql`"order".currency`,
    attribution: sql`("order".given -> 'attribution')`,
    isSimulated: sql`"order"."isTest"`,
    ...what,
  })
const made = refundedFacts(sql`made`, {
  sourceId: sql`gone.id::text`,
  at: sql`gone."createdAt"`,
  amount: sql`gone.amount`,
})

export const createRefundStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<RefundTables>()
  return {
    ofOrder: (firmId: string, orderId: string, executor?: Executor): Promise<RefundRow[]> =>
      on(executor)
        .selectFrom('refund')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),

    /** Pieces that refunds have put back on sale, by their order; of orders without any nothing. */
    restocked: async (
      executor: Executor,
      firmId: string,
      orderIds: readonly string[],
    ): Promise<ReadonlyMap<string, readonly RefundedPieces[]>> => {
      const rows = await on(executor)
        .selectFrom('refund')
        .select(['orderId', 'lines'])
        .where('firmId', '=', firmId)
        .where('orderId', 'in', orderIds)
        .where('restocked', '=', true)
        .where('state', '<>', 'withdrawn')
        .execute()
      const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
      return new Map([...byOrder].map(([orderId, refunds]) => [orderId, refunds.flatMap(({ lines }) => lines)]))
    },

    find: (firmId: string, refundId: string, executor?: Executor): Promise<RefundRow | undefined> =>
      on(executor)
        .selectFrom('refund')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', refundId)
        .executeTakeFirst(),

    /** False when there is one with this id: its grant was used. */
    insert: async (row: RefundRow, executor: Executor): Promise<boolean> => {
      const inserted = await on(executor)
        .with('made', (make) =>
          make
            .insertInto('refund')
            .values({ ...row, lines: json(row.lines), fees: json(row.fees) })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning(['id', 'firmId', 'orderId', 'amount', 'createdAt']),
        )
        .with('facts', () => partOf(made))
        .selectFrom('made')
        .select('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    /** Moves as the machine allows; false: it does not from where the refund is. */
    move: async (
      firmId: string,
      refundId: string,
      move: RefundMove,
      details: Details,
      executor: Executor,
    ): Promise<boolean> => {
      const { from, to } = refundMachine.moves[move]
      const moved = await on(executor)
        .updateTable('refund')
        .set({ ...details, state: to })
        .where('firmId', '=', firmId)
        .where('id', '=', refundId)
        .where('state', 'in', from)
        .returning('id')
        .executeTakeFirst()
      return moved !== undefined
    },

    /** For the figures: one that was taken back is money that stays. */
    noteWithdrawn: async ({ firmId, id }: Pick<RefundRow, 'firmId' | 'id'>, at: Date, executor: Executor) => {
      const withdrawn = sql`(select * from refund where "firmId" = ${firmId} and id = ${id} and state = 'withdrawn')`
      await refundedFacts(withdrawn, {
        sourceId: sql`concat_ws(' ', gone.id, 'withdrawn')`,
        at: sql`${at}::timestamptz`,
        amount: sql`(-gone.amount)`,
      }).execute(on(executor))
    },

    /**
     * Takes one for asking its gateway, until `askAt` nobody else's; undefined when it is not to be asked now, or another
     * refund of the same payment is on its way: a gateway counts what it has given back.
     */
    claim: (firmId: string, refundId: string, now: Date, askAt: Date): Promise<RefundRow | undefined> =>
      on()
        .updateTable('refund')
        .set({ askAt, asks: sql<number>`asks + 1` })
        .where('firmId', '=', firmId)
        .where('id', '=', refundId)
        .where('state', 'in', ['requested', 'pending'])
        .where('askAt', '<=', now)
        .where(
          sql<SqlBool>`not exists (
            select 1 from refund as earlier
            where earlier."paymentId" = refund."paymentId" and earlier.id < refund.id
              and earlier.state in ('requested', 'pending')
          )`,
        )
        .returningAll()
        .executeTakeFirst(),

    askLater: async (
      firmId: string,
      refundId: string,
      { askAt, problem }: Pick<RefundRow, 'askAt' | 'problem'>,
    ): Promise<void> => {
      await on()
        .updateTable('refund')
        .set({ askAt, problem })
        .where('firmId', '=', firmId)
        .where('id', '=', refundId)
        .where('state', 'in', ['requested', 'pending'])
        .execute()
    },

    /** Those of all firms whose gateway is to be asked now. */
    toAsk: (now: Date, limit: number) =>
      on()
        .selectFrom('refund')
        .select(['firmId', 'id'])
        .where('askAt', '<=', now)
        .orderBy('askAt')
        .limit(limit)
        .execute(),

    /** Minor units of a payment that its gateway has given back, or has taken to give back, beside one refund. */
    givenBack: async (paymentId: string, besideId: string): Promise<number> => {
      const { sum } = await on()
        .selectFrom('refund')
        .select((eb) => eb.fn.sum<string | null>('amount').as('sum'))
        .where('paymentId', '=', paymentId)
        .where('id', '<>', besideId)
        .where('state', 'in', ['pending', 'done'])
        // What the staff has transferred itself its gateway knows nothing of.
        .where('doneBy', '=', '')
        .executeTakeFirstOrThrow()
      return Number(sum ?? 0)
    },

    /** Where the buyer wants the money; false: it is not waited for any more. */
    setAccount: async (
      { firmId, orderId, id }: Pick<RefundRow, 'firmId' | 'orderId' | 'id'>,
      account: Pick<RefundRow, 'account' | 'accountEnd'>,
      executor: Executor,
    ): Promise<boolean> => {
      const set = await on(executor)
        .updateTable('refund')
        .set(account)
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .where('id', '=', id)
        .where('state', '=', 'manual')
        .returning('id')
        .executeTakeFirst()
      return set !== undefined
    },
  }
}
export type RefundStore = ReturnType<typeof createRefundStore>

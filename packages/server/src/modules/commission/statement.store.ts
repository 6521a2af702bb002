import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import type { CommissionTables, PayoutItemRow, PayoutRow, StatementRow } from './commission.tables.ts'

export interface OpenPartner {
  readonly firmId: string
  readonly partnerId: string
}

export interface PageWanted {
  readonly limit: number
  readonly offset: number
}

export const createStatementStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<CommissionTables & { partner: { id: string } }>()
  return {
    /** Partners of all firms with something due before that moment that stands in no statement. */
    open: (before: Date): Promise<OpenPartner[]> =>
      on()
        .selectFrom('commissionEntry')
        .select(['firmId', 'partnerId'])
        .distinct()
        .where('statementId', 'is', null)
        .where('dueAt', '<', before)
        .execute(),

    /** Keeps other statements of the partner waiting until the transaction ends. */
    lockPartner: async (partnerId: string, tx: Tx): Promise<void> => {
      await on(tx).selectFrom('partner').select('id').where('id', '=', partnerId).forUpdate().execute()
    },

    latest: (partnerId: string, tx: Tx): Promise<StatementRow | undefined> =>
      on(tx)
        .selectFrom('partnerStatement')
        .selectAll()
        .where('partnerId', '=', partnerId)
        .orderBy('month', 'desc')
        .limit(1)
        .executeTakeFirst(),

    due: ({ firmId, partnerId }: OpenPartner, before: Date, tx: Tx): Promise<{ id: string; amount: number }[]> =>
      on(tx)
        .selectFrom('commissionEntry')
        .select(['id', 'amount'])
        .where('firmId', '=', firmId)
        .where('partnerId', '=', partnerId)
        .where('statementId', 'is', null)
        .where('dueAt', '<', before)
        .forUpdate()
        .execute(),

    insert: async (row: StatementRow, entryIds: readonly string[], tx: Tx): Promise<void> => {
      await on(tx).insertInto('partnerStatement').values(row).execute()
      await on(tx)
        .updateTable('commissionEntry')
        .set({ statementId: row.id })
        .where('id', 'in', entryIds)
        .where('statementId', 'is', null)
        .execute()
    },

    list: async (
      firmId: string,
      { partnerId, month }: { readonly partnerId?: string | undefined; readonly month?: string | undefined },
      { limit, offset }: PageWanted,
    ): Promise<{ rows: StatementRow[]; total: number }> => {
      const all = on().selectFrom('partnerStatement').where('firmId', '=', firmId)
      const ofPartner = partnerId === undefined ? all : all.where('partnerId', '=', partnerId)
      const found = month === undefined ? ofPartner : ofPartner.where('month', '=', month)
      const rows = await found
        .selectAll()
        .orderBy('month', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total: Number(total) }
    },

    /** What a firm has still to pay, locked. */
    lockUnpaid: (firmId: string, tx: Tx): Promise<StatementRow[]> =>
      on(tx)
        .selectFrom('partnerStatement')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('payable', '>', sql.lit(0))
        .where('payoutId', 'is', null)
        .orderBy('month')
        .orderBy('id')
        .forUpdate()
        .execute(),

    insertPayout: async (
      row: PayoutRow,
      items: readonly PayoutItemRow[],
      statementIds: readonly string[],
      tx: Tx,
    ): Promise<void> => {
      await on(tx).insertInto('payout').values(row).execute()
      await on(tx)
        .insertInto('payoutItem')
        .values([...items])
        .execute()
      await on(tx)
        .updateTable('partnerStatement')
        .set({ payoutId: row.id })
        .where('id', 'in', statementIds)
        .where('payoutId', 'is', null)
        .execute()
    },

    lockPayout: (firmId: string, id: string, tx: Tx): Promise<PayoutRow | undefined> =>
      on(tx)
        .selectFrom('payout')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),

    settle: async (
      firmId: string,
      id: string,
      settled: Pick<PayoutRow, 'state' | 'settledAt' | 'settledBy'>,
      tx: Tx,
    ): Promise<void> => {
      await on(tx).updateTable('payout').set(settled).where('firmId', '=', firmId).where('id', '=', id).execute()
      if (settled.state === 'undone')
        await on(tx)
          .updateTable('partnerStatement')
          .set({ payoutId: null })
          .where('firmId', '=', firmId)
          .where('payoutId', '=', id)
          .execute()
    },

    payouts: async (firmId: string, { limit, offset }: PageWanted): Promise<{ rows: PayoutRow[]; total: number }> => {
      const found = on().selectFrom('payout').where('firmId', '=', firmId)
      const newest = found.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc')
      const rows = await newest.limit(limit).offset(offset).execute()
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total: Number(total) }
    },

    payout: (firmId: string, id: string): Promise<PayoutRow | undefined> =>
      on().selectFrom('payout').selectAll().where('firmId', '=', firmId).where('id', '=', id).executeTakeFirst(),

    /** Those of the batches that the bank has. */
    sentPayouts: async (firmId: string, payoutIds: readonly string[]): Promise<ReadonlySet<string>> => {
      if (payoutIds.length === 0) return new Set()
      const rows = await on()
        .selectFrom('payout')
        .select('id')
        .where('firmId', '=', firmId)
        .where('id', 'in', payoutIds)
        .where('state', '=', 'sent')
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    items: async (firmId: string, payoutIds: readonly string[]): Promise<PayoutItemRow[]> =>
      payoutIds.length === 0
        ? []
        : on()
            .selectFrom('payoutItem')
            .selectAll()
            .where('firmId', '=', firmId)
            .where('payoutId', 'in', payoutIds)
            .orderBy('partnerId')
            .execute(),
  }
}
export type StatementStore = ReturnType<typeof createStatementStore>

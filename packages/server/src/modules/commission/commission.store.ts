import { sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import type { EarnedSums } from '../partner/partner.service.ts'
import type { CommissionEntryRow, CommissionRow, CommissionTables } from './commission.tables.ts'

export interface CommissionQuery {
  readonly partnerId?: string | undefined
  readonly associationId?: string | undefined
}

export const createCommissionStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<CommissionTables>()
  const matching = (firmId: string, { partnerId, associationId }: CommissionQuery) => {
    const all = on().selectFrom('commission').where('firmId', '=', firmId)
    const ofPartner = partnerId === undefined ? all : all.where('partnerId', '=', partnerId)
    return associationId === undefined ? ofPartner : ofPartner.where('associationId', '=', associationId)
  }

  return {
    /** False when the order has one already. */
    insert: async (row: CommissionRow, tx: Tx): Promise<boolean> => {
      const { numInsertedOrUpdatedRows = 0n } = await on(tx)
        .insertInto('commission')
        .values({ ...row, lines: json(row.lines) })
        .onConflict((conflict) => conflict.column('orderId').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },

    /** Keeps other refunds of the sale waiting until the transaction ends. */
    lock: (firmId: string, orderId: string, tx: Tx): Promise<CommissionRow | undefined> =>
      on(tx)
        .selectFrom('commission')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .forUpdate()
        .executeTakeFirst(),

    has: async (firmId: string, orderId: string): Promise<boolean> =>
      (await on()
        .selectFrom('commission')
        .select('id')
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .executeTakeFirst()) !== undefined,

    addEntry: async (row: CommissionEntryRow, tx: Tx): Promise<void> => {
      await on(tx).insertInto('commissionEntry').values(row).execute()
    },

    entries: (firmId: string, commissionId: string, tx: Tx): Promise<CommissionEntryRow[]> =>
      on(tx)
        .selectFrom('commissionEntry')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('commissionId', '=', commissionId)
        .execute(),

    list: async (
      firmId: string,
      query: CommissionQuery,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): Promise<{ rows: (CommissionRow & { reversed: number })[]; total: number }> => {
      const found = matching(firmId, query)
      const rows = await found
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom('commissionEntry')
            .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
            .whereRef('commissionId', '=', 'commission.id')
            .where('kind', '<>', sql.lit('earned'))
            .$asScalar()
            .$notNull()
            .as('reversed'),
        )
        .orderBy('paidAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows: rows.map((row) => ({ ...row, reversed: Number(row.reversed) })), total: Number(total) }
    },

    /** What each of these partners has earned and was not paid; those without any are left out. */
    earned: async (
      firmId: string,
      partnerIds: readonly string[],
      now: Date,
    ): Promise<ReadonlyMap<string, EarnedSums>> => {
      if (partnerIds.length === 0) return new Map()
      const rows = await on()
        .selectFrom('commissionEntry')
        .select([
          'partnerId',
          sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'),
          sql<number>`coalesce(sum(amount) filter (where "dueAt" > ${now}), 0)::bigint`.as('pending'),
        ])
        .where('firmId', '=', firmId)
        .where('partnerId', 'in', partnerIds)
        .groupBy('partnerId')
        .execute()
      const paid = await on()
        .selectFrom('partnerStatement')
        .select(['partnerId', sql<number>`sum(payable)::bigint`.as('sum')])
        .where('firmId', '=', firmId)
        .where('partnerId', 'in', partnerIds)
        .where('payoutId', 'is not', null)
        .groupBy('partnerId')
        .execute()
      const paidOf = new Map(paid.map(({ partnerId, sum }) => [partnerId, Number(sum)]))
      return new Map(
        rows.map(({ partnerId, sum, pending }) => [
          partnerId,
          { owed: Number(sum) - (paidOf.get(partnerId) ?? 0), pending: Number(pending) },
        ]),
      )
    },
  }
}
export type CommissionStore = ReturnType<typeof createCommissionStore>

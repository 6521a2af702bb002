import { fail } from '@kaimai/contract/common/error.ts'
import { type Page, offsetOf, pageAt } from '@kaimai/contract/common/page.ts'
import type { PointEntry, PointKind } from '@kaimai/contract/firm/firm-ledger.schema.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { FirmTables } from './firm.tables.ts'

export interface PointRequest {
  readonly kind: PointKind
  /** What it is for: the same key of the same kind counts once. */
  readonly key: string
  /** Tenths of a point, added; what is taken is negative. */
  readonly tenths: number
  readonly note?: string
}

export interface LogSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
  readonly cursor: string | undefined
}

/** The ledger of SMS points: the balance is the sum of its rows. Amounts are tenths of a point. */
export const createFirmPoints = ({ db, clock }: { db: Database; clock: Clock }) => {
  const on = (executor: Executor) => executor.as<FirmTables>()
  const total = sql<number>`coalesce(sum(tenths), 0)`.as('tenths')

  const balance = async (firmId: string, executor: Executor = db): Promise<number> =>
    (await on(executor).selectFrom('pointLedger').select(total).where('firmId', '=', firmId).executeTakeFirstOrThrow())
      .tenths

  /** True when the entry is new. */
  const add = async (firmId: string, request: PointRequest, executor: Executor = db): Promise<boolean> =>
    (await on(executor)
      .insertInto('pointLedger')
      .values({ note: '', ...request, id: newId(), firmId, createdAt: clock.now() })
      .onConflict((conflict) => conflict.columns(['firmId', 'kind', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()) !== undefined

  return {
    balance,
    add,

    /**
     * Reserves so many tenths, or throws `balanceTooLow` with how many are missing. Two at once take turns; the same
     * key is taken once.
     */
    reserve: async (tx: Tx, firmId: string, request: Omit<PointRequest, 'kind'>): Promise<void> => {
      await on(tx).selectFrom('firm').select('id').where('id', '=', firmId).forUpdate().executeTakeFirst()
      if (!(await add(firmId, { ...request, kind: 'reserve', tenths: -request.tenths }, tx))) return
      const left = await balance(firmId, tx)
      if (left < 0) throw fail('balanceTooLow', { details: { missingTenths: -left } })
    },

    /** Tenths spent within the span: reserved, less what came back. */
    spent: async (firmId: string, fromMs: number, toMs: number): Promise<number> => {
      const { tenths } = await on(db)
        .selectFrom('pointLedger')
        .select(total)
        .where('firmId', '=', firmId)
        .where('kind', 'in', ['reserve', 'settle', 'giveBack'])
        .where('createdAt', '>=', new Date(fromMs))
        .where('createdAt', '<', new Date(toMs))
        .executeTakeFirstOrThrow()
      return -tenths
    },

    /** A span of the ledger, newest first, with the balance after each row. */
    log: async (firmId: string, span: LogSpan): Promise<Page<PointEntry>> => {
      const offset = offsetOf(span.cursor)
      const rows = on(db)
        .selectFrom('pointLedger')
        .where('firmId', '=', firmId)
        .where('createdAt', '>=', new Date(span.fromMs))
        .where('createdAt', '<', new Date(span.toMs))
      const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const page = await rows
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(span.limit)
        .execute()
      const [newest] = page
      if (!newest) return pageAt([], count, offset)
      const before = await on(db)
        .selectFrom('pointLedger')
        .select(total)
        .where('firmId', '=', firmId)
        .where(sql<boolean>`("createdAt", id) <= (${newest.createdAt}, ${newest.id})`)
        .executeTakeFirstOrThrow()
      let after = before.tenths
      const items = page.map(({ id, kind, note, tenths, createdAt }): PointEntry => {
        const entry = { id, kind, note, points: tenths / 10, balance: after / 10, at: createdAt.toISOString() }
        after -= tenths
        return entry
      })
      return pageAt(items, count, offset)
    },
  }
}
export type FirmPoints = ReturnType<typeof createFirmPoints>

import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SalesPageTables } from './sales-page.tables.ts'

/** Sales pages that are open now (salesPageStateAt). */
export const createPublicSalesPages = (db: Database, clock: Clock) => {
  const open = (firmIds: readonly string[]) =>
    db
      .as<SalesPageTables>()
      .selectFrom('salesPage')
      .where(sql<boolean>`"firmId" = any(${firmIds}::uuid[])`)
      .where('published', '=', true)
      .where('removedAt', 'is', null)
      .where((eb) => eb.or([eb('beginAt', 'is', null), eb('beginAt', '<=', clock.now())]))
      .where((eb) => eb.or([eb('endAt', 'is', null), eb('endAt', '>', clock.now())]))
  return {
    /** Path of the page that a firm made last. */
    newest: async (firmId: string): Promise<string | undefined> => {
      const row = await open([firmId]).select('customUrl').orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
      return row && `/s/${row.customUrl}`
    },
    count: async (firmIds: readonly string[]): Promise<number> =>
      Number(
        (
          await open(firmIds)
            .select((eb) => eb.fn.countAll<number>().as('pages'))
            .executeTakeFirstOrThrow()
        ).pages,
      ),
    /** Their paths and last changes, oldest first. */
    list: async (
      firmIds: readonly string[],
      limit: number,
      offset: number,
    ): Promise<{ path: string; changedAt: Date }[]> => {
      const rows = await open(firmIds)
        .select(['customUrl', 'changedAt'])
        .orderBy('createdAt')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ customUrl, changedAt }) => ({ path: `/s/${customUrl}`, changedAt }))
    },
  }
}

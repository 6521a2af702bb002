import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { LiveTables } from './live.tables.ts'

/** Rooms that everybody may enter without signing up, until their end. */
export const createPublicRooms = (db: Database, clock: Clock) => {
  const open = (firmIds: readonly string[]) =>
    db
      .as<LiveTables>()
      .selectFrom('live')
      .where(sql<boolean>`"firmId" = any(${firmIds}::uuid[])`)
      .where('anonymousAllowed', '=', true)
      .where('removedAt', 'is', null)
      .where('publishedAt', '<=', clock.now())
      .where('endAt', '>', clock.now())
      .where((eb) => eb.or([eb('cancelledAt', 'is', null), eb('cancelledAt', '>', clock.now())]))
  return {
    count: async (firmIds: readonly string[]): Promise<number> =>
      Number(
        (
          await open(firmIds)
            .select((eb) => eb.fn.countAll<number>().as('rooms'))
            .executeTakeFirstOrThrow()
        ).rooms,
      ),
    /** Their paths, oldest first. */
    list: async (firmIds: readonly string[], limit: number, offset: number): Promise<{ path: string }[]> => {
      const rows = await open(firmIds)
        .select('streamId')
        .orderBy('createdAt')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ streamId }) => ({ path: `/stream/${streamId}/anonymous` }))
    },
  }
}

import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { headColumns, type LiveHead } from './live.record.ts'
import type { LiveTables } from './live.tables.ts'

/** A firm's lives by when they run: those to come, those that run now, those that are over. */
export const createLiveScheduleStore = (db: Database) => {
  const lives = db.as<LiveTables>()
  return {
    /** Newest lives from a video that are neither cancelled nor slots themselves. */
    templates: (firmId: string, limit: number): Promise<LiveHead[]> =>
      lives
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('platformType', '=', 'video')
        .where('removedAt', 'is', null)
        .where('cancelledAt', 'is', null)
        .where('seriesId', 'is', null)
        .orderBy('beginAt', 'desc')
        .limit(limit)
        .execute(),
    /** Published lives of a firm that are open or running at `now`. */
    runningOf: (firmId: string, now: Date): Promise<LiveHead[]> =>
      lives
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('publishedAt', 'is not', null)
        .where('cancelledAt', 'is', null)
        .where('removedAt', 'is', null)
        .where('endAt', '>', now)
        .where(sql<Date>`"beginAt" - make_interval(mins => "waitingMinutes")`, '<=', now)
        .execute(),
    /** Of all firms: published lives that begin before then and are not over, the soonest first. */
    beginningBefore: (before: Date, now: Date): Promise<LiveHead[]> =>
      lives
        .selectFrom('live')
        .select(headColumns)
        .where('publishedAt', 'is not', null)
        .where('cancelledAt', 'is', null)
        .where('removedAt', 'is', null)
        .where('beginAt', '<=', before)
        .where('endAt', '>', now)
        .orderBy('beginAt')
        .execute(),
    /** Of all firms: published lives that ended after the first and until the second. */
    endedBetween: (after: Date, until: Date): Promise<LiveHead[]> =>
      lives
        .selectFrom('live')
        .select(headColumns)
        .where('publishedAt', 'is not', null)
        .where('cancelledAt', 'is', null)
        .where('removedAt', 'is', null)
        .where('rehearsalOf', 'is', null)
        .where('endAt', '>', after)
        .where('endAt', '<=', until)
        .execute(),
    /** Open for sign-up: published and not over, soonest first. */
    upcoming: (firmId: string, now: Date): Promise<LiveHead[]> =>
      lives
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('publishedAt', 'is not', null)
        .where('cancelledAt', 'is', null)
        .where('removedAt', 'is', null)
        .where('endAt', '>', now)
        .orderBy('beginAt')
        .limit(200)
        .execute(),
    /** Names of lives still to come (or drafts) that use a video or a product. */
    usersOf: async (
      firmId: string,
      used: { videoId: string } | { productId: string },
      now: Date,
    ): Promise<string[]> => {
      const rows = await lives
        .selectFrom('live')
        .select('name')
        .where('firmId', '=', firmId)
        .where('removedAt', 'is', null)
        .where('cancelledAt', 'is', null)
        .where('endAt', '>', now)
        .where(
          'videoId' in used
            ? (eb) => eb('videoId', '=', used.videoId)
            : sql<SqlBool>`products @> ${JSON.stringify([{ productId: used.productId }])}::jsonb`,
        )
        .orderBy('beginAt')
        .limit(5)
        .execute()
      return rows.map(({ name }) => name)
    },
    /** Demo lives that ended before; they go, with what hangs on them, after a day. */
    endedBefore: (firmId: string, before: Date, limit: number): Promise<{ id: string }[]> =>
      lives
        .selectFrom('live')
        .select('id')
        .where('firmId', '=', firmId)
        .where('removedAt', 'is', null)
        .where('endAt', '<', before)
        .limit(limit)
        .execute(),
  }
}

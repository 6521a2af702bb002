import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { headColumns, type LiveHead } from './live.record.ts'
import type { LiveTables } from './live.tables.ts'

/** Rehearsals: rows of lives that nothing else finds. */
export const createRehearsalStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<LiveTables>()
  return {
    /** A copy of the live as it stands, script and comments with it, that begins and ends at other times. */
    copy: async (
      source: { readonly firmId: string; readonly id: string },
      as: { id: string; streamId: string; shortUrl: string; beginAt: Date; endAt: Date; now: Date },
      executor: Executor,
    ): Promise<void> => {
      const kept = [
        ...(['firmId', 'name', 'platformType', 'videoId', 'commentModId', 'products', 'fakeTickets'] as const),
        ...(['callsToAction', 'polls', 'giveaways', 'audienceCurve', 'bannedKeywords', 'imageUrl'] as const),
        ...(['hostName', 'infoImages', 'slowSeconds', 'disclosure', 'youtubeUrl', 'plannedMinutes'] as const),
        ...(['script', 'comments'] as const),
      ] as const
      const columns = sql.join(kept.map((column) => sql.ref(column)))
      const { id, streamId, shortUrl, beginAt, endAt, now } = as
      await sql`
        insert into live (${columns}, id, "streamId", "shortUrl", "rehearsalOf", "publishedAt", "beginAt", "endAt",
          "cancelledAt", "waitingMinutes", "replayMinutes", "anonymousAllowed", "seriesId", "extendedMinutes",
          "createdAt", "removedAt")
        select ${columns}, ${id}, ${streamId}, ${shortUrl}, id, ${now}::timestamptz, ${beginAt}::timestamptz,
          ${endAt}::timestamptz, null, 0, 0, false, null, 0, ${now}::timestamptz, ${now}::timestamptz
        from live where id = ${source.id} and "firmId" = ${source.firmId}`.execute(on(executor))
    },

    /** Those of a live that run. */
    running: (firmId: string, liveId: string, now: Date, executor?: Executor): Promise<LiveHead[]> =>
      on(executor)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('rehearsalOf', '=', liveId)
        .where('endAt', '>', now)
        .orderBy('createdAt', 'desc')
        .execute(),

    end: async (firmId: string, id: string, now: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('live')
        .set({ endAt: now })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('rehearsalOf', 'is not', null)
        .where('endAt', '>', now)
        .execute()
    },
  }
}

import { sql } from 'kysely'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { LiveUse } from '../video/video.service.ts'
import type { LiveTables } from './live.tables.ts'

const shown = 50
const named = 5

/** Which lives a video is in: for those who are about to delete it, and for its own page. */
export const createLiveUses = ({ db, clock }: { db: Database; clock: Clock }) => {
  const lives = (firmId: string, videoId: string, on: Executor) =>
    on
      .as<LiveTables>()
      .selectFrom('live')
      .where('firmId', '=', firmId)
      .where((eb) =>
        eb.or([
          eb('videoId', '=', videoId),
          // Chosen for the time past the film of another one.
          sql<boolean>`"pastFilm" @> ${JSON.stringify([{ videoId }])}::jsonb`,
        ]),
      )
      .where('removedAt', 'is', null)
  return {
    /** The newest 50 lives of a video, whatever became of them. */
    ofVideo: async (firmId: string, videoId: string): Promise<LiveUse[]> => {
      const rows = await lives(firmId, videoId, db)
        .select(['id', 'name', 'publishedAt', 'beginAt', 'endAt', 'cancelledAt', 'waitingMinutes'])
        .orderBy('beginAt', 'desc')
        .limit(shown)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        status: liveStatusAt(
          {
            publishedAtMs: row.publishedAt?.getTime() ?? null,
            beginAtMs: row.beginAt.getTime(),
            endAtMs: row.endAt.getTime(),
            cancelledAtMs: row.cancelledAt?.getTime() ?? null,
            waitingMinutes: row.waitingMinutes,
          },
          clock.ms(),
        ),
        beginAt: row.beginAt,
      }))
    },
    /** Names of drafts and of lives that are not over: they need their video. */
    needing: async (firmId: string, videoId: string, on: Executor = db): Promise<string[]> => {
      const rows = await lives(firmId, videoId, on)
        .select('name')
        .where('cancelledAt', 'is', null)
        .where((eb) => eb.or([eb('publishedAt', 'is', null), eb('endAt', '>', clock.now())]))
        .orderBy('beginAt')
        .limit(named)
        .execute()
      return rows.map(({ name }) => name)
    },
  }
}
export type LiveUses = ReturnType<typeof createLiveUses>

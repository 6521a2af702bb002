import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** Hearts that viewers of a live gave in one of its seconds. */
export interface HeartSum {
  readonly firmId: string
  readonly liveId: string
  readonly second: number
  readonly count: number
}

/** Hearts as they are kept: a sum a live and second, to which every node adds its own. */
export const createHeartStore = (db: Database) => ({
  /** Adds to what is there; each live and second stands in `sums` once. */
  add: async (sums: readonly HeartSum[]): Promise<void> => {
    if (sums.length === 0) return
    const rows = sums.map(
      ({ firmId, liveId, second, count }) => sql`(${liveId}::uuid, ${second}::int, ${firmId}::uuid, ${count}::int)`,
    )
    await sql`
      insert into "roomHeart" as known ("liveId", second, "firmId", count) values ${sql.join(rows)}
      on conflict ("liveId", second) do update set count = known.count + excluded.count`.execute(db.as())
  },

  /** By second, of [fromMs, untilMs) of room time; without `untilMs` all that is left. */
  between: async (
    firmId: string,
    liveId: string,
    fromMs: number,
    untilMs: number | undefined,
  ): Promise<{ second: number; count: number }[]> =>
    (
      await sql<{ second: number; count: number }>`
        select second, count from "roomHeart"
        where "firmId" = ${firmId} and "liveId" = ${liveId} and second >= ${Math.ceil(fromMs / 1000)}::int
          and (${untilMs === undefined} or second < ${Math.ceil((untilMs ?? 0) / 1000)}::int)
        order by second`.execute(db.as())
    ).rows,

  /** By minute from a room time on. */
  byMinute: async (firmId: string, liveId: string, sinceMs: number): Promise<{ minute: number; count: number }[]> =>
    (
      await sql<{ minute: number; count: number }>`
        select floor(second / 60.0)::int as minute, sum(count)::int as count from "roomHeart"
        where "firmId" = ${firmId} and "liveId" = ${liveId} and second >= ${Math.floor(sinceMs / 1000)}::int
        group by 1 order by 1`.execute(db.as())
    ).rows,

  total: async (firmId: string, liveId: string): Promise<number> =>
    (
      await sql<{ total: number }>`
        select coalesce(sum(count), 0)::int as total from "roomHeart"
        where "firmId" = ${firmId} and "liveId" = ${liveId}`.execute(db.as())
    ).rows[0]?.total ?? 0,
})
export type HeartStore = ReturnType<typeof createHeartStore>

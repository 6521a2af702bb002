import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { type ConnectionRow, roomTables } from './room.tables.ts'

const rowsAtOnce = 1_000

const chunksOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )

/** A viewer's presence as far as it counts. */
export interface Presence {
  readonly id: string
  readonly liveUserId: string
  readonly openedAt: Date
  readonly lastSeenAt: Date
}

export const createConnectionStore = (db: Database) => {
  const tables = () => roomTables(db)
  const count = sql<number>`count(distinct live_user_id)`

  return {
    /** Adds rows; one that is there already is left as it is. */
    insert: async (rows: readonly ConnectionRow[]): Promise<void> => {
      for (const chunk of chunksOf(rows)) {
        await tables()
          .insertInto('connection')
          .values(chunk)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      }
    },

    close: async (closed: readonly { id: string; at: Date }[]): Promise<void> => {
      for (const chunk of chunksOf(closed)) {
        const ids = chunk.map(({ id }) => id)
        const ends = chunk.map(({ at }) => at.toISOString())
        await sql`update connection set closed_at = ended.at, last_seen_at = ended.at
          from unnest(${ids}::uuid[], ${ends}::timestamptz[]) as ended (id, at)
          where connection.id = ended.id`.execute(tables())
      }
    },

    /** All that stand open on this node are seen. */
    see: async (node: string, now: Date): Promise<void> => {
      await tables()
        .updateTable('connection')
        .set({ lastSeenAt: now })
        .where('node', '=', node)
        .where('closedAt', 'is', null)
        .execute()
    },

    /** Distinct viewers of those lives that were seen since. */
    online: async (liveIds: readonly string[], since: Date): Promise<Map<string, number>> => {
      if (liveIds.length === 0) return new Map()
      const rows = await tables()
        .selectFrom('connection')
        .select(['liveId', count.as('viewers')])
        .where('liveId', 'in', liveIds)
        .where('closedAt', 'is', null)
        .where('lastSeenAt', '>', since)
        .groupBy('liveId')
        .execute()
      return new Map(rows.map(({ liveId, viewers }) => [liveId, viewers]))
    },

    /** Of those lives, how many viewers too many the sum of all nodes' viewers is. */
    countedTwice: async (liveIds: readonly string[], since: Date): Promise<Map<string, number>> => {
      if (liveIds.length === 0) return new Map()
      const rows = await tables()
        .selectFrom('connection')
        .select([
          'liveId',
          sql<number>`count(distinct (node, live_user_id)) - count(distinct live_user_id)`.as('extra'),
        ])
        .where('liveId', 'in', liveIds)
        .where('closedAt', 'is', null)
        .where('lastSeenAt', '>', since)
        .groupBy('liveId')
        .execute()
      return new Map(rows.map(({ liveId, extra }) => [liveId, extra]))
    },

    /** Presences that touch the span, by viewer, a page at a time. */
    page: (
      firmId: string,
      liveId: string,
      span: { from: Date; to: Date },
      after: Presence | undefined,
      limit: number,
    ): Promise<Presence[]> =>
      tables()
        .selectFrom('connection')
        .select(['id', 'liveUserId', 'openedAt', 'lastSeenAt'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('openedAt', '<', span.to)
        .where('lastSeenAt', '>', span.from)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(live_user_id, id) > (${after?.liveUserId}::uuid, ${after?.id}::uuid)`),
        )
        .orderBy('liveUserId')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
}
export type ConnectionStore = ReturnType<typeof createConnectionStore>

import type { Seconds } from '@kaimai/contract/figure/script-sales.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import type { RowPage } from './figure-rows.store.ts'

/** What viewers said in a live, all of it or that of some seconds. */
export interface WhichComments {
  readonly liveId: string
  readonly seconds: Seconds | undefined
}

export interface CommentRow {
  readonly id: string
  readonly at: Date
  /** As the room showed it. */
  readonly name: string
  readonly comment: string
}

/** What a viewer said before the begin counts with the first second. */
const secondOf = sql`greatest("roomMs", 0) / 1000`

/** The comments of viewers, each once: one that was held and released has its own line alone. */
const isSaid = (firmId: string, { liveId, seconds }: WhichComments): RawBuilder<boolean> => sql`
  "liveId" = ${liveId} and "firmId" = ${firmId} and kind = 'commented' and "liveUserId" is not null
    ${seconds === undefined ? sql`` : sql`and ${secondOf} >= ${seconds.from}`}
    ${seconds === undefined || seconds.until === null ? sql`` : sql`and ${secondOf} < ${seconds.until}`}`

/** The comments that the figures of a live are counted from. */
export const createCommentRowStore = (db: Database) => ({
  /** By step of so many seconds. */
  counts: async (firmId: string, liveId: string, stepSeconds: number) => {
    const { rows } = await sql<{ second: number; comments: number }>`${plannedOnce}
      select (${secondOf} / ${stepSeconds} * ${stepSeconds})::integer as second, count(*)::integer as comments
      from "roomEvent" where ${isSaid(firmId, { liveId, seconds: undefined })} group by 1`.execute(db.as())
    return rows
  },

  /** The newest first. */
  page: async (firmId: string, which: WhichComments, { after, limit }: RowPage): Promise<CommentRow[]> => {
    const before = /^\d{1,15}$/.test(after ?? '') ? (after ?? null) : null
    const { rows } = await sql<CommentRow>`${plannedOnce}
      select seq::text as id, "createdAt" as at, coalesce(payload -> 'user' ->> 'name', '') as name,
        coalesce(payload ->> 'text', '') as comment
      from "roomEvent" where ${isSaid(firmId, which)} ${before === null ? sql`` : sql`and seq < ${before}::bigint`}
      order by seq desc limit ${limit}`.execute(db.as())
    return rows
  },

  total: async (firmId: string, which: WhichComments): Promise<number> => {
    const { rows } = await sql<{ total: number }>`${plannedOnce}
      select count(*)::integer as total from "roomEvent" where ${isSaid(firmId, which)}`.execute(db.as())
    return rows[0]?.total ?? 0
  },
})
export type CommentRowStore = ReturnType<typeof createCommentRowStore>

import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { PeekCount } from '../live/peek-count.service.ts'
import type { ControlRoomCommentStore } from './control-room-comment.store.ts'
import { controlRoomTables } from '../room/moderation.tables.ts'

const Replies = z.array(z.string())

/** Counts of a room for its control room, and the firm's ready answers. */
export const createControlRoomFigureStore = (
  db: Database,
  parts: {
    readonly connections: Pick<ConnectionStore, 'online' | 'uncharged'>
    readonly comments: Pick<ControlRoomCommentStore, 'waitingIn' | 'saidByViewers'>
    readonly peekCount: Pick<PeekCount, 'count'>
  },
) => ({
  /** Distinct real viewers, by live. */
  online: (liveIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, number>> =>
    parts.connections.online(liveIds, new Date(nowMs - roomLimits.silenceMs)),
  /** Distinct real viewers who cost no hours. */
  uncharged: (liveId: string, nowMs: number): Promise<number> =>
    parts.connections.uncharged(liveId, new Date(nowMs - roomLimits.silenceMs)),
  peeks: parts.peekCount.count,
  waitingIn: parts.comments.waitingIn,
  comments: parts.comments.saidByViewers,

  /** Distinct viewers who ever came, and those who came first since. */
  came: async (firmId: string, liveId: string, since: Date): Promise<{ all: number; since: number }> => {
    const { rows } = await sql<{ all: number; since: number }>`
      select count(*) as all, count(*) filter (where "joinedAt" > ${since}) as since
      from "liveUser" where "firmId" = ${firmId} and "liveId" = ${liveId} and "joinedAt" is not null`.execute(
      controlRoomTables(db),
    )
    return rows[0] ?? { all: 0, since: 0 }
  },

  quickReplies: async (firmId: string, on: Executor = db): Promise<string[]> => {
    const row = await controlRoomTables(on)
      .selectFrom('quickReply')
      .select('replies')
      .where('firmId', '=', firmId)
      .executeTakeFirst()
    return row === undefined ? [] : Replies.parse(row.replies)
  },
  setQuickReplies: async (firmId: string, replies: readonly string[], on: Executor): Promise<void> => {
    await controlRoomTables(on)
      .insertInto('quickReply')
      .values({ firmId, replies: json(replies) })
      .onConflict((conflict) => conflict.column('firmId').doUpdateSet({ replies: json(replies) }))
      .execute()
  },
})
export type ControlRoomFigureStore = ReturnType<typeof createControlRoomFigureStore>

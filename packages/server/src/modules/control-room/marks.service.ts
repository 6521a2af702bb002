import { fail } from '@kaimai/contract/common/error.ts'
import type { RoomMark } from '@kaimai/contract/control-room/mark.routes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { ControlRoomCaller, ControlRoomAccess } from './control-room-access.ts'

interface MarkTables {
  roomMark: { liveId: string; seq: number; firmId: string; memberId: string; createdAt: Date }
  roomEvent: {
    liveId: string
    seq: number
    firmId: string
    roomMs: number
    kind: string
    payload: { user: { name: string }; text: string }
  }
}

export interface MarksDeps {
  readonly db: Database
  readonly clock: Clock
  readonly liveExists: (firmId: string, liveId: string) => Promise<boolean>
}

/** A marked comment, for those who make something of it. */
export interface MarkedComment {
  readonly seq: number
  /** Milliseconds since the live's begin. */
  readonly ms: number
  readonly name: string
  readonly text: string
  readonly markedAt: Date
}

/** Viewers' comments that the firm's people have marked as favourites. The mark is the firm's: who set it is kept only. */
export const createMarks = ({ db, clock, liveExists }: MarksDeps) => {
  const tables = () => db.as<MarkTables>()

  const marked = (firmId: string, liveId: string): Promise<MarkedComment[]> =>
    tables()
      .selectFrom('roomMark')
      .innerJoin('roomEvent', (join) =>
        join.onRef('roomEvent.liveId', '=', 'roomMark.liveId').onRef('roomEvent.seq', '=', 'roomMark.seq'),
      )
      .where('roomMark.firmId', '=', firmId)
      .where('roomMark.liveId', '=', liveId)
      .select([
        'roomMark.seq as seq',
        'roomEvent.roomMs as ms',
        sql<string>`"roomEvent".payload -> 'user' ->> 'name'`.as('name'),
        sql<string>`"roomEvent".payload ->> 'text'`.as('text'),
        'roomMark.createdAt as markedAt',
      ])
      .orderBy('roomMark.seq')
      .execute()

  return {
    /** False when it was so already. */
    mark: async (
      firm: { readonly id: string; readonly userId: string },
      input: { readonly liveId: string; readonly seq: number; readonly marked: boolean },
      on: Executor = db,
    ): Promise<boolean> => {
      const { liveId, seq } = input
      const tables = () => on.as<MarkTables>()
      const comment = await tables()
        .selectFrom('roomEvent')
        .select('seq')
        .where('firmId', '=', firm.id)
        .where('liveId', '=', liveId)
        .where('seq', '=', seq)
        .where('kind', '=', sql.lit('commented'))
        .executeTakeFirst()
      if (!comment) throw fail('noData')
      if (input.marked) {
        const { numInsertedOrUpdatedRows } = await tables()
          .insertInto('roomMark')
          .values({ liveId, seq, firmId: firm.id, memberId: firm.userId, createdAt: clock.now() })
          .onConflict((conflict) => conflict.columns(['liveId', 'seq']).doNothing())
          .executeTakeFirst()
        return (numInsertedOrUpdatedRows ?? 0n) > 0n
      }
      const { numDeletedRows } = await tables()
        .deleteFrom('roomMark')
        .where('firmId', '=', firm.id)
        .where('liveId', '=', liveId)
        .where('seq', '=', seq)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    list: async (firmId: string, liveId: string): Promise<z.input<typeof RoomMark>[]> => {
      if (!(await liveExists(firmId, liveId))) throw fail('noData')
      return (await marked(firmId, liveId)).map((mark) => ({ ...mark, markedAt: mark.markedAt.toISOString() }))
    },

    /** The same for other features; of a live that is not the firm's there are none. */
    marked,

    /** Lives that have marks, those marked last first. */
    lives: (firmId: string, limit: number): Promise<{ liveId: string; marks: number }[]> =>
      tables()
        .selectFrom('roomMark')
        .select((eb) => ['liveId', eb.fn.countAll<number>().as('marks')])
        .where('firmId', '=', firmId)
        .groupBy('liveId')
        .orderBy((eb) => eb.fn.max('createdAt'), 'desc')
        .limit(limit)
        .execute(),
  }
}
export type Marks = ReturnType<typeof createMarks>

/** The same from the control room: colleagues in it see at once who has marked what. */
export const createControlRoomMarks = ({
  db,
  room,
  marks,
}: {
  db: Pick<Database, 'transaction'>
  room: ControlRoomAccess
  marks: Pick<Marks, 'mark' | 'list'>
}) => ({
  mark: async (caller: ControlRoomCaller, input: { liveId: string; seq: number; marked: boolean }): Promise<void> => {
    const { firm } = caller
    const live = await room.find(firm.id, input.liveId)
    const isNew = await db.transaction(async (tx) => {
      if (!(await marks.mark(firm, input, tx))) return false
      await room.record(caller, live, input.marked ? 'mark' : 'unmark', { seq: input.seq }, tx)
      return true
    })
    if (!isNew) return
    if (!room.isOpen(live)) return
    await room.appendAction(live, caller, input.marked ? 'marked' : 'unmarked', `mark ${newId()}`, { of: input.seq })
  },
  list: marks.list,
})
export type ControlRoomMarks = ReturnType<typeof createControlRoomMarks>

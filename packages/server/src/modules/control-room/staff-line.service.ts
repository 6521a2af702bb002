import { sql } from 'kysely'
import { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { StaffMessage } from '@kaimai/contract/control-room/staff-line.routes.ts'
import type { z } from 'zod'
import type { Database } from '../../platform/db/database.ts'
import { roomTables } from '../room/room.tables.ts'
import type { ControlRoomAccess, ControlRoomCaller } from './control-room-access.ts'

/** So much of it is shown; the log keeps all as long as the room’s comments. */
const maxMessages = 200

/**
 * What the staff of a live say among themselves. It stands in the room’s log as held for nobody: no viewer, replay, history
 * or sheet reads such events.
 */
export const createStaffLine = ({ db, room }: { readonly db: Database; readonly room: ControlRoomAccess }) => ({
  list: async (firmId: string, liveId: string): Promise<{ messages: z.input<typeof StaffMessage>[] }> => {
    await room.find(firmId, liveId, 'notFound')
    const rows = await roomTables(db)
      .selectFrom('roomEvent')
      .select(['seq', 'roomMs', 'kind', 'payload', 'createdAt'])
      .where('firmId', '=', firmId)
      .where('liveId', '=', liveId)
      .where('held', '=', sql.lit(true))
      .where('kind', '=', 'staffSaid')
      .orderBy('seq', 'desc')
      .limit(maxMessages)
      .execute()
    const messages = rows.toReversed().flatMap(({ createdAt, ...row }) => {
      const event = RealEvent.parse({ ...Object(row.payload), seq: row.seq, ms: row.roomMs, kind: row.kind })
      return event.kind === 'staffSaid'
        ? [{ seq: event.seq, at: createdAt.toISOString(), by: event.by, text: event.text }]
        : []
    })
    return { messages }
  },

  say: async (
    caller: ControlRoomCaller,
    { liveId, id, text }: { liveId: string; id: string; text: string },
  ): Promise<{ seq: number }> => {
    const live = await room.findHeld(caller.firm.id, liveId)
    const { seq } = await room.appendEvent(live, {
      event: { kind: 'staffSaid', by: room.byOf(live, caller), text },
      liveUserId: null,
      key: `staff ${caller.firm.userId} ${id}`,
      held: true,
    })
    return { seq }
  },
})
export type StaffLine = ReturnType<typeof createStaffLine>

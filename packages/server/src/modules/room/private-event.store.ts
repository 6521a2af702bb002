import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Database } from '../../platform/db/database.ts'
import { loggedColumns, loggedOf } from './room.store.ts'
import { roomTables } from './room.tables.ts'

/** The newest events of a room that are not for all, oldest first. */
export const newestPrivateEvent =
  (db: Database) =>
  async (firmId: string, liveId: string): Promise<RealEvent[]> => {
    const rows = await roomTables(db)
      .selectFrom('roomEvent')
      .select(loggedColumns)
      .where('firmId', '=', firmId)
      .where('liveId', '=', liveId)
      .where('held', '=', true)
      .orderBy('seq', 'desc')
      .limit(roomLimits.controlRoomHistory)
      .execute()
    return rows.reverse().map((row) => loggedOf(row).event)
  }

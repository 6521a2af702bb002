import { type LiveStatus, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'

/** The status by the room's clock: it goes on between two answers. */
export const controlRoomStatusAt = (
  controlRoom: Pick<ControlRoom, 'status' | 'beginAt' | 'endAt' | 'waitingMinutes'>,
  nowMs: number,
): LiveStatus =>
  controlRoom.status === 'draft' || controlRoom.status === 'cancelled'
    ? controlRoom.status
    : liveStatusAt(
        {
          publishedAtMs: Number.NEGATIVE_INFINITY,
          cancelledAtMs: null,
          beginAtMs: Date.parse(controlRoom.beginAt),
          endAtMs: Date.parse(controlRoom.endAt),
          waitingMinutes: controlRoom.waitingMinutes,
        },
        nowMs,
      )

import { type LiveStatus, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Desk } from '@kaimai/contract/control-room/control-room.schema.ts'

/** The status by the room's clock: it goes on between two answers. */
export const deskStatusAt = (
  desk: Pick<Desk, 'status' | 'beginAt' | 'endAt' | 'waitingMinutes'>,
  nowMs: number,
): LiveStatus =>
  desk.status === 'draft' || desk.status === 'cancelled'
    ? desk.status
    : liveStatusAt(
        {
          publishedAtMs: Number.NEGATIVE_INFINITY,
          cancelledAtMs: null,
          beginAtMs: Date.parse(desk.beginAt),
          endAtMs: Date.parse(desk.endAt),
          waitingMinutes: desk.waitingMinutes,
        },
        nowMs,
      )

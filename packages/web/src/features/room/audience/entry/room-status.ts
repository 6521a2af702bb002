import { type LiveStatus, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { orderAfterEndMs } from '@kaimai/contract/order/order.rules.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'

type RoomTimes = Pick<PublicRoom, 'status' | 'beginAt' | 'endAt' | 'waitingMinutes'>

/** The status of a room at a moment of the server's clock, by the instants that the server sent. */
export const roomStatusAt = (room: RoomTimes, nowMs: number): LiveStatus =>
  liveStatusAt(
    {
      publishedAtMs: room.status === 'draft' ? null : 0,
      cancelledAtMs: room.status === 'cancelled' ? 0 : null,
      beginAtMs: Date.parse(room.beginAt),
      endAtMs: Date.parse(room.endAt),
      waitingMinutes: room.waitingMinutes,
    },
    nowMs,
  )

/** When the status changes next, epoch ms; undefined when it never does by itself. */
export const nextChangeMs = (room: RoomTimes, nowMs: number): number | undefined => {
  if (room.status === 'draft' || room.status === 'cancelled') return undefined
  const beginAtMs = Date.parse(room.beginAt)
  return [beginAtMs - room.waitingMinutes * 60_000, beginAtMs, Date.parse(room.endAt)].find((atMs) => atMs > nowMs)
}

/** Whether the shop of a room takes orders: from the begin to a day after the end. */
export const isShopOpen = (room: RoomTimes, nowMs: number): boolean => {
  const status = roomStatusAt(room, nowMs)
  return status === 'live' || (status === 'ended' && nowMs < Date.parse(room.endAt) + orderAfterEndMs)
}

/** Whether a live can be watched again. YouTube keeps its own recording. */
export const hasReplay = (
  room: RoomTimes & Pick<PublicRoom, 'replayUrl' | 'youtubeId' | 'replayUntil'>,
  nowMs: number,
): boolean =>
  room.replayUrl !== '' ||
  (room.youtubeId !== '' &&
    roomStatusAt(room, nowMs) === 'ended' &&
    room.replayUntil !== null &&
    nowMs < Date.parse(room.replayUntil))

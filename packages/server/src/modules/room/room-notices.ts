import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RoomLog } from './room-log.ts'
import type { RoomLive } from './room-live.ts'
import type { RoomSources } from './room.service.ts'

export interface SoldLine {
  readonly productId: string
  readonly quantity: number
}

export interface RoomNoticeNeeds {
  readonly roomLog: Pick<RoomLog, 'append'>
  readonly lives: Pick<RoomSources['lives'], 'find'>
  /** What an order bought. */
  readonly linesOf: (firmId: string, orderId: string) => Promise<readonly SoldLine[]>
  readonly clock: Clock
}

/** What other features tell a running room: handlers of their events, which may come twice. */
export const createRoomNotices = ({ roomLog, lives, linesOf, clock }: RoomNoticeNeeds) => {
  const running = async (firmId: string, liveId: string): Promise<RoomLive | undefined> => {
    const live = await lives.find(firmId, liveId)
    if (live === undefined) return undefined
    const status = liveStatusAt(live, clock.ms())
    return status === 'open' || status === 'live' ? live : undefined
  }

  return {
    /** Of 'order.placed': viewers see that something was bought, not by whom. */
    orderPlaced: async (payload: { firmId: string; orderId: string; liveId: string | null }): Promise<void> => {
      const { firmId, orderId, liveId } = payload
      const live = liveId === null ? undefined : await running(firmId, liveId)
      if (live === undefined) return
      const pieces = new Map<string, number>()
      for (const { productId, quantity } of await linesOf(firmId, orderId)) {
        pieces.set(productId, (pieces.get(productId) ?? 0) + quantity)
      }
      const place = { firmId, liveId: live.id, beginAtMs: live.beginAtMs }
      for (const [productId, quantity] of pieces) {
        await roomLog.append(place, {
          event: { kind: 'sold', productId, quantity },
          liveUserId: null,
          key: `sold ${orderId} ${productId}`,
        })
      }
    },

    /** Of 'live.changed': viewers fetch the room again. */
    liveChanged: async (payload: { firmId: string; liveId: string }, event: { id: string }): Promise<void> => {
      const live = await running(payload.firmId, payload.liveId)
      if (live === undefined) return
      await roomLog.append(
        { firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs },
        { event: { kind: 'roomChanged' }, liveUserId: null, key: `changed ${event.id}` },
      )
    },
  }
}
export type RoomNotices = ReturnType<typeof createRoomNotices>

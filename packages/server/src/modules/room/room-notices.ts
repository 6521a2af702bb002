import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { RoomLog } from './room-log.ts'
import type { MuteStore } from './mute.store.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomSources } from './room.service.ts'

export interface SoldLine {
  readonly productId: string
  readonly quantity: number
}

export interface RoomNoticeDeps {
  readonly roomLog: Pick<RoomLog, 'append'>
  readonly lives: Pick<RoomSources['lives'], 'find'>
  readonly liveUsers: Pick<LiveUserService, 'get'>
  /** What an order bought. */
  readonly linesOf: (firmId: string, orderId: string) => Promise<readonly SoldLine[]>
  /** The viewer who placed an order; undefined: nobody of a room did. */
  readonly buyerOf?: ((firmId: string, orderId: string) => Promise<string | undefined>) | undefined
  readonly connections?: Pick<ConnectionStore, 'setActive'>
  /** Whom the staff has muted, block or not. */
  readonly mutes?: Pick<MuteStore, 'isMuted'>
  /** Of a member in a room, as colleagues see them; without it they aren't told who has blocked whom. */
  readonly staffIdOf?: (liveId: string, memberId: string) => string
  readonly clock: Clock
}

/** What other features tell a running room: handlers of their events, which may come twice. */
export const createRoomNotices = (deps: RoomNoticeDeps) => {
  const { roomLog, lives, liveUsers, linesOf, mutes, staffIdOf, clock, buyerOf, connections } = deps
  const running = async (firmId: string, liveId: string): Promise<LiveRecord | undefined> => {
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
      const buyer = await buyerOf?.(firmId, orderId)
      if (buyer !== undefined) await connections?.setActive([buyer], clock.now())
      const quantities = new Map<string, number>()
      for (const { productId, quantity } of await linesOf(firmId, orderId)) {
        quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
      }
      const place = { firmId, liveId: live.id, beginAtMs: live.beginAtMs }
      for (const [productId, quantity] of quantities) {
        await roomLog.append(place, {
          event: { kind: 'sold', productId, quantity },
          liveUserId: null,
          key: `sold ${orderId} ${productId}`,
        })
      }
    },

    /** Of 'block.changed': what a blocked viewer said disappears for the others, and is back when the block is cancelled. */
    blockChanged: async (
      payload: {
        firmId: string
        liveUserIds: readonly string[]
        by?: { readonly id: string; readonly name: string } | undefined
      },
      event: { id: string },
    ): Promise<void> => {
      for (const liveUserId of payload.liveUserIds) {
        // As it stands now: of two changes that are told in the wrong order, both tell the last.
        const user = await liveUsers.get(payload.firmId, liveUserId)
        const live = user === undefined ? undefined : await running(payload.firmId, user.liveId)
        if (user === undefined || live === undefined) continue
        // Muted by the staff as well: heard again only when neither holds.
        if (!user.blocked && (await mutes?.isMuted(live.firmId, live.id, liveUserId))) continue
        const place = { firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs }
        const key = `block ${event.id} ${liveUserId}`
        const userId = user.publicId
        await roomLog.append(place, {
          event: { kind: user.blocked ? 'muted' : 'unmuted', userId },
          liveUserId: null,
          key,
        })
        if (payload.by === undefined || staffIdOf === undefined) continue
        const by = { userId: staffIdOf(live.id, payload.by.id), name: payload.by.name }
        await roomLog.append(place, {
          event: { kind: 'acted', act: 'blocked', by, userId },
          liveUserId: null,
          key: `acted ${key}`,
          held: true,
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

import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { RoomStore } from './room.store.ts'
import { type RoomHint, roomTopic } from './room.topics.ts'

export interface EndConnectionsDeps {
  readonly store: Pick<RoomStore, 'open' | 'raiseBlockEpoch'>
  readonly clock: Clock
  readonly bus: Bus
}

interface ViewerOfLive {
  readonly id: string
  readonly firmId: string
  readonly liveId: string
}

/** Ends a viewer's connections everywhere, and makes every ticket written before be checked again. */
export const createEndConnections =
  ({ store, clock, bus }: EndConnectionsDeps) =>
  async (tx: Tx, { id, firmId, liveId }: ViewerOfLive): Promise<void> => {
    let epoch = await store.raiseBlockEpoch(firmId, liveId, tx)
    if (epoch === undefined) {
      // Nobody has been in: a ticket that was given out already must be checked all the same.
      await store.open(firmId, liveId, clock.now(), tx)
      epoch = (await store.raiseBlockEpoch(firmId, liveId, tx)) ?? 0
    }
    tx.afterCommit(() => bus.publish(roomTopic(liveId), { kind: 'blocked', liveUserId: id, epoch } satisfies RoomHint))
  }

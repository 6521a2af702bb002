import { z } from 'zod'
import { createBlockService } from '../src/modules/block/block.service.ts'
import { createBlockStore } from '../src/modules/block/block.store.ts'
import { createAudit } from '../src/platform/audit/audit.ts'
import type { Database } from '../src/platform/db/database.ts'
import { newId } from '../src/platform/ids.ts'
import type { RoomNode, RoomStage } from './room-factory.ts'

const BlockChange = z.object({ firmId: z.string(), liveUserIds: z.array(z.string()) })

/** The blacklist of one node of the room service; what it publishes to other features is changed at once. */
export const aBlacklist = (db: Database, stage: RoomStage, node: RoomNode) => {
  const service = createBlockService({
    platform: {
      db,
      clock: node.clock,
      audit: createAudit({ clock: node.clock }),
      events: {
        emit: async (tx, name, payload) => {
          const change = BlockChange.safeParse(payload)
          if (name === 'block.changed' && change.success)
            tx.afterCommit(() => void node.notices.blockChanged(change.data, { id: newId() }).catch(() => undefined))
        },
        on: () => undefined,
      },
    },
    store: createBlockStore(db),
    people: node.liveUsers,
    lives: {
      find: (firmId, liveId) => stage.sources.lives.find(firmId, liveId),
      findMany: async (firmId, ids) =>
        [...stage.lives.values()].filter((live) => live.firmId === firmId && ids.includes(live.id)),
    },
    saidBy: node.saidBy,
    changed: () => undefined,
  })
  const callerOf = (firmId: string) => ({
    firm: { id: firmId, userId: newId(), userName: '小編' },
    ip: '127.0.0.1',
    personal: true,
  })
  return {
    service,
    /** Bars a viewer from its live; answers the block's id. */
    bar: async (user: { id: string; firmId: string; liveId: string }): Promise<string> => {
      const body = { liveUserId: user.id, name: '', phone: null, phoneCountry: 'TW', email: null, reason: '' }
      return (await service.create(callerOf(user.firmId), { ...body, liveId: user.liveId })).id
    },
    letIn: (firmId: string, blockId: string) => service.cancel(callerOf(firmId), blockId),
  }
}

import type { Block } from '@kaimai/contract/block/block.routes.ts'
import { isCallError } from '../../lib/http/call-error.ts'
import * as api from '../room/room.api.ts'
import type { Deed } from './control-room-actions.ts'
import type { DeskCalls, Done } from './control-room-store.ts'

/** Why no ticket is to be had, for good. */
const isFinal = (error: unknown): boolean =>
  isCallError(error, 'gone') || isCallError(error, 'noData') || isCallError(error, 'forbidden')

/** The calls of one room's desk. */
export const deskCallsOf = (liveId: string): DeskCalls => {
  const blocks = new Map<string, Pick<Block, 'id'>>()

  const unblock = async (userId: string): Promise<void> => {
    const known = blocks.get(userId) ?? (await api.findBlock(liveId, userId))
    if (known !== undefined) await api.unblockViewer(liveId, known.id)
    blocks.delete(userId)
  }

  /** What has played can't be uncued; a product that came with it can be hidden again. */
  const uncue = async (cueId: string, productId: string | undefined): Promise<void> => {
    try {
      await api.uncueItem(liveId, cueId)
    } catch (error) {
      if (productId === undefined || !isCallError(error, 'conflict')) throw error
      await api.actOnProduct(liveId, productId, 'hide')
    }
  }

  const perform = async (deed: Deed, before: Done | undefined): Promise<Done> => {
    switch (deed.kind) {
      case 'mute':
        await api.muteViewer(liveId, deed.userId, deed.on)
        return {}
      case 'block':
        blocks.set(deed.userId, await api.blockViewer(liveId, deed.userId, deed.permanent))
        return {}
      case 'unblock':
        await unblock(deed.userId)
        return {}
      case 'mark':
        await api.markComment(liveId, deed.seq, deed.on)
        return {}
      case 'decide':
        await api.decideComment(liveId, deed.seq, deed.decision)
        return {}
      case 'show':
        await api.actOnProduct(liveId, deed.productId, deed.on ? 'show' : 'hide')
        return {}
      case 'list':
        await api.actOnProduct(liveId, deed.productId, deed.on ? 'list' : 'unlist')
        return {}
      case 'broadcast':
        await api.broadcast(liveId, deed.text, deed.seconds)
        return {}
      case 'slow':
        await api.setSlowMode(liveId, deed.seconds)
        return {}
      case 'anonymous':
        await api.setAnonymousEntry(liveId, deed.on)
        return {}
      case 'cue':
        return api.cueItem(liveId, deed.itemId, deed.action)
      case 'uncue':
        if (before?.cueId !== undefined) await uncue(before.cueId, deed.productId)
        return {}
      case 'script':
        await api.switchScript(liveId, deed.on)
        return {}
      case 'settle':
        await api.settleOrder(liveId, deed.seq, deed.choice)
        return {}
      case 'stock':
        await api.changeStock(deed.productId, deed.variantId, deed.by)
        return {}
      case 'say': {
        const { messageId: id, as, virtualUserId, text, to } = deed
        const { seq } =
          as === 'staff'
            ? await api.sayAsSelf({ liveId, id, text, to })
            : await api.say({ liveId, id, as, virtualUserId, text, to })
        return { seq }
      }
      case 'unsay':
        if (before?.seq !== undefined) await api.decideComment(liveId, before.seq, 'remove')
        return {}
    }
  }

  return {
    desk: () => api.loadDesk(liveId),
    ticket: async () => {
      try {
        return (await api.deskTicket(liveId)).ticket
      } catch (error) {
        if (isFinal(error)) return undefined
        throw error
      }
    },
    comments: async (filter, more) => (await api.loadComments(liveId, filter, more)).comments,
    waitingOrders: async () => (await api.loadWaitingOrders(liveId)).items,
    perform,
  }
}

import type { Block } from '@kaimai/contract/block/block.routes.ts'
import { isCallError } from '../../lib/http/call-error.ts'
import * as api from '../room/room.api.ts'
import * as roomActs from './control-room.api.ts'
import type { Action } from './control-room-actions.ts'
import type { ControlRoomCalls, Done } from './control-room-store.ts'

/** Why no ticket is to be had, for good. */
const isFinal = (error: unknown): boolean =>
  isCallError(error, 'gone') || isCallError(error, 'noData') || isCallError(error, 'forbidden')

/** The calls of one control room. */
export const controlRoomCallsOf = (liveId: string): ControlRoomCalls => {
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

  const perform = async (action: Action, before: Done | undefined): Promise<Done> => {
    switch (action.kind) {
      case 'mute':
        await api.muteViewer(liveId, action.userId, action.on)
        return {}
      case 'block':
        blocks.set(action.userId, await api.blockViewer(liveId, action.userId, action.permanent))
        return {}
      case 'unblock':
        await unblock(action.userId)
        return {}
      case 'mark':
        await api.markComment(liveId, action.seq, action.on)
        return {}
      case 'decide':
        await api.decideComment(liveId, action.seq, action.decision)
        return {}
      case 'pin':
        await roomActs.pinMessage(liveId, action.seq)
        return {}
      case 'unpin':
        await roomActs.unpinMessage(liveId)
        return {}
      case 'timeOut':
        await roomActs.giveTimeOut(liveId, action.userId, action.minutes)
        return {}
      case 'endTimeOut':
        await roomActs.endTimeOut(liveId, action.userId)
        return {}
      case 'many':
        await roomActs.decideMany(liveId, action.seqs, action.decision)
        return {}
      case 'show':
        await api.actOnProduct(liveId, action.productId, action.on ? 'show' : 'hide')
        return {}
      case 'list':
        await api.actOnProduct(liveId, action.productId, action.on ? 'list' : 'unlist')
        return {}
      case 'broadcast':
        await api.broadcast(liveId, action.text, action.seconds)
        return {}
      case 'slow':
        await api.setSlowMode(liveId, action.seconds)
        return {}
      case 'anonymous':
        await api.setAnonymousEntry(liveId, action.on)
        return {}
      case 'cue':
        return api.cueItem(liveId, action.itemIds, action.action)
      case 'uncue':
        if (before?.cueId !== undefined) await uncue(before.cueId, action.productId)
        return {}
      case 'plan':
        await api.backToPlan(liveId, action.itemId)
        return {}
      case 'call':
        await api.makeCall(liveId, action.text, action.url)
        return {}
      case 'endCall':
        await api.endCall(liveId)
        return {}
      case 'line':
        await api.takeDownLine(liveId, action.itemId, action.on)
        return {}
      case 'script':
        await api.switchScript(liveId, action.on)
        return {}
      case 'settle':
        await api.settleOrder(liveId, action.seq, action.choice)
        return {}
      case 'stock':
        await api.changeStock(action.productId, action.variantId, action.by)
        return {}
      case 'say': {
        const { messageId: id, as, virtualUserId, text, to } = action
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
    controlRoom: () => api.loadControlRoom(liveId),
    ticket: async () => {
      try {
        return (await api.controlRoomTicket(liveId)).ticket
      } catch (error) {
        if (isFinal(error)) return undefined
        throw error
      }
    },
    comments: (filter, more) => api.loadComments(liveId, filter, more),
    waitingOrders: async () => (await api.loadWaitingOrders(liveId)).items,
    staffLine: () => roomActs.loadStaffLine(liveId),
    perform,
  }
}

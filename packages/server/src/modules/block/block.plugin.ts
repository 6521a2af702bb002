import { blockRoutes, roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import type { Resource } from '@kaimai/contract/common/access.ts'
import { bind } from '../../platform/http/bind.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { BlockCaller } from './block-reader.service.ts'
import type { BlockService } from './block.service.ts'

const callerOf = (firm: FirmCaller, ip: string, resource: Resource): BlockCaller => ({
  firm,
  ip,
  personal: firm.can(resource, 'personal'),
})

export const blockPlugin = (blocks: BlockService) =>
  bind(blockRoutes, {
    list: ({ firm, ip, query }) => blocks.list(callerOf(firm, ip, 'stream'), query),
    counts: ({ firm, ip, query }) => blocks.counts(callerOf(firm, ip, 'stream'), query),
    candidates: ({ firm, ip, query }) => blocks.candidates(callerOf(firm, ip, 'stream'), query),
    create: ({ firm, ip, body }) => blocks.create(callerOf(firm, ip, 'stream'), body),
    cancelMany: ({ firm, ip, body }) => blocks.cancelMany(callerOf(firm, ip, 'stream'), body.ids),
    show: ({ firm, ip, params }) => blocks.show(callerOf(firm, ip, 'stream'), params.id),
    cancel: ({ firm, ip, params }) => blocks.cancel(callerOf(firm, ip, 'stream'), params.id),
    cancelPermanent: ({ firm, ip, params }) => blocks.cancelPermanent(callerOf(firm, ip, 'stream'), params.id),
    makePermanent: ({ firm, ip, params }) => blocks.makePermanent(callerOf(firm, ip, 'stream'), params.id),
    again: ({ firm, ip, params }) => blocks.again(callerOf(firm, ip, 'stream'), params.id),
  })

/** The moderators' side of it, in a running room. */
export const roomBlockPlugin = (blocks: BlockService) =>
  bind(roomBlockRoutes, {
    list: ({ firm, ip, query }) => blocks.inLive(callerOf(firm, ip, 'room'), query),
    block: ({ firm, ip, body }) => blocks.blockUser(callerOf(firm, ip, 'room'), body),
    unblock: ({ firm, ip, query }) => {
      const caller = { ...callerOf(firm, ip, 'room'), mayLift: firm.can('stream', 'write') }
      return blocks.unblock(caller, query.liveId, query.blockId)
    },
  })

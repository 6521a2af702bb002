import { pinnedMessageRoutes } from '@kaimai/contract/control-room/pinned-message.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { PinnedMessages } from './pinned-message.service.ts'

export const pinnedMessagePlugin = (pins: PinnedMessages) =>
  bind(pinnedMessageRoutes, {
    pin: async ({ firm, ip, body }) => {
      await pins.pin({ firm, ip }, body)
      return {}
    },
    unpin: async ({ firm, ip, query }) => {
      await pins.unpin({ firm, ip }, query)
      return {}
    },
  })

import { pollControlRoutes } from '@kaimai/contract/control-room/poll-control.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { PollControl } from './poll-control.service.ts'

export const pollControlPlugin = (polls: PollControl) =>
  bind(pollControlRoutes, {
    openPoll: async ({ firm, ip, body }) => {
      await polls.openPoll({ firm, ip }, body)
      return {}
    },
    closePoll: async ({ firm, ip, query }) => {
      await polls.closePoll({ firm, ip }, query)
      return {}
    },
  })

import { timeOutRoutes } from '@kaimai/contract/control-room/time-out.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { TimeOuts } from './time-out.service.ts'

export const timeOutPlugin = (timeOuts: TimeOuts) =>
  bind(timeOutRoutes, {
    give: ({ firm, ip, body }) => timeOuts.give({ firm, ip }, body),
    end: async ({ firm, ip, query }) => {
      await timeOuts.end({ firm, ip }, query)
      return {}
    },
  })

import { optOutRoutes, optOutSheetRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { OptOuts } from './opt-out.module.ts'

export const optOutPlugin = (optOuts: OptOuts) => [
  ...bind(optOutRoutes, {
    ...optOuts.handlers,
    remove: async ({ firm, params, body, ip }) => {
      await optOuts.remove(firm.id, params.id, body.reason, actorOf(firm, ip))
      return {}
    },
  }),
  ...bind(optOutSheetRoutes, optOuts.sheet),
]

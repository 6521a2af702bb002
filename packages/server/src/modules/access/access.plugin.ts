import { accessRoutes, policyRoutes } from '@kaimai/contract/access/access.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { AccessService } from './access.service.ts'
import type { PolicyReload } from './policy-reload.service.ts'

export const accessPlugin = (access: AccessService, policyReload: PolicyReload) =>
  bind(accessRoutes, {
    reload: async () => {
      await access.reload()
      return {}
    },
    grant: ({ firm, ip }) => policyReload.grant(actorOf(firm, ip)),
  })

/** At the purchase service. */
export const policyPlugin = (policyReload: PolicyReload) =>
  bind(policyRoutes, {
    reload: async ({ granted, query, ip }) => ({ version: await policyReload.reload(granted, query.firmId, ip) }),
  })

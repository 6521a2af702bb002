import { accessRoutes } from '@kaimai/contract/access/access.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { AccessService } from './access.service.ts'

export const accessPlugin = (access: AccessService) =>
  bind(accessRoutes, {
    reload: async () => {
      await access.reload()
      return {}
    },
  })

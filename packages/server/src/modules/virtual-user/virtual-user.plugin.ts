import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { VirtualUserService } from './virtual-user.service.ts'

export const virtualUserPlugin = (users: VirtualUserService) =>
  bind(virtualUserRoutes, {
    list: ({ firm, query }) => users.list(firm.id, query),
    create: ({ firm, body }) => users.create(firm.id, body),
    images: () => users.images(),
    change: ({ firm, params, body }) => users.change(firm.id, params.id, body),
    remove: async ({ firm, params }) => {
      await users.remove(firm.id, params.id)
      return {}
    },
  })

import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { VirtualUserService } from './virtual-user.service.ts'

export const virtualUserPlugin = (users: VirtualUserService) =>
  bind(virtualUserRoutes, {
    list: ({ firm, query }) => users.list(firm.id, query),
    create: ({ firm, body, ip }) => users.create(firm.id, body, actorOf(firm, ip)),
    createMany: ({ firm, body, ip }) => users.createMany(firm.id, body.users, actorOf(firm, ip)),
    removeMany: ({ firm, body, ip }) => users.removeMany(firm.id, body.ids, actorOf(firm, ip)),
    images: ({ firm }) => users.images(firm.id),
    uploadImage: ({ firm, files }) => users.uploadImage(firm.id, files['file']),
    change: ({ firm, params, body, ip }) => users.change(firm.id, params.id, body, actorOf(firm, ip)),
    remove: async ({ firm, params, ip }) => {
      await users.remove(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
  })

import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { VirtualUserService } from './virtual-user.service.ts'

export const virtualUserPlugin = (users: VirtualUserService) =>
  bind(virtualUserRoutes, {
    ...users.handlers,
    createMany: ({ firm, body, ip }) => users.createMany(firm.id, body.users, actorOf(firm, ip)),
    removeMany: async ({ firm, body, ip }) => ({
      removed: (await users.removeMany(firm.id, body.ids, actorOf(firm, ip))).length,
    }),
    images: ({ firm }) => users.images(firm.id),
    uploadImage: ({ firm, files }) => users.uploadImage(firm.id, files['file']),
  })

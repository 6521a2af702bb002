import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { CommentModService } from './comment-mod.service.ts'

export const commentModPlugin = (groups: CommentModService) =>
  bind(commentModRoutes, {
    list: ({ firm, query }) => groups.list(firm.id, query),
    create: ({ firm, body }) => groups.create(firm.id, body),
    show: ({ firm, params }) => groups.show(firm.id, params.id),
    change: ({ firm, params, body }) => groups.change(firm.id, params.id, body),
    remove: async ({ firm, params }) => {
      await groups.remove(firm.id, params.id)
      return {}
    },
  })

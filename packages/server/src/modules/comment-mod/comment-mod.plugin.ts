import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { CommentModService } from './comment-mod.service.ts'

export const commentModPlugin = (groups: CommentModService) =>
  bind(commentModRoutes, {
    list: ({ firm, query }) => groups.list(firm.id, query),
    markedLives: ({ firm }) => groups.markedLives(firm.id),
    readSheet: ({ firm, body, files, language, ip }) =>
      groups.readSheet(firm.id, files['file'], {
        mode: body.mode,
        makeUsers: body.makeUsers === 'true',
        language,
        by: actorOf(firm, ip),
      }),
    sheetTemplate: ({ query, language }) => groups.sheetTemplate({ format: query.format, language }),
    create: ({ firm, body, ip }) => groups.create(firm.id, body, actorOf(firm, ip)),
    show: ({ firm, params }) => groups.show(firm.id, params.id),
    change: ({ firm, params, body, ip }) => groups.change(firm.id, params.id, body, actorOf(firm, ip)),
    remove: async ({ firm, params, ip }) => {
      await groups.remove(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
    copy: ({ firm, params, body, language, ip }) =>
      groups.copy(firm.id, params.id, body.commentModName, { language, by: actorOf(firm, ip) }),
    addMarked: ({ firm, params, body, ip }) => groups.addMarked(firm.id, params.id, body.liveId, actorOf(firm, ip)),
    download: ({ firm, params, query, language, ip }) =>
      groups.writeSheet(firm.id, params.id, { format: query.format, language, by: actorOf(firm, ip) }),
  })

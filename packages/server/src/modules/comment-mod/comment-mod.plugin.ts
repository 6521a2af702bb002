import { commentModImportRoutes } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { CommentModImport } from './comment-mod-import.ts'
import type { CommentModService } from './comment-mod.service.ts'

export interface CommentModParts {
  readonly commentMods: CommentModService
  readonly commentModImport: CommentModImport
}

export const commentModPlugin = ({ commentMods: groups, commentModImport: imports }: CommentModParts) => [
  ...bind(commentModRoutes, {
    list: ({ firm, query }) => groups.list(firm.id, query),
    markedLives: ({ firm }) => groups.markedLives(firm.id),
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
  }),
  ...bind(commentModImportRoutes, {
    read: ({ firm, body: { fileName, charset, ...group }, files, language, ip }) => {
      const options = { ...group, makeUsers: false }
      return imports.read(firm, { file: files['file'], fileName, charset, options, language, ip })
    },
    runs: ({ firm }) => imports.runs(firm.id),
    run: ({ firm, params }) => imports.run(firm.id, params.id),
    rows: ({ firm, params, query }) => imports.rows(firm.id, params.id, query),
    start: ({ firm, params, body }) => imports.start(firm.id, params.id, body),
    cancel: ({ firm, params }) => imports.cancel(firm.id, params.id),
    refused: ({ firm, params, query, language }) => imports.refused(firm.id, params.id, query.format, language),
    comments: ({ firm, params }) => imports.comments(firm.id, params.id),
  }),
]

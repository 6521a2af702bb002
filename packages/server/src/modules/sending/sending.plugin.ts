import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import { readList } from './read-list.ts'
import type { Sendings } from './sending.module.ts'

export const sendingPlugin = (sendings: Sendings) =>
  bind(sendingRoutes, {
    list: ({ firm, query }) => sendings.list(firm.id, query),
    preview: ({ firm, body }) => sendings.preview(firm.id, body),
    readList: ({ body, files, language }) => readList(files['file'], body, language),
    show: ({ firm, params }) => sendings.show(firm.id, params.id),
    create: ({ firm, body, ip }) => sendings.create(firm.id, body, actorOf(firm, ip)),
    resend: ({ firm, params, ip }) => sendings.resend(firm.id, params.id, actorOf(firm, ip)),
    stop: async ({ firm, params, ip }) => {
      await sendings.stop(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
  })

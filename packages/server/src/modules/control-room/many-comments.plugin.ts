import { manyCommentsRoutes } from '@kaimai/contract/control-room/many-comments.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ManyComments } from './many-comments.service.ts'

export const manyCommentsPlugin = (many: ManyComments) =>
  bind(manyCommentsRoutes, {
    decide: ({ firm, ip, body }) => many.decide({ firm, ip }, body),
  })

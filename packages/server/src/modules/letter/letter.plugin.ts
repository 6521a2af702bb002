import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { LetterService } from './letter.service.ts'

export const letterPlugin = (letters: LetterService) =>
  bind(letterRoutes, {
    list: ({ firm, query }) => letters.list(firm, query),
    held: ({ firm }) => letters.held(firm.id),
    show: ({ firm, params }) => letters.show(firm.id, params.id),
  })

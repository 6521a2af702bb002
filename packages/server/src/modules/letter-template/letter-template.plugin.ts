import { automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { LetterTemplates } from './letter-template.module.ts'

export const letterTemplatePlugin = (templates: LetterTemplates) =>
  bind(letterTemplateRoutes, {
    ...templates.handlers,
    builtIn: () => templates.builtIn(),
    preview: ({ firm, body, language }) => templates.preview(firm, body, language),
    versions: ({ firm, params }) => templates.versions.list(firm.id, params.id),
    version: ({ firm, params }) => templates.versions.show(firm.id, params.id, params.version),
    test: ({ firm, body, ip }) => templates.test(firm, body, actorOf(firm, ip)),
    previewData: ({ firm, query }) => templates.previewData(firm.id, query.letterTemplateType, query.q),
  })

export const automaticLettersPlugin = ({ automatic }: Pick<LetterTemplates, 'automatic'>) =>
  bind(automaticLetterRoutes, {
    show: ({ firm }) => automatic.show(firm.id),
    change: ({ firm, body, ip }) => automatic.change(firm.id, body, actorOf(firm, ip)),
  })

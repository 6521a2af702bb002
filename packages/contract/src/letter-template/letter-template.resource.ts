import { z } from 'zod'
import { common } from '../common/error-text.ts'
import { count, text } from '../common/field.ts'
import { defineResource, type RecordOf } from '../common/resource.ts'
import { LetterContents } from '../letter/letter-blocks.ts'
import { ownLetterTypes, variablesOfType } from '../letter/letter.rules.ts'
import { letterTemplateLimits, TemplateContents } from './letter-template.schema.ts'

const largestType = Math.max(...ownLetterTypes)

const nothing = { subject: '', blocks: [] }

/** In bytes: larger than any letter, so that one which is too long is refused by its field. */
export const letterBodyLimit = 4 * 1024 * 1024

/** A firm's own text of a letter: what is sent instead of the built-in one where it is chosen. */
export const letterTemplate = defineResource({
  path: '/letter_template',
  names: ['letter template', 'letter templates'],
  permission: 'form',
  main: 'letterTemplateName',
  versions: true,
  bodyLimit: letterBodyLimit,
  fields: {
    letterTemplateName: text({ max: letterTemplateLimits.name, search: true }),
    /** One of ownLetterTypes. */
    letterTemplateType: { ...count({ min: 1, max: largestType }), initial: 2 },
    /** In both languages; kept as JSON. */
    contents: {
      kind: 'list',
      body: TemplateContents,
      answer: LetterContents,
      initial: { 'zh-TW': nothing, en: nothing },
      optional: false,
    },
  },
  filters: { letterTemplateType: z.coerce.number().int().min(1).max(largestType) },
  check: ({ letterTemplateType: type }) =>
    variablesOfType(type) === undefined ? [{ field: 'letterTemplateType', reason: common.wrongChoice }] : [],
  sorts: ['letterTemplateName'],
  added: false,
})
export type LetterTemplate = RecordOf<typeof letterTemplate>

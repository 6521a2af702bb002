import { z } from 'zod'
import { firm } from '../common/access.ts'
import { because, common } from '../common/error-text.ts'
import { ById, Id } from '../common/fields.ts'
import { languages } from '../common/language.ts'
import { ListQuery } from '../common/page.ts'
import { resourceRoutes } from '../common/resource.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { LetterContents } from '../letter/letter-blocks.ts'
import { ownLetterTypes, variablesOfType } from '../letter/letter.rules.ts'
import { letterBodyLimit, letterTemplate } from './letter-template.resource.ts'
import { TemplateContents } from './letter-template.schema.ts'

const Language = z.enum(languages)
const Type = letterTemplate.Body.shape.letterTemplateType.refine(
  (type) => variablesOfType(type) !== undefined,
  because(common.wrongChoice),
)

const { list, create, show, change, remove } = resourceRoutes(letterTemplate)
const bodyLimit = letterBodyLimit

/** A letter as its person would get it. */
export const LetterPreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Why it could not be sent to this person, by field. */
  problems: z.record(z.string(), z.string()),
})

/** What a template said after one of its saves. */
const TemplateVersion = z.object({
  version: z.number().int(),
  savedAt: Instant,
  /** A member's name; empty: nobody knows. */
  savedBy: z.string(),
  letterTemplateName: z.string(),
  letterTemplateType: z.number().int(),
})

export const letterTemplateRoutes = defineRoutes('console', {
  list,
  builtIn: {
    method: 'GET',
    path: '/letter_template/built_in',
    summary: 'The texts that are sent where a firm has none of its own, as they can be copied.',
    access: firm('form'),
    answer: z.array(z.object({ letterTemplateType: z.number().int(), contents: LetterContents })),
    added: true,
  },
  create,
  preview: {
    method: 'POST',
    path: '/letter_template/preview',
    summary:
      'A letter with the values of one recipient, for whoever may see personal data, or of an example; writes nothing.',
    access: firm('form', 'read'),
    body: z.object({
      letterTemplateType: Type,
      contents: TemplateContents,
      language: Language,
      /** Of `load_email_preview_data`; null: an example. */
      recipientId: Id.nullable(),
    }),
    answer: LetterPreview,
    errors: ['noData'],
    bodyLimit,
    added: true,
  },
  test: {
    method: 'POST',
    path: '/letter_template/test',
    summary: 'Sends a letter with the values of an example to the caller’s own address, 20 a day at most.',
    access: firm('form', 'write'),
    body: z.object({ letterTemplateType: Type, contents: TemplateContents, language: Language }),
    answer: z.object({ to: z.string() }),
    errors: ['tooManyRequests'],
    idempotency: 'optional',
    bodyLimit,
    added: true,
  },
  previewData: {
    method: 'GET',
    path: '/letter/load_email_preview_data',
    summary:
      'People who got a letter that knows what one of this type may say, the newest first, to preview a template with.',
    access: firm('form', 'personal'),
    query: z.object({
      letterTemplateType: z.coerce
        .number()
        .int()
        .min(1)
        .max(Math.max(...ownLetterTypes)),
      q: ListQuery.shape.q,
    }),
    answer: z.object({
      recipients: z.array(z.object({ id: Id, name: z.string(), email: z.string(), language: Language })),
    }),
  },
  show,
  versions: {
    method: 'GET',
    path: '/letter_template/:id/version',
    summary: 'What was saved of a template and by whom, the newest first, 50 at most; the first is what it says now.',
    access: firm('form'),
    params: ById,
    answer: z.array(TemplateVersion),
    errors: ['noData'],
    added: true,
  },
  version: {
    method: 'GET',
    path: '/letter_template/:id/version/:version',
    summary: 'One version of a template with its contents, to look at or to go back to.',
    access: firm('form'),
    params: ById.extend({ version: z.coerce.number().int().positive().max(2_147_483_647) }),
    answer: TemplateVersion.extend({ contents: LetterContents }),
    errors: ['noData'],
    added: true,
  },
  change,
  remove,
})

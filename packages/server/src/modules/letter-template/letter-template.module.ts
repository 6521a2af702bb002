import { fail } from '@kaimai/contract/common/error.ts'
import { common, formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { Id } from '@kaimai/contract/common/fields.ts'
import { type Language, languages } from '@kaimai/contract/common/language.ts'
import { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { hasNoValue, isSms, letterTypes, testLetterKey } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateErrors } from '@kaimai/contract/letter-template/letter-template.errors.ts'
import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import type { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import {
  editableContents,
  leftOut,
  type TemplateProblems,
  templateProblems,
  valueProblems,
  variableProblems,
} from '@kaimai/contract/letter-template/letter-template.rules.ts'
import type { z } from 'zod'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createResource } from '../../platform/resource/resource.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import { createAutomaticLetters } from './automatic-letters.service.ts'
import { exampleValues } from './example-values.ts'
import { createTemplateVersions } from './template-versions.ts'

export interface LetterTemplateDeps {
  readonly platform: Platform
  readonly letters: Pick<LetterService, 'preview' | 'queue' | 'smsBatches'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Who calls, with the own address. */
  readonly self: {
    readonly show: (caller: FirmCaller) => Promise<{ readonly userName: string; readonly userEmail: string }>
  }
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

type Written = z.output<typeof letterTemplateRoutes.test.body>

/** Texts are looked at as somebody with such a name and link gets them. */
const exampleName = '林小美'
const personalPath = `stream/${'x'.repeat(16)}/${'y'.repeat(27)}`
const testsADay = { limit: 20, windowMs: 24 * 3600_000 } as const

/** The texts that firms write for their letters instead of the built-in ones. */
export const createLetterTemplateModule = (deps: LetterTemplateDeps) => {
  const { platform, letters, firms, self, audienceUrl } = deps
  const { db, clock, limits, audit } = platform

  const refuse = (fields: TemplateProblems): void => {
    if (Object.keys(fields).length > 0) throw fail('invalid', { fields })
  }

  /** Throws `invalid` for a text message that must not be sent, in any language. */
  const checkSmsText = async (
    firmId: string,
    contents: LetterContents,
    fieldOf: (language: Language) => string,
  ): Promise<void> => {
    const { name: firmName } = await firms.publicFirm(firmId)
    for (const language of languages) {
      const example = exampleValues({ name: exampleName, firmName, language, nowMs: clock.ms(), origin: audienceUrl() })
      const values = { ...example, liveUrl: `${audienceUrl()}/${personalPath}` }
      await letters.smsBatches.check(firmId, { type: letterTypes.signupSms, contents, fieldOf, values, language })
    }
  }

  const versions = createTemplateVersions({ db, clock })
  const templates = createResource(platform, letterTemplate, {
    name: 'letterTemplate',
    table: 'letterTemplate',
    softRemove: true,
    after: (tx, _firmId, row, was, by) => versions.keep(tx, row, was, by),
    prepare: async (firmId, { letterTemplateType, contents }) => {
      refuse(templateProblems(letterTemplateType, contents))
      if (isSms(letterTemplateType))
        await checkSmsText(firmId, contents, (language) => `contents.${language}.blocks.0.text`)
    },
  })

  /** A firm's own text by what a form or the firm has chosen; undefined: none of that type, or removed since. */
  const contentsOf = async (firmId: string, type: number, choice: string): Promise<LetterContents | undefined> => {
    const row = Id.safeParse(choice).success ? await templates.store.find(firmId, choice) : undefined
    return row?.['letterTemplateType'] === type ? LetterContents.parse(row['contents']) : undefined
  }

  const exampleOf = async (caller: FirmCaller, language: Language) =>
    exampleValues({
      name: (await self.show(caller)).userName,
      firmName: (await firms.publicFirm(caller.id)).name,
      language,
      nowMs: clock.ms(),
      origin: audienceUrl(),
    })

  return {
    handlers: templates.handlers,
    create: templates.create,
    change: templates.change,

    contentsOf,
    versions,

    /** Throws `invalid` at the field for a choice that is no text message of the firm's, or one that must not be sent. */
    checkSms: async (firmId: string, choice: string, field: string): Promise<void> => {
      const type = letterTypes.signupSms
      const isBuiltIn = choice === 'builtIn'
      const builtIn = letters.preview.builtIn().find(({ letterTemplateType }) => letterTemplateType === type)?.contents
      const contents = isBuiltIn ? builtIn : await contentsOf(firmId, type, choice)
      if (!contents) throw fail('invalid', { fields: { [field]: letterTemplateErrors.templateSmsGone } })
      await checkSmsText(firmId, contents, () => field)
    },

    automatic: createAutomaticLetters({ platform, contentsOf }),

    /** Those with variables that firms have none of stay as they are: a copy could not be saved. */
    builtIn: () =>
      letters.preview
        .builtIn()
        .filter(({ letterTemplateType: type, contents }) => Object.keys(variableProblems(type, contents)).length === 0)
        .map(({ letterTemplateType: type, contents }) => ({
          letterTemplateType: type,
          contents: editableContents(type, contents),
        })),

    /** Where a value is missing, the letter is shown with the name of its variable, and which it is is said by field. */
    preview: async (caller: FirmCaller, body: Written & { readonly recipientId: string | null }, spoken: Language) => {
      const { letterTemplateType, contents, language, recipientId } = body
      // For whoever may not see personal data there is no recipient.
      if (recipientId !== null && !caller.can('form', 'personal')) throw fail('noData')
      refuse(variableProblems(letterTemplateType, contents))
      const example = await exampleOf(caller, language)
      const values = recipientId === null ? example : await letters.preview.valuesOfLetter(caller.id, recipientId)
      if (values === undefined) throw fail('noData')
      const problems = Object.entries(valueProblems(contents, language, values))
      // A gap is shown with the name of its variable; a button must lead somewhere to be drawn at all.
      const gaps = Object.entries(example).flatMap(([name, value]) =>
        hasNoValue(values[name]) ? [[name, /(?:Url|Ms)$/.test(name) ? value : `〔${name}〕`] as const] : [],
      )
      const kept = problems.length === 0 ? values : { ...values, ...Object.fromEntries(gaps) }
      const content = contents[language]
      const shown = { ...kept, ...(await letters.preview.liveValues(caller.id, content, { language, values: kept })) }
      const said = [...problems, ...Object.entries(leftOut(contents, language, shown))]
      return {
        ...letters.preview.render(contents, language, shown),
        problems: Object.fromEntries(said.map(([field, text]) => [field, formatErrorText(text, spoken)])),
      }
    },

    /** A letter to the caller's own address; it stands in the log like any other. */
    test: async (caller: FirmCaller, { letterTemplateType, contents, language }: Written, by: Actor) => {
      // The own address gets no text message.
      if (isSms(letterTemplateType)) throw fail('invalid', { fields: { letterTemplateType: common.wrongChoice } })
      refuse(variableProblems(letterTemplateType, contents))
      const values = await exampleOf(caller, language)
      refuse(valueProblems(contents, language, values))
      const taken = await limits.take(`letter template test ${caller.id} ${caller.userId}`, testsADay)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      const { userName: name, userEmail: to } = await self.show(caller)
      const { name: _name, firmName = '', ...rest } = values
      await db.transaction(async (tx) => {
        const letter = { key: testLetterKey + newId(), name, to, language, values: rest }
        await letters.queue(tx, { firmId: caller.id, firmName, type: letterTemplateType, contents, letters: [letter] })
        await audit.record(tx, by, 'letterTemplate.send', { id: '', name: contents[language].subject })
      })
      return { to }
    },

    previewData: async (firmId: string, type: number, q: string | undefined) => ({
      recipients: await letters.preview.peopleOf(firmId, type, q),
    }),
  }
}
export type LetterTemplates = ReturnType<typeof createLetterTemplateModule>

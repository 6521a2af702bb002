import { fail } from '@kaimai/contract/common/error.ts'
import { type ErrorText, type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContent, LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import { isLink, isMarketing } from '@kaimai/contract/letter/letter.rules.ts'
import {
  countSms,
  namesBrand,
  smsMaxLength,
  smsOptOut,
  smsTenths,
  unregisteredIn,
} from '@kaimai/contract/letter/sms.rules.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { valuesOf } from './letter-content.ts'
import type { LetterToPerson, LetterValues } from './letter-kind.service.ts'
import type { LetterSettingStore } from './letter-setting.store.ts'
import { smsTextOf } from './render-letter.ts'
import { isSmsNumber } from './sms-number.ts'
import type { LetterTransports } from './transports.ts'

interface FillSmsDeps {
  readonly settings: LetterSettingStore
  readonly firms: Pick<FirmService, 'find'>
  readonly transports: LetterTransports
  /** Begins the link by which a marketing message is refused. */
  readonly origin: () => string
}

/** A text message as one person gets it. */
interface FilledSms {
  readonly values: LetterValues
  /** Without the link that a marketing message ends with; both figures count it. */
  readonly text: string
  readonly segments: number
  /** Of a point; 0: who pays the provider pays no points. */
  readonly tenths: number
}

const subjectLength = 60

/** By what a text message is known in the log. Links let their person in: who reads the log sees that there is one. */
export const smsSubjectOf = (content: LetterContent, values: LetterValues): string => {
  const shown = Object.entries(values).map(
    ([name, value]) => [name, isLink(name) && value !== '' ? '…' : value] as const,
  )
  const text = smsTextOf(content, Object.fromEntries(shown))
  return [...text].slice(0, subjectLength).join('').replace(/\s+/g, ' ')
}

/** As what a firm's messages are registered: `{{firmName}}` of those that go by themselves. */
export const createSmsBrand =
  ({ settings, firms }: { readonly settings: LetterSettingStore; readonly firms: Pick<FirmService, 'publicFirm'> }) =>
  async (firmId: string): Promise<string> =>
    (await settings.of(firmId)).smsBrand || (await firms.publicFirm(firmId)).name

/**
 * Makes the messages of a firm. Throws `noData` for a firm that is gone; what it answers throws `invalid` at the
 * field of the person's language for a text that must not be sent, and for a number that gets none.
 */
export const createFillSms =
  ({ settings, firms, transports, origin }: FillSmsDeps) =>
  async (
    firmId: string,
    {
      type,
      contents,
      fieldOf,
    }: {
      readonly type: number
      readonly contents: LetterContents
      readonly fieldOf: (language: Language) => string
    },
    on?: Executor,
  ): Promise<(message: Pick<LetterToPerson, 'name' | 'to' | 'language' | 'values'>) => FilledSms> => {
    const sender = await firms.find(firmId, on)
    if (!sender) throw fail('noData')
    const { smsBrand, smsRegistered } = await settings.of(firmId, on)
    const brand = smsBrand || sender.name
    const isFree = (await transports.of(sender, on)).sms.name === 'surenotify'
    return ({ name, to, language, values: given }) => {
      const refuse = (why: ErrorText | ErrorTextWithValues): never => {
        throw fail('invalid', { fields: { [fieldOf(language)]: why } })
      }
      const values = { firmName: sender.name, ...given }
      const text = smsTextOf(contents[language], valuesOf({ toName: name, values }))
      if (!namesBrand(text, brand)) refuse(withValues(letterErrors.smsBrandMissing, { brand }))
      const ending = isMarketing(type) ? smsOptOut(origin(), language) : ''
      const whole = text + ending
      if (whole.length > smsMaxLength)
        refuse(withValues(letterErrors.smsTooLong, { max: smsMaxLength - ending.length }))
      const [contact] = unregisteredIn(whole, smsRegistered)
      if (contact !== undefined) refuse(withValues(letterErrors.smsUnregistered, { contact }))
      if (!isSmsNumber(to)) refuse(letterErrors.smsPhoneWrong)
      return { values, text, segments: countSms(whole).segments, tenths: isFree ? 0 : smsTenths(whole) }
    }
  }
export type FillSms = ReturnType<typeof createFillSms>

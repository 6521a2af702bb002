import { fail } from '@kaimai/contract/common/error.ts'
import { type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { type LetterContents, textsOf } from '@kaimai/contract/letter/letter-blocks.ts'
import { hasNoValue, isOfSession, letterTypes, variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
import { sendingErrors } from '@kaimai/contract/sending/sending.errors.ts'
import type { SendingPreview, SmsTexts } from '@kaimai/contract/sending/sending.routes.ts'
import type { SendingChannel } from '@kaimai/contract/sending/sending.rules.ts'
import type { LetterValues } from '../letter/letter-kind.service.ts'
import type { SmsBatches, SmsPrice } from '../letter/sms-batch.service.ts'
import type { SendingPerson } from './named-sessions.ts'

/** How something is said, as a body has it. */
export interface Said {
  readonly channel: SendingChannel
  readonly letterTemplateId: string | null
  readonly sms: SmsTexts | null
}

/** A text that can be sent. */
interface SendingText {
  readonly contents: LetterContents
  /** Of the body: what is wrong with the text stands there. */
  readonly fieldOf: (language: Language) => string
}

export interface SendingTextDeps {
  /** A firm's own text by its id; undefined: none of that type, or removed since. */
  readonly contentsOf: (firmId: string, type: number, id: string) => Promise<LetterContents | undefined>
  readonly sms: Pick<SmsBatches, 'price'>
}

/** Addresses that are named of those who lack a value. */
const named = 5

const smsText = (sms: SmsTexts): SendingText => {
  const saying = (text: string) => ({ subject: '', blocks: [{ kind: 'text' as const, text }] })
  const isOneForAll = sms.en.trim() === ''
  return {
    contents: { 'zh-TW': saying(sms['zh-TW']), en: saying(isOneForAll ? sms['zh-TW'] : sms.en) },
    fieldOf: (language) => `sms.${isOneForAll ? 'zh-TW' : language}`,
  }
}

/** Variables that a text needs in a person's language and that have no value for some. */
export const lackingOf = (
  { contents }: SendingText,
  people: readonly SendingPerson[],
  firmName: string,
): SendingPreview['lacking'] => {
  const needed = (language: Language) =>
    new Set([
      ...textsOf(contents[language])
        .flatMap(variablesIn)
        .filter(({ optional }) => !optional)
        .map(({ name }) => name),
      // What counts down to a begin needs one.
      ...contents[language].blocks.flatMap(({ kind }) => (kind === 'countdown' ? ['liveBeginAt'] : [])),
    ])
  const needs = { 'zh-TW': needed('zh-TW'), en: needed('en') }
  const lacking = new Map<string, { count: number; addresses: string[] }>()
  for (const { to, name, language, values: own } of people) {
    const values: LetterValues = { name, firmName, ...own }
    for (const variable of needs[language]) {
      if (!hasNoValue(values[variable])) continue
      const of = lacking.get(variable) ?? { count: 0, addresses: [] }
      of.count += 1
      if (of.addresses.length < named) of.addresses.push(to)
      lacking.set(variable, of)
    }
  }
  return [...lacking].map(([variable, of]) => ({ variable, ...of }))
}

/** Why a text is not sent to an audience of whom some have no value for a variable. */
export const lackingError = ({ variable, count }: SendingPreview['lacking'][number]): ErrorTextWithValues =>
  isOfSession(variable)
    ? withValues(sendingErrors.sendingSessionMissing, { variable, count })
    : withValues(sendingErrors.sendingValueMissing, { variable, count, example: `{{${variable}|您}}` })

/** What a sending says, and what that costs. */
export const createSendingTexts = ({ contentsOf, sms: smsBatches }: SendingTextDeps) => ({
  /** Undefined: nothing is chosen or written yet. Throws `invalid` for a template that is none of the firm's free texts. */
  read: async (firmId: string, { channel, letterTemplateId, sms }: Said): Promise<SendingText | undefined> => {
    if (channel === 'sms') return sms === null ? undefined : smsText(sms)
    if (letterTemplateId === null) return undefined
    const contents = await contentsOf(firmId, letterTypes.freeText, letterTemplateId)
    if (!contents) throw fail('invalid', { fields: { letterTemplateId: sendingErrors.sendingTemplateGone } })
    return { contents, fieldOf: () => 'letterTemplateId' }
  },

  /** Of text messages to people who lack no value; e-mails cost nothing. Throws `invalid` for what must not be sent. */
  price: async (
    firmId: string,
    channel: SendingChannel,
    text: SendingText,
    people: readonly SendingPerson[],
  ): Promise<SmsPrice<SendingPerson>> =>
    channel === 'sms' ? smsBatches.price(firmId, { ...text, people }) : { people, tenths: 0, mostSegments: 0 },
})

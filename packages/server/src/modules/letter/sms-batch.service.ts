import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { FillSms } from './fill-sms.ts'
import type { LetterValues } from './letter-kind.service.ts'
import type { BatchPerson, WrittenPerson } from './letter-batch.service.ts'

/** A number that gets text messages, for texts that are looked at and not sent. */
const exampleNumber = '+886900000000'

/** What text messages to many cost. */
export interface SmsPrice<P extends BatchPerson> {
  /** Each with what the own message costs. */
  readonly people: readonly P[]
  /** Of a point, all together. */
  readonly tenths: number
  /** Of the longest message; nobody gets any: 0. */
  readonly mostSegments: number
}

/** Free texts as text messages to many: what they cost, and their points, which are taken before the first leaves. */
export const createSmsBatches = ({
  fill,
  points,
  brandOf,
}: {
  readonly fill: FillSms
  readonly brandOf: (firmId: string) => Promise<string>
  readonly points: Pick<FirmService['points'], 'balance' | 'reserve' | 'add'>
}) => ({
  /** Throws `invalid` at its field for a text that must not be sent. Everybody must have the values that it needs. */
  price: async <P extends BatchPerson>(
    firmId: string,
    {
      people,
      ...text
    }: {
      readonly contents: LetterContents
      readonly fieldOf: (language: Language) => string
      readonly people: readonly P[]
    },
  ): Promise<SmsPrice<P>> => {
    const filled = await fill(firmId, { ...text, type: letterTypes.freeText })
    let [all, most] = [0, 0]
    const priced = people.map((person) => {
      const { tenths, segments } = filled({ ...person, values: person.values ?? {} })
      all += tenths
      most = Math.max(most, segments)
      return { ...person, tenths }
    })
    return { people: priced, tenths: all, mostSegments: most }
  },

  /** Throws `invalid` at its field for a text of a type that must not be sent, as who has these values would get it. */
  check: async (
    firmId: string,
    {
      values,
      language,
      ...text
    }: {
      readonly contents: LetterContents
      readonly fieldOf: (language: Language) => string
      readonly type: number
      readonly values: LetterValues
      readonly language: Language
    },
  ): Promise<void> => {
    const filled = await fill(firmId, text)
    const firmName = await brandOf(firmId)
    filled({ name: values['name'] ?? '', to: exampleNumber, language, values: { ...values, firmName } })
  },

  /** What another try costs each person, in tenths of a point; what it answers throws `conflict` for what must not be sent. */
  priceAgain: async (
    firmId: string,
    contents: LetterContents,
    on: Executor,
  ): Promise<(person: WrittenPerson) => number> => {
    const filled = await fill(firmId, { type: letterTypes.freeText, contents, fieldOf: (language) => language }, on)
    return (person) => {
      try {
        return filled(person).tenths
      } catch (error) {
        // The brand, or what is registered, has changed since: there is no text here that could be put right.
        if (error instanceof KaimaiError) throw fail('conflict', { reason: letterErrors.smsRefusedNow })
        throw error
      }
    }
  },

  /** Tenths that the firm has. */
  balance: (firmId: string, on?: Executor): Promise<number> => points.balance(firmId, on),

  /** For a letter, once. Throws `balanceTooLow` with the tenths that are missing. */
  reserve: (tx: Tx, firmId: string, letterId: string, tenths: number): Promise<void> =>
    tenths === 0 ? Promise.resolve() : points.reserve(tx, firmId, { key: `sms:${letterId}`, tenths }),

  /** Of those of a letter who never became recipients, once. */
  giveBack: async (tx: Tx, firmId: string, letterId: string, tenths: number): Promise<void> => {
    if (tenths > 0) await points.add(firmId, { kind: 'giveBack', key: `sms:${letterId}`, tenths }, tx)
  },
})
export type SmsBatches = ReturnType<typeof createSmsBatches>

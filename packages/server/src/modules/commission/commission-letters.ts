import type { Language } from '@kaimai/contract/common/language.ts'
import { type Currency, showMoney } from '@kaimai/contract/common/money.ts'
import { taipeiOffsetMs } from '@kaimai/contract/common/taipei.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { PartnerAddressing } from '../partner/partner-addressing.service.ts'
import { earnedText, statementNotes, statementText } from './commission-letter-texts.ts'
import './commission.events.ts'

export interface CommissionLettersDeps {
  readonly letters: Pick<LetterService, 'follow'>
  readonly addressing: PartnerAddressing
}

const dayIn = (language: Language, ms: number): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' }).format(
    ms + taipeiOffsetMs,
  )

const monthIn = (language: Language, month: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'long' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )

/** What partners are told of their money: the first commission of a day, and each month's statement. */
export const defineCommissionLetters = ({ letters, addressing }: CommissionLettersDeps): void => {
  letters.follow({
    type: letterTypes.commissionEarned,
    class: 'notice',
    event: 'commission.earned',
    subscriber: 'commission-letter',
    variables: ['pageUrl', 'amount', 'dueOn'],
    contents: earnedText,
    addressNow: addressing.addressNow,
    load: async ({ firmId, partnerId, amount, currency, dueAtMs, day }) => {
      const partner = await addressing.addressee(firmId, partnerId)
      // Who has never logged in has nothing to look it up with, and would count as a new address at every sale.
      if (!partner?.commissionLetters || !partner.hasPassword) return undefined
      const values = { amount: showMoney({ amount, currency }), dueOn: dayIn(partner.language, dueAtMs) }
      // The day is its cause: an evening of two hundred sales is one letter.
      return addressing.letterTo(firmId, partner, { cause: `earned:${day}`, values })
    },
  })

  letters.follow({
    type: letterTypes.partnerStatement,
    class: 'notice',
    event: 'commission.statementMade',
    subscriber: 'statement-letter',
    variables: ['pageUrl', 'month', 'earned', 'reversed', 'carried', 'payable', 'carriedOn', 'note'],
    contents: statementText,
    addressNow: addressing.statementAddressNow,
    load: async ({ firmId, partnerId, statementId, month, ...sums }) => {
      const partner = await addressing.addressee(firmId, partnerId)
      if (!partner) return undefined
      const { language } = partner
      const values = { ...moneyIn(sums), month: monthIn(language, month), note: noteOf(sums)[language] }
      return addressing.letterTo(firmId, partner, { cause: `statement:${statementId}`, values, isStatement: true })
    },
  })
}

interface Sums {
  readonly currency: Currency
  readonly carried: number
  readonly earned: number
  readonly reversed: number
  readonly payable: number
  readonly carriedOn: number
}

const moneyIn = ({ currency, ...sums }: Sums): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, showMoney({ amount, currency })]))

const noteOf = ({ payable, carriedOn }: Sums) =>
  statementNotes[payable > 0 ? 'payable' : carriedOn < 0 ? 'debt' : 'carried']

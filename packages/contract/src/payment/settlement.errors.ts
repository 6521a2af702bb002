import { defineErrorTexts, type ErrorText } from '../common/error-text.ts'
import type { Texts } from '../common/language.ts'
import type { SettlementField } from './settlement.rules.ts'

/** What the columns of a settlement file are called. */
export const settlementFieldNames: Readonly<Record<SettlementField, Texts>> = {
  number: { 'zh-TW': '特店交易編號', en: 'merchant trade number' },
  day: { 'zh-TW': '交易日期', en: 'transaction date' },
  amount: { 'zh-TW': '交易金額', en: 'transaction amount' },
  fee: { 'zh-TW': '手續費', en: 'fee' },
  refund: { 'zh-TW': '退款金額', en: 'refund amount' },
  net: { 'zh-TW': '應收款項', en: 'net amount' },
  payoutDay: { 'zh-TW': '撥款日期', en: 'payout date' },
}

export const settlementErrors = defineErrorTexts({
  settlementColumnMissing: {
    'zh-TW': '找不到這些欄位：{{columns}}。請下載金流商的對帳檔，並保留標題列',
    en: 'Missing columns: {{columns}}. Download the settlement file from your payment company, and keep the header row',
  },
  settlementNumberMissing: {
    'zh-TW': '請填特店交易編號或金流商的交易編號',
    en: 'Enter your trade number or the payment company’s',
  },
  settlementDayWrong: {
    'zh-TW': '請填日期，例如 2026/03/02',
    en: 'Enter a date, such as 2026/03/02',
  },
  settlementAmountWrong: {
    'zh-TW': '請填金額，例如 1000；退款例如 -300',
    en: 'Enter an amount, such as 1000, or -300 for a refund',
  },
})

/** Why a field of a row could not be read. */
export const settlementErrorOf: Readonly<Record<SettlementField, ErrorText>> = {
  number: settlementErrors.settlementNumberMissing,
  day: settlementErrors.settlementDayWrong,
  payoutDay: settlementErrors.settlementDayWrong,
  amount: settlementErrors.settlementAmountWrong,
  fee: settlementErrors.settlementAmountWrong,
  refund: settlementErrors.settlementAmountWrong,
  net: settlementErrors.settlementAmountWrong,
}

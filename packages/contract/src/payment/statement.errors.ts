import { defineErrorTexts } from '../common/error-text.ts'
import type { Texts } from '../common/language.ts'
import type { StatementField } from './statement.rules.ts'

/** What the columns of a statement are called. */
export const statementFieldNames: Readonly<Record<StatementField, Texts>> = {
  day: { 'zh-TW': '交易日期', en: 'date' },
  amount: { 'zh-TW': '存入金額', en: 'amount received' },
  note: { 'zh-TW': '備註', en: 'note' },
  account: { 'zh-TW': '對方帳號', en: 'account' },
}

export const statementErrors = defineErrorTexts({
  statementColumnMissing: {
    'zh-TW': '找不到這些欄位：{{columns}}。請下載銀行的交易明細，並保留標題列',
    en: 'Missing columns: {{columns}}. Download the transactions from your bank, and keep the header row',
  },
  statementDayWrong: {
    'zh-TW': '請填日期，例如 2026/03/02 或 115/03/02',
    en: 'Enter a date, such as 2026/03/02',
  },
  statementAmountWrong: {
    'zh-TW': '請填存入金額，例如 1980',
    en: 'Enter the amount received, such as 1980',
  },
  statementNoteLong: {
    'zh-TW': '備註最多 {{max}} 個字',
    en: 'Notes can have up to {{max}} characters',
  },
  statementRowDone: {
    'zh-TW': '這筆入帳已經處理過了',
    en: 'This transfer has already been dealt with',
  },
  statementSumWrong: {
    'zh-TW': '各訂單的金額加起來，要等於入帳金額',
    en: 'The amounts of the orders must add up to the amount received',
  },
  statementOrderGone: {
    'zh-TW': '找不到這筆訂單，或是幣別不同。請重新整理頁面',
    en: 'This order doesn’t exist, or is in another currency. Reload the page',
  },
})

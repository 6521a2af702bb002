import { type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import type { CellContext } from './sheet-column.ts'

/** A question mark beside a Chinese sign of a name: Big5 has 13,000 of them, and a program writes it for all others. */
export const noteOfLostSign = ({ text, charset }: CellContext): ErrorTextWithValues | undefined =>
  charset === 'big5' && /\p{Script=Han}[?？]|[?？]\p{Script=Han}/u.test(text)
    ? withValues(sheetErrors.cellLostSign, { text: text.trim() })
    : undefined

/** +1, which a spreadsheet program has made the number 1 of. */
export const noteOfOnlyDigits = ({ text }: CellContext): ErrorTextWithValues | undefined =>
  /^\d{1,3}$/.test(text.trim()) ? withValues(sheetErrors.cellOnlyDigits, { text: text.trim() }) : undefined

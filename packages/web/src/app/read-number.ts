import { common, formatErrorText, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { readTypedNumber } from '@kaimai/contract/common/typed-number.ts'

/** What a field of ours reads of a typed number: it, or why it is none, in the user's language. */
type ReadNumber = { readonly value: number } | { readonly problem: string }

/** As prices and sheets are read: a comma that could be a decimal sign is refused with both of its meanings. */
export const readNumber = (
  typed: string,
  decimals: number,
  language: Language,
  tooPrecise: (decimals: number) => string,
): ReadNumber => {
  const isNegative = typed.startsWith('-')
  const read = readTypedNumber(isNegative ? typed.slice(1) : typed)
  if (read !== undefined && 'typed' in read)
    return { problem: formatErrorText(withValues(common.numberUnclear, { ...read }), language) }
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d*?)0*)?$/.exec(read?.plain ?? '') ?? []
  if (whole === '' || fraction.length > decimals)
    return { problem: decimals === 0 ? formatErrorText(common.wholeNumber, language) : tooPrecise(decimals) }
  const value = Number(`${whole}.${fraction}`)
  return { value: isNegative && value !== 0 ? -value : value }
}

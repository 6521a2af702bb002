import { z } from 'zod'
import { because, common } from './error-text.ts'
import { readMailAddress } from './mail-address.ts'

/** Input over this many characters is no phone number (spec section 9). */
export const phoneMaxLength = 250
/** Digits a national number may have (spec section 9). */
export const nationalDigits = { min: 2, max: 17 } as const

export type PhoneProblem = 'NOT_A_NUMBER' | 'TOO_SHORT' | 'TOO_LONG' | 'INVALID_COUNTRY'

/** Full-width, Arabic-Indic and Persian digits (and the full-width plus) as ASCII; everything else stays. */
export const asciiDigits = (text: string): string =>
  text
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/＋/g, '+')

/**
 * The cheap checks that need no country tables: the pattern check is done by the phone library where it is loaded
 * (server always, browser lazily). Returns the digits after conversion, or what is wrong.
 */
export const readPhoneDigits = (text: string): { digits: string; plus: boolean } | { problem: PhoneProblem } => {
  if (text.length > phoneMaxLength) return { problem: 'TOO_LONG' }
  const ascii = asciiDigits(text).trim()
  const plus = ascii.startsWith('+')
  const digits = ascii.replace(/[\s\-().+]/g, '')
  if (!/^\d+$/.test(digits)) return { problem: 'NOT_A_NUMBER' }
  const national = digits.replace(/^0+/, '')
  if (national.length < nationalDigits.min) return { problem: 'TOO_SHORT' }
  if (national.length > nationalDigits.max) return { problem: 'TOO_LONG' }
  return { digits, plus }
}

/** A number as it is dialled in Taiwan (`0912-345-678`); others and redacted ones as they are. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+886(?=\d{8,9}$)/, '0').replace(/^(09\d{2})(\d{3})(\d{3})$/, '$1-$2-$3')

/** A phone as typed; the server normalises it to E.164 by country. */
export const PhoneInput = z
  .string()
  .trim()
  .max(phoneMaxLength, because(common.wrongPhone))
  .refine((text) => !('problem' in readPhoneDigits(text)), because(common.wrongPhone))

/** Kept as mail servers take it: two spellings of one mail box are the same text. */
export const Email = z
  .string()
  .overwrite((typed) => {
    const read = readMailAddress(typed)
    return 'problem' in read ? typed : read.address
  })
  .max(254, because(common.wrongEmail))
  .superRefine((text, context) => {
    const read = readMailAddress(text)
    if ('problem' in read)
      context.addIssue({
        code: 'custom',
        message: because(read.problem === 'local' ? common.emailLocalNotAscii : common.wrongEmail),
      })
  })

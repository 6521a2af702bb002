import { z } from 'zod'
import { because, common, type ErrorText } from './error-text.ts'
import { readMailAddress } from './mail-address.ts'
import { isBlank, plainPhone } from './typed-text.ts'

/** Input over this many characters is no phone number (spec section 9). */
export const phoneMaxLength = 250
/** Digits a national number may have (spec section 9). */
export const nationalDigits = { min: 2, max: 17 } as const

export type PhoneProblem = 'NOT_A_NUMBER' | 'TOO_SHORT' | 'TOO_LONG' | 'INVALID_COUNTRY' | 'EXTENSION'

/**
 * The cheap checks that need no country tables: the pattern check is done by the phone library where it is loaded
 * (server always, browser lazily). Returns the digits after conversion, or what is wrong.
 */
export const readPhoneDigits = (text: string): { digits: string; plus: boolean } | { problem: PhoneProblem } => {
  if (text.length > phoneMaxLength) return { problem: 'TOO_LONG' }
  const { number, hasExtension } = plainPhone(text)
  if (hasExtension) return { problem: 'EXTENSION' }
  const plus = number.startsWith('+')
  const digits = plus ? number.slice(1) : number
  if (!/^\d+$/.test(digits)) return { problem: 'NOT_A_NUMBER' }
  const national = digits.replace(/^0+/, '')
  if (national.length < nationalDigits.min) return { problem: 'TOO_SHORT' }
  if (national.length > nationalDigits.max) return { problem: 'TOO_LONG' }
  return { digits, plus }
}

/**
 * What a typed number may be, as digits for the phone library, the likelier first: none where it is no number. A 00 before
 * it is what much of the world dials for a plus; in some countries it begins a number of their own.
 */
export const phoneReadings = (text: string): readonly string[] => {
  const read = readPhoneDigits(text)
  if ('problem' in read) return []
  const { digits, plus } = read
  if (plus) return [`+${digits}`]
  // A spreadsheet program has made a number of +81…: no number within Taiwan is that long without its 0.
  if (/^[1-9]\d{9,}$/.test(digits)) return [digits, `+${digits}`]
  return /^00[1-9]/.test(digits) ? [digits, `+${digits.slice(2)}`] : [digits]
}

/** Why a number is refused before any table is asked; undefined: it is not. */
export const phoneErrorOf = (text: string): ErrorText | undefined => {
  const read = readPhoneDigits(text)
  if (!('problem' in read)) return undefined
  return read.problem === 'EXTENSION' ? common.phoneExtension : common.wrongPhone
}

/** A number as it is dialled in Taiwan (`0912-345-678`); others and redacted ones as they are. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+886(?=\d{8,9}$)/, '0').replace(/^(09\d{2})(\d{3})(\d{3})$/, '$1-$2-$3')

/** A phone as typed; the server normalises it to E.164 by country. */
export const PhoneInput = z
  .string()
  .trim()
  .max(phoneMaxLength, because(common.wrongPhone))
  .refine((text) => phoneErrorOf(text) !== common.phoneExtension, because(common.phoneExtension))
  .refine((text) => !('problem' in readPhoneDigits(text)), because(common.wrongPhone))

/** A phone that may be left out: empty. */
export const OptionalPhone = z
  .string()
  .overwrite((text) => (isBlank(text) ? '' : text.trim()))
  .max(phoneMaxLength, because(common.wrongPhone))
  .superRefine((text, context) => {
    const reason = text === '' ? undefined : phoneErrorOf(text)
    if (reason !== undefined) context.addIssue({ code: 'custom', message: because(reason) })
  })

const emailMaxLength = 254

const keptEmail = (typed: string): string => {
  const read = readMailAddress(typed)
  return 'problem' in read ? typed : read.address
}
const emailErrorOf = (text: string): ErrorText | undefined => {
  const read = readMailAddress(text)
  if (!('problem' in read)) return undefined
  return read.problem === 'local' ? common.emailLocalNotAscii : common.wrongEmail
}

/** Kept as mail servers take it: two spellings of one mail box are the same text. */
export const Email = z
  .string()
  .overwrite(keptEmail)
  .max(emailMaxLength, because(common.wrongEmail))
  .superRefine((text, context) => {
    const reason = emailErrorOf(text)
    if (reason !== undefined) context.addIssue({ code: 'custom', message: because(reason) })
  })

/** An e-mail that may be left out: empty. */
export const OptionalEmail = z
  .string()
  .overwrite((text) => (isBlank(text) ? '' : keptEmail(text)))
  .max(emailMaxLength, because(common.wrongEmail))
  .superRefine((text, context) => {
    const reason = text === '' ? undefined : emailErrorOf(text)
    if (reason !== undefined) context.addIssue({ code: 'custom', message: because(reason) })
  })

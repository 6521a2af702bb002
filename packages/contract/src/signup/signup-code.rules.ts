import { asciiDigits } from '../common/typed-text.ts'

/** A code lets somebody who signed up in another browser into this one (docs/decisions/029-sign-up-code.md). */
export const codeDigits = 6
export const codeTries = 5
export const codeMinutes = 10
/** Sooner than this no second code is sent to the same browser, ms. */
export const codeAgainAfterMs = 30_000

/** What was typed or pasted, as bare digits: codes are copied with spaces and dashes, and typed with full-width keys. */
export const readCode = (typed: string): string => asciiDigits(typed).replace(/\D/g, '').slice(0, codeDigits)

export const isWholeCode = (code: string): boolean => code.length === codeDigits

/** How a code stands in a letter: two groups are easier to carry over than six digits in a row. */
export const showCode = (code: string): string => `${code.slice(0, codeDigits / 2)} ${code.slice(codeDigits / 2)}`

/** Whether somebody typed an e-mail address rather than a phone number. */
export const isEmailTyped = (contact: string): boolean => contact.includes('@') || contact.includes('＠')

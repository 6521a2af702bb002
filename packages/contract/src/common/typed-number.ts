/**
 * A number as a person typed it or a cell shows it. A comma or a space is a thousands sign before exactly three digits
 * alone; before any other number of them it may as well be the decimal sign, and nobody guesses which.
 */
export type TypedNumber =
  /** `plain`: digits with a point at most, as `Number` reads it. */
  { readonly plain: string } | UnclearNumber

/** What a number could mean, the comma as a decimal sign first; both as `Number` reads them. */
export interface UnclearNumber {
  readonly typed: string
  readonly first: string
  readonly second: string
}

const plainPattern = /^\d+(?:\.\d*)?$/
/** Groups of three behind a first one that says something: `0,500` is half of one to some. */
const groupedPattern = /^[1-9]\d{0,2}([, ])\d{3}(?:\1\d{3})*(?:\.\d*)?$/

const shortest = (digits: string): string => {
  const whole = digits.replace(/^0+(?=\d)/, '')
  return whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole
}

/** Undefined when it is no number at all, or one that no two readings explain. Signs and units are the caller's. */
export const readTypedNumber = (typed: string): TypedNumber | undefined => {
  const text = typed.normalize('NFKC').trim().replaceAll(/\s/g, ' ')
  if (plainPattern.test(text)) return { plain: text }
  if (groupedPattern.test(text)) return { plain: text.replaceAll(/[, ]/g, '') }
  const [, before = '', after] = /^(\d[\d., ]*)[, ](\d+)$/.exec(text) ?? []
  if (after === undefined) return undefined
  const first = shortest(`${before.replaceAll(/\D/g, '')}.${after}`)
  const joined = text.replaceAll(/[, ]/g, '')
  const second = shortest(plainPattern.test(joined) ? joined : joined.replaceAll('.', ''))
  return first === second ? undefined : { typed: text, first, second }
}

/** What a number could mean where nobody can say which; undefined: it is clear, or no number. */
export const unclearNumber = (typed: string): UnclearNumber | undefined => {
  const read = readTypedNumber(typed)
  return read !== undefined && 'typed' in read ? read : undefined
}

/** A whole number as a person typed it (`1,000`, `3.0`, `-2`); undefined when it is none, or could be two. */
export const readWhole = (typed: string): number | undefined => {
  const text = typed.normalize('NFKC').trim()
  const read = readTypedNumber(text.replace(/^-/, ''))
  if (read === undefined || !('plain' in read)) return undefined
  const digits = read.plain.replace(/\.0*$/, '')
  if (!/^\d{1,12}$/.test(digits)) return undefined
  return text.startsWith('-') && Number(digits) !== 0 ? -Number(digits) : Number(digits)
}

/** How PostgreSQL's text becomes a JavaScript value, by type id: one table for both kinds of database. */

const safeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`database: ${text} does not fit a safe integer`)
  return value
}

// No column of ours is numeric, but sum(bigint) and avg() are.
const numeric = (text: string): number => (/^-?\d+$/.test(text) ? safeInteger(text) : Number(text))

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'))

const asText = (text: string): string => text

const parseJson = (text: string): unknown => JSON.parse(text)

const instant = (text: string): Date => {
  // '2026-01-02 03:04:05.678+00' is not the ISO form that Date promises to read. Most are so, and a list has thousands.
  const value = new Date(
    text[10] === ' ' && text.endsWith('+00')
      ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z`
      : text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  )
  if (Number.isNaN(value.getTime())) throw new RangeError(`database: not an instant: ${text}`)
  return value
}

export const parsers: Record<number, (text: string) => unknown> = {
  17: bytes,
  20: safeInteger,
  114: parseJson,
  1082: asText,
  1114: asText,
  1184: instant,
  1700: numeric,
  3802: parseJson,
}

/** Array types whose elements have a parser above. */
export const arrayElements: Record<number, number> = {
  199: 114,
  1001: 17,
  1016: 20,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  3807: 3802,
}

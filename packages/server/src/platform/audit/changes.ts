/** What stands for a secret: that it was changed may be shown, never what it is. */
const blot = '•'
const secretName = /password|secret|token|apikey|hash|credential|privatekey|passphrase/i
/** Longer texts are cut: the log shows that and where something changed, it stores no copies. */
const longestText = 120
const maxItems = 20

export interface Difference {
  readonly before: unknown
  readonly after: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A text of at most `longestText` signs, never half of one, as a database keeps it. */
export const cut = (text: string): string => {
  const signs = [...text.toWellFormed().replaceAll('\0', '')]
  return signs.length > longestText ? `${signs.slice(0, longestText).join('')}…` : signs.join('')
}

/** The value as the log keeps it: secrets blotted by their name, texts and lists cut, three levels deep. */
const logValue = (name: string, value: unknown, depth: number): unknown => {
  if (value === undefined || value === null) return null
  if (secretName.test(name)) return isObject(value) && depth > 0 ? reportedInside(value, blotAll) : blot
  if (typeof value === 'string') return cut(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return Number(value)
  // An invalid date has no ISO form; JSON writes it as null, and so does the log.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (depth === 0) return '…'
  if (Array.isArray(value)) {
    const first = value.slice(0, maxItems).map((item) => logValue(name, item, depth - 1))
    return value.length > maxItems ? [...first, `… (${value.length})`] : first
  }
  return isObject(value) ? reportedInside(value, (key, inner) => logValue(key, inner, depth - 1)) : cut(String(value))
}

const blotAll = (_key: string, value: unknown): unknown => (value === undefined || value === null ? null : blot)

const reportedInside = (value: Readonly<Record<string, unknown>>, how: (key: string, inner: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [cut(key), how(key, inner)]),
  )

/** What the log stores of a change. A secret's difference is from '•' to '•'. */
export const logged = (change: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  reportedInside(change, (key, value) => logValue(key, value, 3))

/**
 * The fields of `after` that differ from `before`, with both values; what `after` leaves out (undefined) did not change.
 * Name `secrets` whose key doesn't show that they are.
 */
export const changesOf = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  secrets: readonly string[] = [],
): Readonly<Record<string, Difference>> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([key, value]) => value !== undefined && !isSame(before[key], value))
      .map(([key, value]) => {
        const show = (shown: unknown) => (secrets.includes(key) ? blotAll(key, shown) : shown)
        return [key, { before: show(before[key] ?? null), after: show(value) }]
      }),
  )

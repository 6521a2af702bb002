import { latinOf } from './banned-alike.rules.ts'

/**
 * `latin`, `digit`: of alphabets with words between spaces, where a word has an end; `other`: Chinese and all else that is
 * written without spaces. The rest stands between letters: `space`, `dot`, `dash`, `clause` (a comma, a full stop …), `wave` (~),
 * `open` and `close` (brackets), `sum` (plus, times …), `apostrophe`, and `sign` for all other signs, emoji too.
 */
export type LetterKind =
  | 'latin'
  | 'digit'
  | 'other'
  | 'space'
  | 'dot'
  | 'dash'
  | 'clause'
  | 'wave'
  | 'open'
  | 'close'
  | 'sum'
  | 'apostrophe'
  | 'sign'

/** A letter of a text, in its plain form, and the piece of the text that it was. */
export interface Letter {
  readonly char: string
  readonly kind: LetterKind
  /** It may also be read as this, by its shape: an I among small letters as l, an l among capitals as i. */
  readonly orElse: string | undefined
  readonly start: number
  readonly end: number
}

export const isWritten = ({ kind }: Pick<Letter, 'kind'>): boolean =>
  kind === 'latin' || kind === 'digit' || kind === 'other'

type Plain = Pick<Letter, 'char' | 'kind'>

// Marks that sit on any letter, and those that choose a picture's variant. Not the voicing marks of kana.
const marks =
  /[\u{300}-\u{36f}]|[\u{483}-\u{489}]|[\u{591}-\u{5bd}]|[\u{64b}-\u{65f}]|[\u{1ab0}-\u{1aff}]|[\u{1dc0}-\u{1dff}]|[\u{20d0}-\u{20ff}]|[\u{302a}-\u{302d}]|[\u{fe00}-\u{fe0f}]|[\u{fe20}-\u{fe2f}]/gu
const anyMark = /\p{M}/gu
const unseen = /[\p{Cc}\p{Cf}\p{DI}\u{2028}\u{2029}]/gu
/** What belongs to the letter before it. */
const clings = /^[\p{M}\p{DI}\u{ff9e}\u{ff9f}\u{1160}-\u{11ff}]$/u
const wordAlphabet = /^(?=\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u
const marked = /^[\p{Script=Latin}\p{Script=Han}\p{N}]/u

const signs: Readonly<Record<string, LetterKind>> = {
  ' ': 'space',
  '.': 'dot',
  '-': 'dash',
  '‐': 'dash',
  '–': 'dash',
  '—': 'dash',
  '−': 'dash',
  "'": 'apostrophe',
  '’': 'apostrophe',
}
const clauses: ReadonlySet<string> = /* @__PURE__ */ new Set('，,、。;；:：!?…．@&')
const waves: ReadonlySet<string> = /* @__PURE__ */ new Set('~〜∼〰∿≈')
const sums: ReadonlySet<string> = /* @__PURE__ */ new Set('+=×÷<>%')

const kindOf = (char: string): LetterKind => {
  const known = signs[char]
  if (known !== undefined) return known
  if (clauses.has(char)) return 'clause'
  if (waves.has(char)) return 'wave'
  if (sums.has(char)) return 'sum'
  if (/^\p{N}$/u.test(char)) return 'digit'
  if (wordAlphabet.test(char)) return 'latin'
  if (/^\p{L}$/u.test(char)) return 'other'
  if (/^[\p{Ps}\p{Pi}]$/u.test(char)) return 'open'
  if (/^[\p{Pe}\p{Pf}]$/u.test(char)) return 'close'
  if (/^\s$/u.test(char)) return 'space'
  return 'sign'
}

const plainOf = (cluster: string): readonly Plain[] => {
  if (/^\s/u.test(cluster)) return [{ char: ' ', kind: 'space' }]
  const whole = cluster.normalize('NFKD').toLowerCase()
  const bare = marked.test(whole) ? whole.replace(anyMark, '') : whole.replace(marks, '')
  const chars = bare.normalize('NFKC').toLowerCase().replace(unseen, '')
  // One sign that is a letter in brackets: ⒜.
  const only = /^\((.+)\)$/u.exec(chars)?.[1] ?? chars
  return [...only].map((each) => {
    const char = latinOf(each)
    return { char, kind: kindOf(char) }
  })
}

const maxKeep = 20_000
const known = new Map<string, readonly Plain[]>()

const cached = (cluster: string): readonly Plain[] => {
  const found = known.get(cluster)
  if (found !== undefined) return found
  // A cluster of hundreds of marks is not worth remembering.
  const plain = plainOf(cluster)
  if (known.size >= maxKeep) known.clear()
  if (cluster.length <= 8) known.set(cluster, plain)
  return plain
}

const isSmall = (char: string) => char >= 'a' && char <= 'z'
const isCapital = (char: string) => char >= 'A' && char <= 'Z'

/** I and l look the same in the midst of small, or of capital letters. */
const orElseOf = (text: string, start: number): string | undefined => {
  const char = text[start]
  if (char !== 'I' && char !== 'l') return undefined
  let [from, to] = [start, start + 1]
  const isIn = (at: number) => isSmall(text[at] ?? '') || isCapital(text[at] ?? '')
  while (isIn(from - 1)) from -= 1
  while (isIn(to)) to += 1
  const word = [...text.slice(from, to)]
  if (char === 'I') return word.some(isSmall) ? 'l' : undefined
  return word.filter(isCapital).length >= 2 ? 'i' : undefined
}

const fromMarks = 0x300

/** The letters and signs of a text in plain form: what has no width is left out. */
export const lettersOf = (text: string): Letter[] => {
  const letters: Letter[] = []
  let start = 0
  while (start < text.length) {
    let end = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
    while (end < text.length && text.charCodeAt(end) >= fromMarks) {
      const next = String.fromCodePoint(text.codePointAt(end) ?? 0)
      if (!clingsTo(next)) break
      end += next.length
    }
    const orElse = orElseOf(text, start)
    for (const { char, kind } of cached(text.slice(start, end))) letters.push({ char, kind, orElse, start, end })
    start = end
  }
  return letters
}

const clinging = new Map<string, boolean>()
const clingsTo = (char: string): boolean => {
  const found = clinging.get(char)
  if (found !== undefined) return found
  const does = clings.test(char)
  if (clinging.size >= maxKeep) clinging.clear()
  clinging.set(char, does)
  return does
}

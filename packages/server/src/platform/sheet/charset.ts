import { type Charset, charsets } from '@kaimai/contract/common/sheet.ts'

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** The text of bytes in a character set; undefined when they are none in it. */
export const textIn = (bytes: Uint8Array, charset: Charset): string | undefined => {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** What the file says itself: by its mark, or by being UTF-8, which texts in other character sets hardly ever are. */
export const statedCharset = (bytes: Uint8Array): Charset | undefined => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  return textIn(bytes, 'utf-8') === undefined ? undefined : 'utf-8'
}

type Weight = 'common' | 'rare' | 'neutral'
const isWithin = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to

/**
 * Each of these puts the signs that are in use into a part of its table, by frequency. How much of a text lies there says
 * how likely it is written in it; it is a guess all the same.
 */
const weights = {
  big5: (lead, trail) => {
    if (isWithin(lead, 0xa1, 0xa3)) return 'neutral'
    return isWithin(lead, 0xa4, 0xc6) && trail >= 0x40 ? 'common' : 'rare'
  },
  gbk: (lead, trail) => {
    if (trail < 0xa1) return 'rare'
    if (isWithin(lead, 0xa1, 0xa3)) return 'neutral'
    return isWithin(lead, 0xb0, 0xd7) ? 'common' : 'rare'
  },
  shift_jis: (lead, trail) => {
    if (lead === 0x81) return 'neutral'
    const isKana = (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)
    return isKana || isWithin(lead, 0x88, 0x97) ? 'common' : 'rare'
  },
  'euc-kr': (lead, trail) => {
    if (trail < 0xa1) return 'rare'
    if (isWithin(lead, 0xa1, 0xa3)) return 'neutral'
    return isWithin(lead, 0xb0, 0xc8) ? 'common' : 'rare'
  },
} as const satisfies Partial<Record<Charset, (lead: number, trail: number) => Weight>>
/** The likelier ones in Taiwan first. */
const guessed = ['big5', 'gbk', 'shift_jis', 'euc-kr'] as const

/** A sign of half width of Japanese is one byte in Shift_JIS, of which other character sets make most of their pairs. */
const isSingle = (charset: Charset, byte: number): boolean => charset === 'shift_jis' && isWithin(byte, 0xa1, 0xdf)

const shareOfCommon = (bytes: Uint8Array, charset: (typeof guessed)[number]): number => {
  const counts = { common: 0, rare: 0, neutral: 0 }
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    if (isSingle(charset, byte)) {
      counts.rare += 1
      continue
    }
    at += 1
    counts[weights[charset](byte, bytes[at] ?? 0)] += 1
  }
  const judged = counts.common + counts.rare
  return judged === 0 ? 0.5 : counts.common / judged
}

/** Every other byte of a text in UTF-16 that is in Latin letters for the most part is zero. */
const wideCharset = (bytes: Uint8Array): Charset | undefined => {
  const zero = bytes.indexOf(0)
  if (zero < 0) return undefined
  const charset = zero % 2 === 1 ? 'utf-16le' : 'utf-16be'
  return textIn(bytes, charset) === undefined ? undefined : charset
}

/** The likeliest character set of a text that doesn't say it; undefined when it is a text in none. */
export const guessCharset = (bytes: Uint8Array): Charset | undefined => {
  const wide = wideCharset(bytes)
  if (wide !== undefined) return wide
  const readable = guessed.filter((charset) => textIn(bytes, charset) !== undefined)
  const shares = new Map(readable.map((charset) => [charset, shareOfCommon(bytes, charset)]))
  return readable.toSorted((a, b) => (shares.get(b) ?? 0) - (shares.get(a) ?? 0))[0]
}

const sampleWords = 3
const sampleLength = 40

/** The first words in other signs than ASCII; empty: there are none. */
const sampleOf = (text: string): string => {
  const found = new Set<string>()
  for (const [word] of text.matchAll(/[^\s,;"']*[^\p{ASCII}\uFEFF][^\s,;"']*/gu)) {
    found.add(word.replaceAll('\uFEFF', ''))
    if (found.size === sampleWords) break
  }
  return [...[...found].join('、')].slice(0, sampleLength).join('')
}

/** What the first words of a text would be in each character set that it may be in; none of a text in ASCII alone. */
export const charsetCandidates = (bytes: Uint8Array): { charset: Charset; sample: string }[] => {
  if (bytes.every((byte) => byte < 0x80)) return []
  return charsets.flatMap((charset) => {
    // A half sign at the end is no text in UTF-16, and a mark of it is one in no other.
    const text = textIn(bytes, charset)
    const sample = text === undefined ? '' : sampleOf(text)
    return sample === '' ? [] : [{ charset, sample }]
  })
}

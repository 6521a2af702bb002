import { isWritten, type Letter, lettersOf } from './banned-letters.rules.ts'
import { endOfMatch, type SoughtWord, soughtWord } from './banned-word-match.rules.ts'

/**
 * Banned words of a room, found however they are written: width, case, spaces and signs between the letters, characters
 * without width, letters of other alphabets and Chinese forms that look or mean the same, digits and signs (of currencies, too) for letters, drawn-out
 * letters. A word that begins or ends with a Latin letter or a digit counts only where the word is not longer ('line' is
 * not in 'online'); Chinese is written without spaces, so there it counts anywhere.
 *
 * Not found, because only a reader could recognise it: words of the same sound (加萊), their spelling in zhuyin or pinyin, letters
 * taken apart (弓長) or in another order, two letters with a comma or a full stop between (加，賴), pictures of words.
 */

/** Where in a text, in UTF-16 units. */
export interface FoundWord {
  readonly start: number
  readonly end: number
}

/**
 * Where a text holds one of the words, the first and there the longest; make it once for many texts. Words without a
 * visible letter are left out.
 */
export const bannedWordFinder = (words: readonly string[]): ((text: string) => FoundWord | undefined) => {
  const byFirst = new Map<string, SoughtWord[]>()
  for (const written of new Set(words)) {
    const word = soughtWord(written)
    if (word === undefined) continue
    const [first] = word.letters
    for (const char of first?.accepted.keys() ?? []) {
      const list = byFirst.get(char)
      if (list === undefined) byFirst.set(char, [word])
      else list.push(word)
    }
  }
  if (byFirst.size === 0) return () => undefined
  return (text) => {
    const letters = lettersOf(text)
    const there = new Set(letters.flatMap(({ char, orElse }) => (orElse === undefined ? char : [char, orElse])))
    for (let from = 0; from < letters.length; from += 1) {
      const letter = letters[from]
      if (letter === undefined) continue
      let last: number | undefined
      for (const char of letter.orElse === undefined ? [letter.char] : [letter.char, letter.orElse])
        for (const word of byFirst.get(char) ?? []) {
          if (!mayEnd(word, there)) continue
          const end = endOfMatch(word, letters, from)
          if (end !== undefined && (last === undefined || end > last)) last = end
        }
      if (last !== undefined) return foundWordOf(letters, from, last)
    }
    return undefined
  }
}

/** From one letter to another, with the other half of a bracket that only one half of lies between: (假)貨. */
const foundWordOf = (letters: readonly Letter[], first: number, last: number): FoundWord => {
  const kinds = letters.slice(first, last + 1).map(({ kind }) => kind)
  const isOpen = kinds.lastIndexOf('open') > kinds.lastIndexOf('close')
  const opened = kinds.indexOf('open')
  const isClosed = kinds.includes('close') && (opened < 0 || opened > kinds.indexOf('close'))
  const half = (from: number, step: 1 | -1, kind: 'open' | 'close'): number => {
    for (let at = from + step; ; at += step) {
      const each = letters[at]
      if (each === undefined || isWritten(each)) return from
      if (each.kind === kind) return at
    }
  }
  const start = letters[isClosed ? half(first, -1, 'open') : first]
  const end = letters[isOpen ? half(last, 1, 'close') : last]
  return { start: start?.start ?? 0, end: end?.end ?? 0 }
}

/** Whether a text has a letter that may be the word's last: most words are out of the question at that. */
const mayEnd = (word: SoughtWord, there: ReadonlySet<string>): boolean => {
  for (const char of word.letters.at(-1)?.accepted.keys() ?? []) if (there.has(char)) return true
  return false
}

/** Whether a text holds one of the words; make it once for many texts. */
export const bannedWordTest = (words: readonly string[]): ((text: string) => boolean) => {
  const find = bannedWordFinder(words)
  return (text) => find(text) !== undefined
}

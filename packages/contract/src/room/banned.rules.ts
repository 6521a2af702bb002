/**
 * Banned words of a room, found however they are written: width, case, spaces between the letters and characters
 * without width make no difference. A word that begins or ends with a Latin letter or a digit counts only where none
 * stands beside it ('line' is not in 'online'); Chinese is written without spaces, so there it counts anywhere.
 */

// Marks that sit on any letter, and those that choose a picture's variant. Not the voicing marks of kana.
const marks = /[\u{300}-\u{36f}]|[\u{20d0}-\u{20ff}]|[\u{fe00}-\u{fe0f}]/gu
const unseen = /[\p{Cc}\p{Cf}\u{2028}\u{2029}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu

/** Text in the one form in which words are looked for. */
export const plainForm = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFKC')
    .replace(unseen, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

const latinOrDigit = /^[\p{Script=Latin}\p{N}]$/u
const isLatinOrDigit = (letter: string | undefined): boolean => letter !== undefined && latinOrDigit.test(letter)

/** A text without its spaces, and where a space stood before a letter. */
interface Squeezed {
  readonly text: string
  readonly spaceBefore: ReadonlySet<number>
}

const squeeze = (text: string): Squeezed => {
  const spaceBefore = new Set<number>()
  let squeezed = ''
  for (const letter of plainForm(text)) {
    if (letter === ' ') spaceBefore.add(squeezed.length)
    else squeezed += letter
  }
  return { text: squeezed, spaceBefore }
}

/** Whether between `at - 1` and `at` one word of Latin letters or digits goes on. */
const goesOn = ({ text, spaceBefore }: Squeezed, at: number): boolean =>
  isLatinOrDigit(text[at - 1]) && isLatinOrDigit(text[at]) && !spaceBefore.has(at)

const holds = (said: Squeezed, word: string): boolean => {
  for (let at = said.text.indexOf(word); at !== -1; at = said.text.indexOf(word, at + 1)) {
    if (!goesOn(said, at) && !goesOn(said, at + word.length)) return true
  }
  return false
}

/** Whether a text holds one of the words; make it once for many texts. Words without a visible letter are left out. */
export const bannedIn = (words: readonly string[]): ((text: string) => boolean) => {
  const plain = [...new Set(words.map((word) => squeeze(word).text))].filter((word) => word !== '')
  if (plain.length === 0) return () => false
  return (text) => {
    const said = squeeze(text)
    return plain.some((word) => holds(said, word))
  }
}

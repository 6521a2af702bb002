// Marks that sit on any letter, and those that choose a picture's variant. Not the voicing marks of kana.
const marks = /[\u{300}-\u{36f}]|[\u{20d0}-\u{20ff}]|[\u{fe00}-\u{fe0f}]/gu
const unseen = /[\p{Cc}\p{Cf}\u{2028}\u{2029}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu

/** Text in the one form in which words are searched: without accents, invisible signs, case and full-width forms. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFKC')
    .replace(unseen, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Spreadsheet programs run a text of a CSV file that begins with one of these as a formula (OWASP, CSV injection), the
 * full-width ones in East Asian locales too. A quote before it makes it text; one more stands before a quote that was
 * there already, so that reading gives back what was written.
 */
const dangerous = /^'*[=+\-@＝＋－＠\p{Cc}]/u
/** A phone, or +1: it runs nothing, and other programs take it for what it is. */
const onlyDigits = /^\+\d+$/

/** What a spreadsheet program would take for something else is short. */
const longestTaken = 40

const month = [
  ...['jan(?:uary)?', 'feb(?:ruary)?', 'mar(?:ch)?', 'apr(?:il)?', 'may', 'june?', 'july?', 'aug(?:ust)?'],
  ...['sept?(?:ember)?', 'oct(?:ober)?', 'nov(?:ember)?', 'dec(?:ember)?'],
].join('|')
const forms = [
  ['0\\d+', '\\d{16,}', '\\d+(?:\\.\\d*)?e[+-]?\\d+', '\\d*\\.\\d*0', '\\d{1,3}(?:,\\d{3})+(?:\\.\\d*)?'],
  ['[\\d.,]+ ?%', '(?:nt|us)?[$€£¥] ?[\\d.,]+', '\\d+ \\d+/\\d+', 'true', 'false'],
  ['\\d{1,4}[-/]\\d{1,2}(?:[-/]\\d{1,4})?', '\\d{1,4}(?:\\.\\d{1,4}){2}', '(?:\\d{2,4}年)?\\d{1,2}月(?:\\d{1,2}日)?'],
  ['(?:[上下]午 ?)?\\d{1,4}:\\d{1,2}(?::\\d{1,2}(?:\\.\\d*)?)?(?: ?[ap]m)?'],
  [`(?:${month})[ .,-]*\\d{1,4}(?:[ ,-]+\\d{2,4})?`, `\\d{1,2}[ .-]?(?:${month})(?:[ .-]*\\d{2,4})?`],
].flat()
/**
 * What a spreadsheet program that opens a CSV file makes a number, a date or a time of, and saves as another text: 007
 * becomes 7, 3-4 the fourth of March, SEP1 the first of September, and of a long number the last digits are zeros.
 */
const taken = new RegExp(`^(?:${forms.join('|')})$`, 'i')

const isTaken = (text: string): boolean => {
  const bare = text.replace(/^'*/, '')
  return bare.length <= longestTaken && taken.test(bare.normalize('NFKC').trim())
}

export const undefused = (text: string): string =>
  text.startsWith("'") && (dangerous.test(text) || isTaken(text)) ? text.slice(1) : text

/**
 * A text of a workbook, where none runs: with one more quote where reading would take its own for one of ours. Files that
 * were written as CSV come back as workbooks with the quotes of `defused` in them.
 */
export const withOwnQuote = (text: string): string => (undefused(text) === text ? text : `'${text}`)

export const defused = (text: string): string =>
  dangerous.test(text) && !onlyDigits.test(text) ? `'${text}` : withOwnQuote(text)

/** A text that stays one, as it is, where a spreadsheet program opens the file. */
export const literal = (text: string): string => (isTaken(text) ? `'${text}` : defused(text))

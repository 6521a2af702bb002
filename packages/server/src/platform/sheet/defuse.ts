/**
 * Spreadsheet programs run a text of a CSV file that begins with one of these as a formula (OWASP, CSV injection), the
 * full-width ones in East Asian locales too. A quote before it makes it text; one more stands before a quote that was
 * there already, so that reading gives back what was written.
 */
const dangerous = /^'*[=+\-@＝＋－＠\p{Cc}]/u
/** A phone, or +1: it runs nothing, and other programs take it for what it is. */
const onlyDigits = /^\+\d+$/

export const defused = (text: string): string => (dangerous.test(text) && !onlyDigits.test(text) ? `'${text}` : text)

export const undefused = (text: string): string => (text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text)

/**
 * A text of a workbook, where none runs: with one more quote where reading would take its own for one of ours. Files that
 * were written as CSV come back as workbooks with the quotes of `defused` in them.
 */
export const withOwnQuote = (text: string): string => (undefused(text) === text ? text : `'${text}`)

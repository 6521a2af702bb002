/**
 * Spreadsheet programs run a text of a CSV file that begins with one of these as a formula (OWASP, CSV injection), the
 * full-width ones in East Asian locales too. A quote before it makes it text; one more stands before a quote that was
 * there already, so that reading gives back what was written.
 */
const dangerous = /^'*[=+\-@＝＋－＠\p{Cc}]/u

export const defused = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

export const undefused = (text: string): string => (text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text)

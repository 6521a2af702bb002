/** Characters of a name. */
const longest = 40

/** Names that were typed or pasted: one a line; what comes from a table's first column counts too. Each stands once. */
export const readNames = (typed: string): { names: string[]; twice: number; tooLong: string[] } => {
  const given = typed
    .split(/\r?\n/)
    .map((line) => (line.split('\t')[0] ?? '').replaceAll(/[\p{Cc}]+/gu, ' ').trim())
    .filter((name) => name !== '')
  const names = [...new Set(given)]
  return {
    names,
    twice: given.length - names.length,
    tooLong: names.filter((name) => name.length > longest),
  }
}

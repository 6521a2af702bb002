/** A phone's digits, however it is dialled in Taiwan. */
const dialled = (text: string): string => text.replaceAll(/\D/g, '').replace(/^(?:886|0)/, '')
const timeOf = (text: string): string => text.replace(/^[0:]+(?=\d)/, '').replace(/\.0+$/, '')

/** Whether both say the same to a person: a number, a day, a time of a film, a phone. */
const isAlike = (cell: string, stored: string): boolean => {
  if (cell === stored || cell.replaceAll('/', '-') === stored) return true
  if (/^\d+(\.\d+)?$/.test(cell) && Number(cell) === Number(stored)) return true
  if (/^[\d:.]+$/.test(cell) && /^\d+:[\d:.]+$/.test(stored)) return timeOf(cell) === timeOf(stored)
  return /^\+?[\d\s()-]{8,}$/.test(cell) && !/[^\d\s()+-]/.test(stored) && dialled(cell) === dialled(stored)
}

/**
 * Of what will be stored, by the columns' keys as an export would write it, what is other than its cell says. A column
 * that the file doesn't have has no cell, and an empty cell says nothing that could be misread.
 */
export const otherThanCells = (
  stored: Readonly<Record<string, string>>,
  keys: readonly string[],
  cells: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    keys.flatMap((key, at) => {
      const cell = (cells[at] ?? '').trim()
      const text = stored[key]
      return text === undefined || cell === '' || isAlike(cell, text) ? [] : [[key, text]]
    }),
  )

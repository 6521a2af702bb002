/** A name that is known to who knows it: the first letter and, of three or more, the last. */
export const maskName = (name: string): string => {
  const letters = [...name.trim()]
  const [first, last] = [letters[0] ?? '', letters.length > 2 ? (letters.at(-1) ?? '') : '']
  return first === '' ? '' : `${first}*${last}`
}

/**
 * At most so many UTF-16 units of a text, without half a character at its end: half an emoji is refused by gateways, and by
 * the database where it stands in JSON.
 */
export const cutText = (text: string, max: number): string => {
  const cut = text.toWellFormed().slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

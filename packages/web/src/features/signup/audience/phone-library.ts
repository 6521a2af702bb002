import { phoneReadings } from '@kaimai/contract/common/phone.ts'

/** What of the phone library the form uses; loaded only when somebody is about to type a number. */
export interface PhoneLibrary {
  /** Whether the number parses for the country and matches its pattern. */
  readonly isValid: (typed: string, country: string) => boolean
  /** `0912 345 678`; as typed when it is no number. */
  readonly pretty: (typed: string, country: string) => string
  /** ISO country → calling code, of all countries there are. */
  readonly countries: () => readonly (readonly [country: string, callingCode: string])[]
}

export const loadPhoneLibrary = async (): Promise<PhoneLibrary> => {
  const { parsePhoneNumberFromString, getCountries, getCountryCallingCode, isSupportedCountry } = await import(
    'libphonenumber-js/min'
  )
  const parse = (typed: string, country: string) => {
    if (!isSupportedCountry(country)) return undefined
    return phoneReadings(typed)
      .map((reading) => parsePhoneNumberFromString(reading, country))
      .find((phone) => phone?.isValid())
  }
  return {
    isValid: (typed, country) => parse(typed, country) !== undefined,
    pretty: (typed, country) => {
      const phone = parse(typed, country)
      if (phone === undefined) return typed
      return phone.country === country ? phone.formatNational() : phone.formatInternational()
    },
    countries: () => getCountries().map((country) => [country, getCountryCallingCode(country)] as const),
  }
}

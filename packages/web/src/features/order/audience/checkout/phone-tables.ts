import { phoneReadings } from '@kaimai/contract/common/phone.ts'
import type { Language } from '@kaimai/contract/common/language.ts'

export interface PhoneTables {
  /** Whether a number is possible and fits its country's pattern. */
  readonly isPhone: (phone: string, country: string) => boolean
  /** Countries by name, Taiwan first: `TW`, `台灣 +886`. */
  readonly countries: (language: Language) => readonly { readonly code: string; readonly name: string }[]
}

let loaded: Promise<PhoneTables> | undefined

/** The countries' numbers: 30 KB, fetched when somebody first fills in a phone. */
export const loadPhoneTables = (): Promise<PhoneTables> => {
  loaded ??= import('libphonenumber-js/min').then(
    ({ getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString }) => ({
      isPhone: (phone, country) =>
        isSupportedCountry(country) &&
        phoneReadings(phone).some((reading) => parsePhoneNumberFromString(reading, country)?.isValid()),
      countries: (language) => {
        const names = new Intl.DisplayNames(language, { type: 'region' })
        const all = getCountries().map((code) => ({
          code,
          name: `${names.of(code) ?? code} +${getCountryCallingCode(code)}`,
        }))
        const order = new Intl.Collator(language)
        return all.toSorted(
          (a, b) => Number(b.code === 'TW') - Number(a.code === 'TW') || order.compare(a.name, b.name),
        )
      },
    }),
    (error: unknown) => {
      loaded = undefined
      throw error
    },
  )
  return loaded
}

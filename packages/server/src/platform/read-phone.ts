import { fail } from '@kaimai/contract/common/error.ts'
import { phoneReadings } from '@kaimai/contract/common/phone.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A typed phone as E.164 by its country (spec section 5: it must parse for a country and match that country's
 * pattern). Throws `invalid` naming the field.
 */
export const readPhone = (typed: string, country: string, field: string): string => {
  const wrong = fail('invalid', { fields: { [field]: common.wrongPhone } })
  if (!isSupportedCountry(country)) throw wrong
  for (const reading of phoneReadings(typed)) {
    const phone = parsePhoneNumberFromString(reading, country)
    if (phone?.isValid()) return phone.number
  }
  throw wrong
}

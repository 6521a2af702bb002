import type { Language } from '@kaimai/contract/common/language.ts'
import { asciiDigits, readPhoneDigits } from '@kaimai/contract/common/phone.ts'
import { common, type Reason } from '@kaimai/contract/common/reason.ts'
import { signupReasons } from '@kaimai/contract/signup/signup.reasons.ts'
import type { PhoneLibrary } from './phone-library.ts'

/** What a visitor fills in. */
export interface Person {
  readonly name: string
  readonly phone: string
  /** ISO country of a number without +. */
  readonly phoneCountry: string
  readonly email: string
  readonly county: string
  readonly consent: boolean
}

export type FieldName = 'name' | 'phone' | 'email' | 'county' | 'consent'
export type Faults = Partial<Record<FieldName, string>>

const nameMax = 60
// As the contract's Email, without its schema library.
const email = /^[^\s@"'<>,;:()[\]\\]+@[^\s@.,;:()<>[\]\\]+(\.[^\s@.,;:()<>[\]\\]+)+$/
const emailMax = 254

/**
 * Spec section 5: a phone is right when it parses for a country and matches that country's pattern. Until the library
 * with the patterns is there, its form alone decides; the server has the last word.
 */
const isPhone = (typed: string, country: string, library: PhoneLibrary | undefined): boolean => {
  if ('problem' in readPhoneDigits(typed)) return false
  return library?.isValid(asciiDigits(typed), country) ?? true
}

const reasonOf = (
  field: FieldName,
  person: Person,
  given: { countyRequired: boolean; library: PhoneLibrary | undefined },
): Reason | undefined => {
  switch (field) {
    case 'name':
      if (person.name.trim() === '') return signupReasons.fillName
      return person.name.trim().length > nameMax ? common.tooLong : undefined
    case 'phone':
      return isPhone(person.phone, person.phoneCountry, given.library) ? undefined : common.wrongPhone
    case 'email':
      return person.email.trim().length <= emailMax && email.test(person.email.trim()) ? undefined : common.wrongEmail
    case 'county':
      return given.countyRequired && person.county === '' ? signupReasons.fillCounty : undefined
    case 'consent':
      return person.consent ? undefined : signupReasons.consentMissing
  }
}

export const fieldOrder: readonly FieldName[] = ['name', 'phone', 'email', 'county', 'consent']

export interface CheckNeeds {
  readonly countyRequired: boolean
  readonly library: PhoneLibrary | undefined
  readonly language: Language
}

/** What is wrong with one field, in the visitor's language. */
export const faultOf = (field: FieldName, person: Person, needs: CheckNeeds): string | undefined =>
  reasonOf(field, person, needs)?.[needs.language]

/** What is wrong with the whole form, field by field. */
export const faultsOf = (person: Person, needs: CheckNeeds): Faults =>
  Object.fromEntries(
    fieldOrder.flatMap((field) => {
      const fault = faultOf(field, person, needs)
      return fault === undefined ? [] : [[field, fault]]
    }),
  )

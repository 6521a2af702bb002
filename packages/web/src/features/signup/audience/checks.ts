import type { Language } from '@kaimai/contract/common/language.ts'
import { readMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { phoneErrorOf } from '@kaimai/contract/common/phone.ts'
import { plainLine } from '@kaimai/contract/common/typed-text.ts'
import { common, type ErrorText } from '@kaimai/contract/common/error-text.ts'
import {
  answerError,
  answerPath,
  type AnswerValue,
  type AskedQuestion,
} from '@kaimai/contract/signup/question.rules.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
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
  /** To the form's own questions, by their id. */
  readonly answers: Readonly<Record<string, AnswerValue>>
}

type PersonField = 'name' | 'phone' | 'email' | 'county' | 'consent'
/** A field by its name in the form, which is its path in the call too. */
export type FieldName = PersonField | `answers.${string}`
export type FieldErrors = Partial<Record<FieldName, string>>

const nameMax = 60
/** As the contract's Email, without its schema library. */
const emailError = (typed: string): ErrorText | undefined => {
  const read = readMailAddress(typed)
  if (!('problem' in read)) return undefined
  return read.problem === 'local' ? common.emailLocalNotAscii : common.wrongEmail
}

/**
 * Spec section 5: a phone is right when it parses for a country and matches that country's pattern. Until the library
 * with the patterns is there, its form alone decides; the server has the last word.
 */
const phoneError = (typed: string, country: string, library: PhoneLibrary | undefined): ErrorText | undefined =>
  phoneErrorOf(typed) ?? (library?.isValid(typed, country) === false ? common.wrongPhone : undefined)

export const answerField = (id: string): `answers.${string}` => `answers.${id}`
const isAnswer = (field: FieldName): field is `answers.${string}` => field.startsWith('answers.')
const idOf = (field: `answers.${string}`): string => field.slice('answers.'.length)

/** The value of a field, to know an empty one. */
export const isEmptyField = (field: FieldName, person: Person): boolean =>
  isAnswer(field) ? (person.answers[idOf(field)] ?? '').length === 0 : person[field] === ''

const errorTextOf = (field: FieldName, person: Person, deps: Omit<CheckDeps, 'language'>): ErrorText | undefined => {
  if (isAnswer(field)) {
    const question = deps.questions.find(({ id }) => answerPath(id) === field)
    return question && answerError(question, person.answers[question.id] ?? '')
  }
  switch (field) {
    case 'name':
      if (plainLine(person.name) === '') return signupErrors.fillName
      return plainLine(person.name).length > nameMax ? common.tooLong : undefined
    case 'phone':
      return phoneError(person.phone, person.phoneCountry, deps.library)
    case 'email':
      return emailError(person.email)
    case 'county':
      return deps.countyRequired && person.county === '' ? signupErrors.fillCounty : undefined
    case 'consent':
      return person.consent ? undefined : signupErrors.consentMissing
  }
}

/** The fields of a form as they stand on its page. */
export const fieldsOf = (questions: readonly Pick<AskedQuestion, 'id'>[]): readonly FieldName[] => [
  ...(['name', 'phone', 'email', 'county'] as const),
  ...questions.map(({ id }) => answerField(id)),
  'consent',
]

export interface CheckDeps {
  readonly countyRequired: boolean
  readonly questions: readonly AskedQuestion[]
  readonly library: PhoneLibrary | undefined
  readonly language: Language
}

/** What is wrong with one field, in the visitor's language. */
export const errorOf = (field: FieldName, person: Person, deps: CheckDeps): string | undefined =>
  errorTextOf(field, person, deps)?.[deps.language]

/** What is wrong with the whole form, field by field. */
export const errorsOf = (person: Person, deps: CheckDeps): FieldErrors =>
  Object.fromEntries(
    fieldsOf(deps.questions).flatMap((field) => {
      const error = errorOf(field, person, deps)
      return error === undefined ? [] : [[field, error]]
    }),
  )

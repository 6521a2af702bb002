import type { Language } from '@kaimai/contract/common/language.ts'
import { common, type ErrorText, errorTextOfCheck, formatErrorText } from '@kaimai/contract/common/error-text.ts'
import type { z } from 'zod'

/** What is wrong, by field path (`sessions.0.capacity`), in the user's language. */
export type FieldErrors = Readonly<Record<string, string>>

type Issue = z.core.$ZodIssue

const plainErrorText = (issue: Issue): ErrorText => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? common.required : common.wrongFormat
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? common.required : common.tooShort
      return issue.origin === 'array' ? common.required : common.tooSmall
    case 'too_big':
      return issue.origin === 'string' ? common.tooLong : common.tooBig
    case 'invalid_value':
      return common.wrongChoice
    default:
      return common.wrongFormat
  }
}

/** The first error of each field. */
export const errorsOf = (schema: z.ZodType, values: unknown, language: Language): FieldErrors => {
  const parsed = schema.safeParse(values, { reportInput: true })
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const path = issue.path.join('.')
    errors[path] ??= formatErrorText(errorTextOfCheck(issue) ?? plainErrorText(issue), language)
  }
  return errors
}

/** The errors at or below a path. */
export const errorsAt = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([each]) => each === path || each.startsWith(`${path}.`)))

export const errorsWithout = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([each]) => each !== path && !each.startsWith(`${path}.`)))

interface Failing {
  readonly errors: FieldErrors
  readonly failure: string | undefined
}

/** What a form's bar says is wrong: how many fields, and in words what none of them shows. Undefined: nothing. */
export const problemOf = ({ errors, failure }: Failing, faults: (count: number) => string): string | undefined => {
  const count = Object.keys(errors).length
  if (count === 0) return failure
  return failure === undefined ? faults(count) : `${faults(count)} ${failure}`
}

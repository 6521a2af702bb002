import type { Language } from '@kaimai/contract/common/language.ts'
import { common, type Reason, reasonOfMessage, sayReason } from '@kaimai/contract/common/error-text.ts'
import type { z } from 'zod'

/** What is wrong, by field path (`sessions.0.capacity`), in the user's language. */
export type Faults = Readonly<Record<string, string>>

type Issue = z.core.$ZodIssue

const plainReason = (issue: Issue): Reason => {
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

/** The first fault of each field. */
export const faultsOf = (schema: z.ZodType, values: unknown, language: Language): Faults => {
  const parsed = schema.safeParse(values, { reportInput: true })
  if (parsed.success) return {}
  const faults: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const path = issue.path.join('.')
    faults[path] ??= sayReason(reasonOfMessage(issue.message) ?? plainReason(issue), language)
  }
  return faults
}

/** The faults at or below a path. */
export const faultsAt = (faults: Faults, path: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([each]) => each === path || each.startsWith(`${path}.`)))

export const faultsWithout = (faults: Faults, path: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([each]) => each !== path && !each.startsWith(`${path}.`)))

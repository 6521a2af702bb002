import {
  common,
  type ErrorText,
  errorTextOfCheck,
  type ErrorTextWithValues,
} from '@kaimai/contract/common/error-text.ts'
import type { z } from 'zod'

/** The error text of one schema issue: named by the schema, or by what kind of issue it is. */
export const errorTextOfIssue = (issue: z.core.$ZodIssue): ErrorText | ErrorTextWithValues => {
  const named = errorTextOfCheck(issue)
  if (named) return named
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? common.required : common.wrongFormat
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? common.tooShort : common.tooSmall
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? common.tooLong : common.tooBig
    case 'invalid_value':
      return common.wrongChoice
    case 'unrecognized_keys':
      return common.unknownField
    default:
      return common.wrongFormat
  }
}

import {
  type ErrorBody,
  errorRow,
  type FailOptions,
  type FieldErrors,
  fail,
  KaimaiError,
} from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import {
  common,
  type ErrorText,
  type ErrorTextWithValues,
  formatErrorText,
} from '@kaimai/contract/common/error-text.ts'
import { z } from 'zod'
import { errorTextOfIssue } from './error-text-of-issue.ts'

/** Bad input as the error to throw: the first reason of each field. */
export const invalidBy = (error: z.core.$ZodError): KaimaiError => {
  const fields: Record<string, ErrorText | ErrorTextWithValues> = {}
  for (const issue of error.issues) fields[issue.path.map(String).join('.')] ??= errorTextOfIssue(issue)
  return fail('invalid', { fields })
}

const sayFields = (fields: FieldErrors, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, reason]) => [path, formatErrorText(reason, language)]))

/** What the wire carries for an error: its row, in the caller's language. */
export const errorBodyOf = (error: KaimaiError, language: Language): { status: number; body: ErrorBody } => {
  const row = errorRow(error.errorName)
  return {
    status: row.status,
    body: {
      error: {
        code: row.code,
        name: error.errorName,
        message: error.reason ? formatErrorText(error.reason, language) : row.message[language],
        ...(error.fields ? { fields: sayFields(error.fields, language) } : {}),
        ...(error.conflict ? { conflict: error.conflict } : {}),
      },
    },
  }
}

/** A conflict holds no field that the route's own answer has not, and each as its schema has it. */
export const conflictWithin = (error: unknown, answer: unknown): unknown => {
  if (!(error instanceof KaimaiError) || !error.conflict) return error
  const shape = answer instanceof z.ZodObject ? answer.shape : {}
  const fields = error.conflict.fields.flatMap(({ field, now }) => {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined
    const parsed = schema instanceof z.ZodType ? schema.safeParse(now) : undefined
    return parsed?.success ? [{ field, now: parsed.data }] : []
  })
  return fail(error.errorName, { ...failOptionsOf(error), conflict: { ...error.conflict, fields } })
}

const failOptionsOf = ({ reason, fields, details }: KaimaiError): FailOptions => ({
  ...(reason ? { reason } : {}),
  ...(fields ? { fields } : {}),
  ...(details ? { details } : {}),
})

/** When to try again, of what is busy or was sent too often; seconds. */
export const retryAfterOf = ({ errorName, details }: KaimaiError): number | undefined => {
  const ms = details?.['retryAfterMs']
  if (typeof ms === 'number') return Math.ceil(ms / 1000)
  return errorName === 'busy' ? 1 : undefined
}

/** Errors of the HTTP framework and of a full disk, by their code; undefined: a bug, to be logged whole. */
export const frameworkError = (error: Error): KaimaiError | undefined => {
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('tooLarge')
  // PostgreSQL's disk_full, and the file system's: whatever else fills the disk, the caller gets an error text.
  if ('code' in error && (error.code === '53100' || error.code === 'ENOSPC')) return fail('diskFull')
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status >= 400 && status < 500) return fail('invalid', { reason: common.notJson })
  return undefined
}

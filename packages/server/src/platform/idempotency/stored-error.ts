import { errorTable, fail, type KaimaiError } from '@kaimai/contract/common/error.ts'
import { z } from 'zod'

const ErrorText = z.object({ name: z.string(), 'zh-TW': z.string(), en: z.string() })
const AnyErrorText = z.union([
  z.object({ reason: ErrorText, values: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ErrorText,
])
const errorNames = Object.keys(errorTable) as (keyof typeof errorTable)[]

export const Refusal = z.object({
  name: z.enum(errorNames),
  reason: AnyErrorText.optional(),
  fields: z.record(z.string(), AnyErrorText).optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  conflict: z
    .object({
      version: z.number(),
      changedBy: z.string().nullable(),
      changedAt: z.string().nullable(),
      fields: z.array(z.object({ field: z.string(), now: z.unknown() })),
    })
    .optional(),
})
export type Refusal = z.infer<typeof Refusal>

/** An error as JSON. */
export const storedErrorOf = (error: KaimaiError): Refusal => ({
  name: error.errorName,
  ...(error.reason && { reason: error.reason }),
  ...(error.fields && { fields: { ...error.fields } }),
  ...(error.details && { details: { ...error.details } }),
  ...(error.conflict && { conflict: { ...error.conflict, fields: [...error.conflict.fields] } }),
})

/** The error to throw again. */
export const readStoredError = ({ name, reason, fields, details, conflict }: Refusal): KaimaiError =>
  fail(name, {
    ...(reason && { reason }),
    ...(fields && { fields }),
    ...(details && { details }),
    ...(conflict && { conflict }),
  })

import type { Field } from '@kaimai/contract/common/field.ts'
import { json } from '../db/database.ts'

/** A field's value as its column holds it. */
export const stored = ({ kind }: Field, value: unknown): unknown => {
  if (kind === 'list') return json(value)
  return kind === 'instant' && typeof value === 'string' ? new Date(value) : value
}

/** As indexes are spelled: 'sample_offer_code' of sampleOffer_code. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A column's value as an answer holds it. */
export const answered = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

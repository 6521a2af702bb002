import { z } from 'zod'

/**
 * The version of a record that people edit: every change of what its editor edits makes it one higher. A save names the
 * version it was made from; when it is no longer the record's, the save is refused with what changed since
 * (`EditConflict`). A save without a version overwrites.
 */
export const EditVersion = z.number().int().min(1)

/** The field of a body that changes a record. */
export const editedFrom = { version: EditVersion.optional() } as const

/** A record as it is now, sent with a refused save. */
export interface EditConflict {
  readonly version: number
  /** Name of the member who changed it last; null when nobody is known. */
  readonly changedBy: string | null
  /** ISO instant of that change. */
  readonly changedAt: string | null
  /** What changed since, with the value as it is now. */
  readonly fields: readonly { readonly field: string; readonly now: unknown }[]
}

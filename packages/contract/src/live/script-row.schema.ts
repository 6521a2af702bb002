import { z } from 'zod'

/** By what a row of a script stays itself in files, once it has changed (script-sheet-merge.rules.ts). */
export const RowId = z
  .string()
  .regex(/^[\w-]{1,40}$/)
  .optional()

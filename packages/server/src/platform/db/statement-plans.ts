/** Texts that have a plan at a time, on each connection. */
export const plansMax = 500
/** Longer texts are made for one call (a thousand rows to insert): a plan of theirs would never be used again. */
const plannedTextMax = 12_000

/** Begins the text of a statement that is planned for its values each time (planned-once.ts). */
export const onceMark = '/* once */ '
/** Whether the plan of a text is kept for its next call. */
export const isPlanKept = (text: string): boolean => text.length <= plannedTextMax && !text.startsWith(onceMark)

/** Begins the text of a statement that may wait for the next one of its transaction; a comment to every database. */
export const aheadMark = '/* with the next */ '

/**
 * True when a kept plan no longer answers what it did, for a migration changed a table under it. Nothing was done: the
 * statement, or the transaction that it is part of, can be run again.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '0A000' &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery'

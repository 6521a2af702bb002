/** A batch holds the embedded database, and with it every room, no longer than this in most cases: milliseconds. */
const batchMs = 200
/** The next batch is made for less, as rows are not alike. */
const aimMs = 120

/** The rows that a run begins with, before anybody knows how long they take. */
export const firstBatchRows = (most: number): number => Math.min(most, 25)

/** How many rows the next batch has after one of `rows` took `tookMs`: so many as should fit, at most twice as many. */
export const nextBatchRows = (rows: number, tookMs: number, most: number): number => {
  const fitting = Math.floor((rows * aimMs) / Math.max(tookMs, 1))
  return Math.max(1, Math.min(most, rows * 2, tookMs > batchMs ? Math.min(fitting, rows - 1) : fitting))
}

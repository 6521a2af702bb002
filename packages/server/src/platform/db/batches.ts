/** Rows of one statement, which may hold 65,535 values at most. */
const rowsOfStatement = 1_000

/** The rows in their order, so many at a time. */
export const inBatches = <T>(rows: readonly T[], size: number = rowsOfStatement): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))

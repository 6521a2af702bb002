import type { ImportedRow, ImportedRun } from './imported-rows.ts'

/** Columns in the order of what matters, and the cells of each row with them. */
export const byWeight = (run: Pick<ImportedRun, 'columns' | 'leading'>, rows: readonly ImportedRow[]) => {
  const weight = new Map(run.leading.map((key, at) => [key, at]))
  const order = run.columns
    .map(({ key }, at) => ({ at, weight: weight.get(key) ?? run.leading.length }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ at }) => at)
  return {
    columns: order.flatMap((at) => run.columns[at] ?? []),
    rows: rows.map((row) => ({ ...row, cells: order.map((at) => row.cells[at] ?? '') })),
  }
}

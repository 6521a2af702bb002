import { inBatches } from '../db/batches.ts'

/**
 * Rows as they were read: one after the other, or as many together as one statement gave. To wait for each by itself costs
 * as much as its cells.
 */
export type SheetRows<Row> = Iterable<Row> | AsyncIterable<Row> | { readonly pages: AsyncIterable<readonly Row[]> }

/** Rows that are written at once. */
const partRows = 500

/** The rows in parts that may be written at once, none of them empty; the next is read once the one before is done with. */
export async function* partsOf<Row>(rows: SheetRows<Row>): AsyncGenerator<readonly Row[], void> {
  if ('pages' in rows) {
    for await (const page of rows.pages) for (const part of inBatches(page, partRows)) yield part
    return
  }
  let part: Row[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < partRows) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

import type { RawContent } from '@kaimai/contract/common/route.ts'
import { exportProgressType } from '@kaimai/contract/common/sheet.ts'
import { partsOf } from './sheet-rows.ts'
import { fileOf, type SheetToWrite, streamOf } from './write-sheet.ts'

/** Between two lines of progress. */
const rowsBetween = 200

interface Counted<Row> extends SheetToWrite<Row> {
  /** Things that the rows are of, which the progress counts. */
  readonly total: number
  /** Whether a row begins the next thing; each row by default. */
  readonly begins?: (row: Row, before: Row | undefined) => boolean
}

async function* progressOf<Row>(sheet: Counted<Row>): AsyncGenerator<string | Uint8Array, void> {
  const { total, begins = () => true } = sheet
  const lineOf = (done: number) => `${JSON.stringify({ done: Math.min(done, total), total })}\n`
  let done = 0
  async function* counted(): AsyncGenerator<readonly Row[]> {
    let before: Row | undefined
    for await (const part of partsOf(sheet.rows)) {
      for (const row of part) {
        if (begins(row, before)) done += 1
        before = row
      }
      yield part
    }
  }
  yield lineOf(0)
  // No rows are held, but what was made of them: a few megabytes.
  const file: Uint8Array[] = []
  let shown = 0
  for await (const bytes of fileOf({ ...sheet, rows: { pages: counted() } })) {
    file.push(bytes)
    if (done - shown < rowsBetween) continue
    yield lineOf(done)
    shown = done
  }
  if (done > shown) yield lineOf(done)
  // An empty line ends the progress: what follows is the file.
  yield '\n'
  yield* file
}

/**
 * A sheet that says how far it is while its rows are read: lines of JSON, an empty line, then the file. A caller who
 * hangs up ends the reading; an error breaks the answer off.
 */
export const streamSheet = <Row>(sheet: Counted<Row>): RawContent => ({
  contentType: exportProgressType,
  content: streamOf(progressOf(sheet)),
})

import { Readable } from 'node:stream'
import { exportProgressType } from '@kaimai/contract/common/sheet.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { type SheetToWrite, writeSheet } from './write-sheet.ts'

/** Between two lines of progress. */
const rowsBetween = 200

interface Counted<Row> extends SheetToWrite<Row> {
  /** Things that the rows are of, which the progress counts. */
  readonly total: number
  /** Whether a row begins the next thing; each row by default. */
  readonly begins?: (row: Row, before: Row | undefined) => boolean
}

async function* progressOf<Row>(sheet: Counted<Row>): AsyncGenerator<string | Uint8Array> {
  const { total, begins = () => true } = sheet
  const rows: Row[] = []
  const lineOf = (done: number) => `${JSON.stringify({ done: Math.min(done, total), total })}\n`
  let done = 0
  let before: Row | undefined
  yield lineOf(0)
  for await (const row of sheet.rows) {
    rows.push(row)
    if (begins(row, before)) {
      done += 1
      if (done % rowsBetween === 0) yield lineOf(done)
    }
    before = row
  }
  yield lineOf(done)
  const { content } = await writeSheet({ ...sheet, rows })
  // An empty line ends the progress: what follows is the file.
  yield '\n'
  yield typeof content === 'string' || content instanceof Uint8Array ? content : ''
}

/**
 * A sheet that says how far it is while its rows are read: lines of JSON, an empty line, then the file. A caller who
 * hangs up ends the reading.
 */
export const streamSheet = <Row>(sheet: Counted<Row>): RawContent => ({
  contentType: exportProgressType,
  content: Readable.from(progressOf(sheet), { objectMode: false }),
})

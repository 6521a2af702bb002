import { Readable } from 'node:stream'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { type SheetFormat, sheetTypes } from '@kaimai/contract/common/sheet.ts'
import type { CellValue } from './cell-value.ts'
import { type SheetColumn, widthOf } from './sheet-column.ts'
import { partsOf, type SheetRows } from './sheet-rows.ts'
import { createFileWriter } from './write-file.ts'

export type { CellKind, CellValue } from './cell-value.ts'

export interface SheetToWrite<Row> {
  readonly format: SheetFormat
  /** Without its ending: of the file, and of its sheet. */
  readonly name: string
  readonly language: Language
  readonly columns: readonly (SheetColumn & { readonly value: (row: Row) => CellValue })[]
  /** Asked for as fast as the file is read, and ended when its reader leaves. */
  readonly rows: SheetRows<Row>
}
/** A file goes out in pieces of so many bytes at least: each costs a system call or two. */
const pieceBytes = 64 * 1024
/** A reader that takes nothing for so long has left, whatever its connection says. */
const readerPatienceMs = 5 * 60_000

let open = 0
/** Files that have begun and not ended. */
export const filesBeingWritten = (): number => open

/**
 * The file as it comes into being: its beginning with the first part of the rows, then one step a part, which may have no
 * bytes ready. Ended early it ends the reading of rows; an error of the rows is its own.
 */
export async function* fileOf<Row>({ columns, rows, ...sheet }: SheetToWrite<Row>): AsyncGenerator<Uint8Array, void> {
  open += 1
  try {
    const file = await createFileWriter({
      format: sheet.format,
      name: sheet.name,
      columns: columns.map((column) => ({
        title: column.title[sheet.language],
        kind: column.kind ?? 'text',
        width: widthOf(column),
        literal: column.literal ?? false,
      })),
    })
    const cellsOf = (row: Row): CellValue[] => columns.map(({ value }) => value(row))
    let leastBytes = 0
    for await (const part of partsOf(rows)) {
      await file.write(part.map(cellsOf))
      yield file.take(leastBytes)
      // The beginning goes at once: it shows that there will be a file.
      leastBytes = pieceBytes
    }
    await file.end()
    yield file.take()
  } finally {
    open -= 1
  }
}

/**
 * What is yielded as a stream that asks for the next only when it is read. `first` was taken already. Whoever destroys the
 * stream, or leaves it unread, ends the generator; an error of the generator destroys the stream, so that what was sent
 * breaks off and never ends as if it were whole.
 */
export const streamOf = (
  parts: AsyncGenerator<Uint8Array | string, void>,
  first?: IteratorResult<Uint8Array | string, void>,
): Readable => {
  let taken = first
  let silence: NodeJS.Timeout | undefined
  const next = async () => {
    clearTimeout(silence)
    const step = taken ?? (await parts.next())
    taken = undefined
    if (step.done !== true && !stream.destroyed)
      silence = setTimeout(() => stream.destroy(new Error('nobody reads the sheet')), readerPatienceMs).unref()
    return step
  }
  const end = () => {
    clearTimeout(silence)
    return parts.return()
  }
  const stream = Readable.from({ [Symbol.asyncIterator]: () => ({ next, return: end }) }, { objectMode: false })
  return stream
}

/**
 * A file of rows for a handler of a `raw` route to answer, written while it is read. Money in minor units and instants
 * become real numbers and dates (wall time of Taipei); texts can't run as formulas. Rejects with the error of the first
 * rows; one of later rows breaks the answer off.
 */
export const writeSheet = async <Row>(sheet: SheetToWrite<Row>): Promise<RawContent> => {
  const parts = fileOf(sheet)
  const first = await parts.next()
  return {
    contentType: sheetTypes[sheet.format],
    fileName: `${sheet.name}.${sheet.format}`,
    content: streamOf(parts, first),
  }
}

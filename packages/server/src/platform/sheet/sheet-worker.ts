import { parentPort } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import type { Charset, SheetSource } from '@kaimai/contract/common/sheet.ts'
import type { CellRow, SheetHead } from './cell-value.ts'
import { undefused } from './defuse.ts'
import { xlsxParts, zipOf } from './open-xlsx.ts'
import { readCsv } from './read-csv.ts'
import { type MarkedCell, withShownTimes } from './shown-times.ts'
import { firstVisibleSheet } from './workbook.ts'
import { createFileWriter } from './write-file.ts'
import type { FileWriter } from './write-workbook.ts'

/** Each file is worked on in a thread: what people send must not stop the rooms of this process. */
export interface ReadTask {
  readonly type: 'read'
  readonly bytes: Uint8Array
  readonly rows: number
  readonly columns: number
  readonly charset?: Charset | undefined
}

/** The next rows of a file that is written; its head comes with the first ones. */
export interface WriteTask {
  readonly type: 'write'
  readonly file: number
  readonly head: SheetHead | undefined
  readonly rows: readonly CellRow[]
  readonly isLast: boolean
}

/** No more rows of that file will come. */
interface DropTask {
  readonly type: 'drop'
  readonly file: number
}
export type SheetTask = ReadTask | WriteTask | DropTask

export type SheetProblem = 'unreadable' | 'tooManyRows' | 'otherCharset'
export type ReadAnswer =
  | {
      readonly type: 'rows'
      readonly rows: string[][]
      readonly marks: readonly MarkedCell[]
      readonly source: SheetSource
    }
  | { readonly type: 'problem'; readonly problem: SheetProblem }

/** What of the file is ready; `failed` says why there will be none. */
export type WriteAnswer =
  | { readonly type: 'written'; readonly file: number; readonly content: Uint8Array }
  | { readonly type: 'failed'; readonly file: number; readonly reason: string }

const port = parentPort
if (!port) throw new Error('sheet-worker runs in a thread')

const minute = 60_000

const wallText = (date: Date): string => {
  // Excel keeps times as fractions of a day: a whole minute comes back a few milliseconds off.
  const exact = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  const seconds = exact.slice(16, 19)
  return Math.round(date.getTime() / 1000) % (minute / 1000) === 0
    ? exact.slice(0, 16).replace('T', ' ').replace(' 00:00', '')
    : `${exact.slice(0, 16).replace('T', ' ')}${seconds}`
}

const textOfNumber = (value: number): string => {
  const shown = value.toPrecision(15)
  // Of a longer number the file has the first digits alone: it stands as a spreadsheet shows it, so that nobody takes
  // the zeros in place of the others for an account.
  return /e\+/.test(shown) ? shown.replace(/\.?0*e/, 'E') : String(Number(shown))
}

const textOfCell = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : wallText(cell)
  // 0.1 + 0.2 as Excel shows it: its figures have 15 digits.
  if (typeof cell === 'number') return textOfNumber(cell)
  return undefused(String(cell))
}

const readWorkbook = async (bytes: Uint8Array, columns: number) => {
  const parts = xlsxParts(bytes)
  const sheet = firstVisibleSheet(parts)
  const shown = sheet === undefined ? { parts, marks: [] } : withShownTimes(parts, sheet.path)
  const rows = await readSheet(zipOf(shown.parts), sheet?.place ?? 1, { trim: false })
  const source = { charset: null, isGuessed: false, sheetName: sheet?.name ?? '', candidates: [] }
  return { rows: rows.map((cells) => cells.slice(0, columns).map(textOfCell)), marks: shown.marks, source }
}

const readText = (bytes: Uint8Array, rows: number, columns: number, charset: Charset | undefined) => {
  const read = readCsv(bytes, rows + 1, charset)
  return read && { ...read, marks: [], rows: read.rows.map((cells) => cells.slice(0, columns)) }
}

const readFile = async ({ bytes, rows, columns, charset }: ReadTask): Promise<ReadAnswer> => {
  try {
    const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b
    const found = zipped ? await readWorkbook(bytes, columns) : readText(bytes, rows, columns, charset)
    if (found === undefined) return { type: 'problem', problem: charset === undefined ? 'unreadable' : 'otherCharset' }
    return found.rows.length > rows ? { type: 'problem', problem: 'tooManyRows' } : { type: 'rows', ...found }
  } catch {
    return { type: 'problem', problem: 'unreadable' }
  }
}

const writers = new Map<number, FileWriter>()

const writeRows = ({ file, head, rows, isLast }: WriteTask): WriteAnswer => {
  try {
    const writer = head === undefined ? writers.get(file) : createFileWriter(head)
    if (!writer) return { type: 'failed', file, reason: 'no such file' }
    writer.write(rows)
    if (isLast) writer.end()
    else writers.set(file, writer)
    return { type: 'written', file, content: writer.take() }
  } catch (error) {
    return { type: 'failed', file, reason: String(error) }
  }
}

port.on('message', (task: SheetTask) => {
  if (task.type === 'read') void readFile(task).then((answer) => port.postMessage(answer))
  else if (task.type === 'write') port.postMessage(writeRows(task))
  else writers.delete(task.file)
})

import { parentPort } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { openXlsx } from './open-xlsx.ts'
import { readCsv } from './read-csv.ts'
import { type WriteTask, writeCsv, writeXlsx } from './write-file.ts'

/** Each file is worked on in a thread: what people send must not stop the rooms of this process. */
export type SheetTask =
  | { readonly type: 'read'; readonly bytes: Uint8Array; readonly rows: number; readonly columns: number }
  | WriteTask

export type SheetProblem = 'unreadable' | 'tooManyRows'
export type SheetMessage =
  | { readonly type: 'rows'; readonly rows: string[][] }
  | { readonly type: 'file'; readonly content: Uint8Array }
  | { readonly type: 'problem'; readonly problem: SheetProblem }

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

const textOfCell = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : wallText(cell)
  // 0.1 + 0.2 as Excel shows it: its figures have 15 digits.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  return String(cell)
}

const read = async ({ bytes, rows, columns }: Extract<SheetTask, { type: 'read' }>): Promise<SheetMessage> => {
  const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b
  const found = zipped
    ? (await readSheet(openXlsx(bytes), 1, { trim: false })).map((cells) => cells.slice(0, columns).map(textOfCell))
    : readCsv(bytes, rows + 1)?.map((cells) => cells.slice(0, columns))
  if (found === undefined) return { type: 'problem', problem: 'unreadable' }
  return found.length > rows ? { type: 'problem', problem: 'tooManyRows' } : { type: 'rows', rows: found }
}

const work = async (task: SheetTask): Promise<SheetMessage> => {
  if (task.type === 'read') {
    try {
      return await read(task)
    } catch {
      return { type: 'problem', problem: 'unreadable' }
    }
  }
  return { type: 'file', content: task.format === 'csv' ? writeCsv(task) : await writeXlsx(task) }
}

port.on('message', (task: SheetTask) => {
  void work(task).then((message) => port.postMessage(message))
})

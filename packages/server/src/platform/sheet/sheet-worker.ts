import { parentPort } from 'node:worker_threads'
import type { CellRow, SheetHead } from './cell-value.ts'
import type { ReadTask } from './read-file.ts'
import { createFileWriter } from './write-file.ts'
import type { FileWriter } from './write-workbook.ts'

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

/** What of the file is ready; `failed` says why there will be none. */
export type WriteAnswer =
  | { readonly type: 'written'; readonly file: number; readonly content: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly file: number; readonly reason: string }

const port = parentPort
if (!port) throw new Error('sheet-worker runs in a thread')

/** A file goes out in pieces of so many bytes at least: each costs a system call or two. */
const pieceBytes = 64 * 1024

const writers = new Map<number, FileWriter>()

const writeRows = ({ file, head, rows, isLast }: WriteTask): WriteAnswer => {
  try {
    const writer = head === undefined ? writers.get(file) : createFileWriter(head)
    if (!writer) return { type: 'failed', file, reason: 'no such file' }
    writer.write(rows)
    if (isLast) writer.end()
    else writers.set(file, writer)
    // The beginning goes at once: it shows that there will be a file.
    const leastBytes = isLast || head !== undefined ? 0 : pieceBytes
    return { type: 'written', file, content: writer.take(leastBytes) }
  } catch (error) {
    return { type: 'failed', file, reason: String(error) }
  }
}

/** What reads a file takes longer to load than most sheets to write. */
const read = async (task: ReadTask): Promise<void> => {
  const { readFile } = await import('./read-file.ts')
  port.postMessage(await readFile(task))
}

port.on('message', (task: SheetTask) => {
  if (task.type === 'read') void read(task)
  else if (task.type === 'write') {
    const answer = writeRows(task)
    // Its memory goes along: it is not copied.
    port.postMessage(answer, answer.type === 'written' ? [answer.content.buffer] : [])
  } else writers.delete(task.file)
})

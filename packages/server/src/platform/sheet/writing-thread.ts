import { Worker } from 'node:worker_threads'
import type { CellRow, SheetHead } from './cell-value.ts'
import type { SheetTask, WriteAnswer, WriteTask } from './sheet-worker.ts'

/** A batch takes milliseconds, and each file has no more than one of them under way. */
const patienceMs = 60_000
const largestHeapMb = 512
/** A thread without files ends after this: to start one takes longer than to write most sheets. */
const idleMs = 10_000

interface Waiting {
  readonly resolve: (content: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/**
 * The one thread in which this process writes its sheets, all of them at once and in turns, a batch of rows each. A file
 * takes time in it only while it has rows to write: a reader as slow as can be holds nobody up, and costs it a few hundred
 * bytes.
 */
const startThread = () => {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: largestHeapMb },
  })
  const files = new Set<number>()
  const waiting = new Map<number, Waiting>()
  let ending: NodeJS.Timeout | undefined
  let isOver = false

  const post = (task: SheetTask): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task)
  }
  const end = (error: Error): void => {
    isOver = true
    files.clear()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    void worker.terminate()
  }

  worker.on('message', (answer: WriteAnswer) => {
    const asked = waiting.get(answer.file)
    waiting.delete(answer.file)
    // Nobody waits for it: the process may end meanwhile.
    if (waiting.size === 0) worker.unref()
    if (answer.type === 'written') asked?.resolve(answer.content)
    else asked?.reject(new Error(answer.reason))
  })
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => end(new Error('the thread that writes sheets ended early')))
  worker.unref()

  return {
    isOver: () => isOver,
    files: () => files.size,
    open: (file: number): void => {
      clearTimeout(ending)
      files.add(file)
    },
    close: (file: number): void => {
      if (!files.delete(file)) return
      post({ type: 'drop', file })
      if (files.size === 0) ending = setTimeout(() => end(new Error('no file was open')), idleMs).unref()
    },
    write: async (task: WriteTask): Promise<Uint8Array> => {
      if (isOver) throw new Error('the thread that writes sheets has ended')
      const silence = setTimeout(() => end(new Error('a sheet took too long')), patienceMs)
      try {
        return await new Promise<Uint8Array>((resolve, reject) => {
          waiting.set(task.file, { resolve, reject })
          worker.ref()
          post(task)
        })
      } finally {
        clearTimeout(silence)
      }
    },
  }
}

let thread: ReturnType<typeof startThread> | undefined
let lastFile = 0

/** Files that have begun and not ended. */
export const filesBeingWritten = (): number => thread?.files() ?? 0

/** A file as it is written. */
export interface OpenFile {
  /**
   * The bytes that are ready with these rows, one batch after the other has answered. Rejects when they can't be written;
   * no more of the file comes after that.
   */
  readonly write: (rows: readonly CellRow[], isLast: boolean) => Promise<Uint8Array>
  /** Its place in the thread is given back, wherever it stands. */
  readonly close: () => void
}

/** Begins a file of rows in a thread beside the rooms of this process. */
export const openFile = (head: SheetHead): OpenFile => {
  if (thread === undefined || thread.isOver()) thread = startThread()
  const own = thread
  const file = (lastFile += 1)
  own.open(file)
  let isBegun = false
  return {
    write: (rows, isLast) => {
      const task = { type: 'write', file, rows, isLast, head: isBegun ? undefined : head } as const
      isBegun = true
      return own.write(task)
    },
    close: () => own.close(file),
  }
}

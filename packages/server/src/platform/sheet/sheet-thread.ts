import { Worker } from 'node:worker_threads'
import type { SheetMessage, SheetTask } from './sheet-worker.ts'

const patienceMs = 60_000
const largestHeapMb = 768
/** Files worked on at once in this process: each may take all of its heap. */
const maxThreads = 2

let running = 0
const waiting: (() => void)[] = []

const place = async (): Promise<void> => {
  if (running >= maxThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
}
const leave = (): void => {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

const inThread = (task: SheetTask): Promise<SheetMessage> => {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: largestHeapMb },
  })
  return new Promise<SheetMessage>((resolve, reject) => {
    let ended = false
    const end = (settle: () => void) => {
      if (ended) return
      ended = true
      clearTimeout(silence)
      void worker.terminate().finally(settle)
    }
    const silence = setTimeout(() => end(() => reject(new Error('the sheet took too long'))), patienceMs)
    worker.once('message', (message: SheetMessage) => end(() => resolve(message)))
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', () => end(() => reject(new Error('the thread of a sheet ended early'))))
  })
}

/** Reads or writes one file beside the rooms of this process. Rejects when it ran out of memory or time. */
export const workOnSheet = async (task: SheetTask): Promise<SheetMessage> => {
  await place()
  try {
    return await inThread(task)
  } finally {
    leave()
  }
}

import { Worker } from 'node:worker_threads'
import type { ReadAnswer, ReadTask } from './read-file.ts'

const patienceMs = 60_000
const largestHeapMb = 768
/** Files read at once in this process: each may take all of its heap. */
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

/** A thread that has read what somebody sent is not used again. */
const inThread = (task: ReadTask): Promise<ReadAnswer> => {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: largestHeapMb },
  })
  return new Promise<ReadAnswer>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(silence)
      for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name)
      // What is still thrown while it ends has been said.
      worker.on('error', () => {})
      void worker.terminate().finally(settle)
    }
    const fail = (error: Error) => end(() => reject(error))
    const silence = setTimeout(() => fail(new Error('the sheet took too long')), patienceMs)
    worker.once('message', (answer: ReadAnswer) => end(() => resolve(answer)))
    worker.once('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => fail(new Error('the thread of a sheet ended early')))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task)
  })
}

/** Reads one file beside the rooms of this process. Rejects when it ran out of memory or time. */
export const workOnSheet = async (task: ReadTask): Promise<ReadAnswer> => {
  await place()
  try {
    return await inThread(task)
  } finally {
    leave()
  }
}

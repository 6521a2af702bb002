import { Worker } from 'node:worker_threads'
import type { SheetMessage, SheetTask } from './sheet-worker.ts'

const patienceMs = 60_000
const largestHeapMb = 768
/** Files worked on at once in this process: each may take all of its heap. */
const maxThreads = 2
/** A thread without work ends after this. */
const idleMs = 10_000

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

/**
 * Threads without work, newest last: to start one takes longer than to write most sheets. One that has read what
 * somebody sent is not used again.
 */
const idle: { readonly worker: Worker; readonly ending: NodeJS.Timeout }[] = []

const newWorker = (): Worker =>
  new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: largestHeapMb },
  })

const detach = (worker: Worker): void => {
  for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name)
}

const takeWorker = (): Worker => {
  const found = idle.pop()
  if (found === undefined) return newWorker()
  clearTimeout(found.ending)
  detach(found.worker)
  found.worker.ref()
  return found.worker
}

const keepWorker = (worker: Worker): void => {
  // Nobody waits for it: the process may end meanwhile.
  worker.unref()
  const forget = () => {
    clearTimeout(kept.ending)
    const at = idle.indexOf(kept)
    if (at >= 0) idle.splice(at, 1)
    void worker.terminate()
  }
  const kept = { worker, ending: setTimeout(forget, idleMs).unref() }
  worker.once('error', forget)
  worker.once('exit', forget)
  idle.push(kept)
}

const inThread = (task: SheetTask): Promise<SheetMessage> => {
  const worker = takeWorker()
  return new Promise<SheetMessage>((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(silence)
      detach(worker)
      // What is still thrown while it ends has been said.
      worker.on('error', () => {})
      void worker.terminate().finally(() => reject(error))
    }
    const silence = setTimeout(() => fail(new Error('the sheet took too long')), patienceMs)
    worker.once('message', (message: SheetMessage) => {
      clearTimeout(silence)
      detach(worker)
      if (task.type !== 'read') {
        keepWorker(worker)
        resolve(message)
      } else void worker.terminate().finally(() => resolve(message))
    })
    worker.once('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => fail(new Error('the thread of a sheet ended early')))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task)
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

import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Answer, Ask, QueryAnswer, WorkerError, WorkerStart } from './pglite-protocol.ts'

/**
 * V8 optimizes a function of PostgreSQL's 9 MB after so many bytes of its code were run, eight times its default: a start
 * runs many functions a little, and to optimize them all took as much processor time as the rest of the start.
 */
const bytesUntilOptimized = 100_000_000
setFlagsFromString(`--wasm-tiering-budget=${bytesUntilOptimized}`)

interface Pending {
  resolve(answer: Answer): void
  reject(error: Error): void
}

const errorOf = ({ message, ...fields }: WorkerError): Error => Object.assign(new Error(message), fields)

type AskBody = Ask extends infer A ? (A extends Ask ? Omit<A, 'id'> : never) : never

/** PGlite in a thread of its own. `onLost` is called once when the thread ends by itself after it had opened. */
export const startWorker = async (start: WorkerStart, onLost: (error: Error) => void) => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: start,
    name: 'pglite',
    // Flags of the main thread (--eval, a debugger's port) are none of its business.
    execArgv: [],
  })
  const pending = new Map<number, Pending>()
  let lost: Error | undefined
  let closing = false
  let nextId = 1

  const opened = new Promise<Answer>((resolve, reject) => pending.set(0, { resolve, reject }))
  worker.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.id)
    pending.delete(answer.id)
    if (waiting === undefined) return
    if ('error' in answer) waiting.reject(errorOf(answer.error))
    else waiting.resolve(answer)
  })
  const lose = (error: Error) => {
    if (lost !== undefined) return
    lost = error
    const wasOpen = !pending.has(0)
    for (const waiting of pending.values()) waiting.reject(error)
    pending.clear()
    if (wasOpen && !closing) onLost(error)
  }
  worker.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => lose(new Error(`database: PGlite's thread ended (${code})`)))
  await opened

  const ask = (body: AskBody): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (lost !== undefined) {
        reject(lost)
        return
      }
      const id = nextId
      nextId += 1
      pending.set(id, { resolve, reject })
      const message: Ask = { id, ...body }
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        worker.postMessage(message)
      } catch (error) {
        // A value that can't be cloned (a function, say).
        pending.delete(id)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })

  return {
    query: async (sql: string, values: readonly unknown[]): Promise<QueryAnswer> => {
      const answer = await ask({ ask: 'query', sql, values })
      if (!('answer' in answer)) throw new Error('database: not an answer to a query')
      return answer.answer
    },
    close: async (): Promise<void> => {
      closing = true
      if (lost === undefined) await ask({ ask: 'close' })
      await worker.terminate()
    },
  }
}

export type PgliteWorker = Awaited<ReturnType<typeof startWorker>>

import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { SilenceWatch } from './silence-watch.ts'
import type { Answer, Around, Ask, QueryAnswer, WorkerError, WorkerStart } from './pglite-protocol.ts'

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
export const startWorker = async (start: WorkerStart, onLost: (error: Error) => void, watch?: SilenceWatch) => {
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

  watch?.asked(0, 'it is being opened', true)
  const opened = new Promise<Answer>((resolve, reject) => pending.set(0, { resolve, reject }))
  worker.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.id)
    pending.delete(answer.id)
    watch?.answered(answer.id)
    if (waiting === undefined) return
    if ('error' in answer) waiting.reject(errorOf(answer.error))
    else waiting.resolve(answer)
  })
  const lose = (error: Error) => {
    if (lost !== undefined) return
    lost = error
    watch?.stop()
    const wasOpen = !pending.has(0)
    for (const waiting of pending.values()) waiting.reject(error)
    pending.clear()
    if (wasOpen && !closing) onLost(error)
  }
  worker.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => lose(new Error(`database: PGlite's thread ended (${code})`)))
  await opened

  const ask = (body: AskBody, isLong = false): Promise<Answer> =>
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
        watch?.asked(id, 'sql' in body ? body.sql : body.ask, isLong || body.ask === 'close')
      } catch (error) {
        // A value that can't be cloned (a function, say).
        pending.delete(id)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })

  const query = async (body: AskBody, isLong?: boolean): Promise<QueryAnswer> => {
    const answer = await ask(body, isLong)
    if (!('answer' in answer)) throw new Error('database: not an answer to a query')
    return answer.answer
  }

  return {
    /** One statement, whose plan is kept. */
    query: (sql: string, values: readonly unknown[], around: Around = {}): Promise<QueryAnswer> =>
      query({ ask: 'query', sql, values, around }),
    /** Statements without values; gives the rows of all. `isLong`: they may take much longer than what people wait for. */
    queryMany: (sql: string, isLong = false): Promise<QueryAnswer> => query({ ask: 'queryMany', sql }, isLong),
    close: async (): Promise<void> => {
      closing = true
      if (lost === undefined) await ask({ ask: 'close' })
      watch?.stop()
      await worker.terminate()
    },
  }
}

export type PgliteWorker = Awaited<ReturnType<typeof startWorker>>

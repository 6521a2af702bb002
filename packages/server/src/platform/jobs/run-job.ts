import type { PgBoss } from 'pg-boss'
import { guarded } from '../guarded.ts'
import type { DatabaseOptions } from '../db/database.ts'

export interface JobRun {
  id: string
  /** 1 for the first run. */
  attempt: number
  /** Aborted when the time is up, the process stops, or another process took the job over. */
  signal: AbortSignal
}

export interface Definition {
  name: string
  concurrency: number
  retryLimit: number
  retryDelaySeconds: number
  expireSeconds: number
  /** How many are fetched, and completed, in one statement on the embedded database. */
  batch: number
  /** Parses, then does the work. */
  handle(data: unknown, job: JobRun): Promise<void>
}

export interface FetchedJob {
  id: string
  retryCount: number
  data: unknown
}

export interface Run {
  claim: { id: string; retryCount: number }
  abort(reason: Error): void
  /** Settles when the job is, and never rejects. */
  done: Promise<void>
}

export interface RunOptions {
  definition: Definition
  fetched: FetchedJob
  boss: Pick<PgBoss, 'fail'>
  /** Tells pg-boss that the job is done; resolves once it is stored. */
  complete(claim: Run['claim']): Promise<unknown>
  /** Resolves when the work may begin, with the function that says it has ended. */
  turn(): Promise<() => void>
  log: DatabaseOptions['log']
}

/** Starts one job that was fetched, and settles it in pg-boss by how it ends. Its time runs from now. */
export const startRun = ({ definition, fetched, boss, complete, turn, log }: RunOptions): Run => {
  const { name, expireSeconds } = definition
  const claim = { id: fetched.id, retryCount: fetched.retryCount }
  const attempt = fetched.retryCount + 1
  const controller = new AbortController()

  const work = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const expire = (): void => {
        const error = new Error(`took longer than ${expireSeconds} s`)
        reject(error)
        controller.abort(error)
      }
      timer = setTimeout(guarded(log, 'a job that took too long was not aborted', expire), expireSeconds * 1000)
    })
    const inTurn = async (): Promise<void> => {
      const end = await turn()
      try {
        // Its time was up, or the server began to stop, before its turn came.
        controller.signal.throwIfAborted()
        await definition.handle(fetched.data, { id: fetched.id, attempt, signal: controller.signal })
      } finally {
        end()
      }
    }
    try {
      await Promise.race([inTurn(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  const settle = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const level = attempt > definition.retryLimit ? 'error' : 'warn'
      log[level]({ err: error, job: name, id: fetched.id, attempt }, 'a job has failed')
      // Only the message: what an error carries may be somebody's data.
      const message = error instanceof Error ? error.message : String(error)
      // With the attempt, so that a job which another process took over is left alone.
      await boss.fail(name, claim, { message })
      return
    }
    await complete(claim)
  }

  const done = settle().catch((error: unknown) => {
    // It stays active, and is released when its time or its heartbeat is over.
    log.error({ err: error, job: name, id: fetched.id }, 'a job could not be settled')
  })
  return { claim, abort: (reason) => controller.abort(reason), done }
}

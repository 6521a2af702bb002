import { sql } from 'kysely'
import type { ZodType } from 'zod'
import type { DiskSpaceMonitor } from '../disk-space-monitor.ts'
import type { Clock } from '../clock.ts'
import { type Database, type DatabaseOptions, json, type Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { startBoss } from './boss.ts'
import { type Dispatcher, type JobTables, startDispatcher } from './dispatcher.ts'
import type { Definition, JobRun } from './run-job.ts'

import { makeTickers } from './tickers.ts'

export type { JobRun } from './run-job.ts'

export interface JobOptions<D> {
  schema: ZodType<D>
  /** How many of it one process runs at once; 1 by default. */
  concurrency?: number
  /** Runs after the first that failed; 5 by default. 0 means at most once, also over a crash. */
  retryLimit?: number
  /** Before the first retry, doubled each time up to 10 minutes; 5 by default. */
  retryDelaySeconds?: number
  /** A run longer than this is aborted and counts as failed; 300 by default. */
  expireSeconds?: number
  /**
   * On the embedded database up to this many are fetched, and completed, in one statement, and done one after the
   * other; 1 by default. For work that takes milliseconds and may run again after a crash that came before its
   * completion was stored.
   */
  batch?: number
}

export interface EnqueueOptions {
  /** Written inside that transaction: no commit, no job. */
  on?: Tx
  /** A second one with the same key is dropped while the first is queued or active. */
  key?: string
  /** Not before this moment of our clock. */
  startAfter?: Date
}

export interface Jobs {
  define<D>(name: string, options: JobOptions<D>, handle: (data: D, job: JobRun) => Promise<void>): void
  enqueue<D>(name: string, data: D, options?: EnqueueOptions): Promise<void>
  /** Worker role: `run` every so many seconds, never overlapping, on one node at a time; errors are logged. */
  every(name: string, seconds: number, run: () => Promise<void>): void
  /** These go on where the disk has no room but for the database: they free space. Names of jobs and of `every`. */
  freesSpace(names: readonly string[]): void
  start(): Promise<void>
  stop(): Promise<void>
  /** For tests: resolves when nothing that could run now is queued, active or in the outbox. */
  idle(): Promise<void>
}

export interface JobItem {
  name: string
  data: unknown
  key?: string
}

/** What the platform itself uses beside. */
export interface JobRunner extends Jobs {
  /** Many in few statements; the data must have been parsed. */
  enqueueMany(tx: Tx, items: JobItem[]): Promise<void>
  /** `move` runs at the head of every round of the worker; true means there may be more. */
  feed(move: () => Promise<boolean>): void
  /** Look for work now instead of at the next poll. */
  poke(): void
  /** Whether this process does jobs, and still looks for them; `elsewhere`: it has no worker role. */
  state(): 'ok' | 'failing' | 'elsewhere'
  /** For tests: one tick now; throws what it throws. */
  runTick(name: string): Promise<void>
}

export interface JobRunnerOptions {
  db: Database
  clock: Clock
  log: DatabaseOptions['log']
  /** While it is critical only what frees space is done; without it always all. */
  diskSpace?: Pick<DiskSpaceMonitor, 'level'>
  /** Whether this process has the worker role; without it jobs are only written down. */
  work?: boolean
  /** False: `every` waits to be run by `runTick`, for tests whose clock is moved by hand; true by default. */
  ticks?: boolean
  /** How long `stop` waits for running jobs before it aborts them; 3,000 by default. */
  stopGraceMs?: number
  /** How long it rests when it finds nothing and nobody pokes it: 2 s. */
  pollMs?: number
}

const defaults = { concurrency: 1, retryLimit: 5, retryDelaySeconds: 5, expireSeconds: 300, batch: 1 }
/** A job that is broken off runs again after the next start; the whole process has ten seconds to end. */
const stopGraceMsDefault = 3_000
const idlePollMs = 10
/** Rows in one INSERT: five values each, and PostgreSQL takes 65,535 values. */
const insertBatch = 1_000

const allowedName = /^[\w./-]{1,100}$/

export const createJobs = (options: JobRunnerOptions): JobRunner => {
  const { db, clock, log, work = true, stopGraceMs = stopGraceMsDefault, pollMs } = options
  const definitions = new Map<string, Definition>()
  const parsers = new Map<string, (data: unknown) => unknown>()
  const feeds: (() => Promise<boolean>)[] = []
  const freeing = new Set<string>()
  const mustWait = async (): Promise<boolean> => (await options.diskSpace?.level()) === 'critical'
  const tickers = makeTickers(db, log, async (name) => freeing.has(name) || !(await mustWait()))
  let started = false
  let dispatcher: Dispatcher | undefined
  let stopBoss: (() => Promise<void>) | undefined

  const poke = () => dispatcher?.poke()

  const insert = async (on: Tx | Database, rows: (JobItem & { runAt: Date | null })[]) => {
    // One statement may not meet the same row twice.
    const wanted = [
      ...new Map(rows.map((row) => [row.key === undefined ? row : `${row.name} ${row.key}`, row])).values(),
    ]
    for (let from = 0; from < wanted.length; from += insertBatch) {
      const values = wanted
        .slice(from, from + insertBatch)
        .map(({ name, data, key, runAt }) => ({ id: newId(), name, key: key ?? null, data: json(data ?? null), runAt }))
      await on
        .as<JobTables>()
        .insertInto('requestedJob')
        .values(values)
        // The same job is waiting for its time: the earlier time counts.
        .onConflict((conflict) =>
          conflict.columns(['name', 'key']).doUpdateSet({
            // least() passes over null, which is the earliest here.
            runAt: sql<Date | null>`case when excluded."runAt" is null or "requestedJob"."runAt" is null then null
                else least(excluded."runAt", "requestedJob"."runAt") end`,
          }),
        )
        .execute()
    }
  }

  const runner: JobRunner = {
    define: (name, { schema, ...settings }, handle) => {
      if (started) throw new Error(`jobs: ${name} is defined after the start`)
      if (!allowedName.test(name)) throw new Error(`jobs: not a name for a job: ${name}`)
      if (definitions.has(name)) throw new Error(`jobs: ${name} is defined twice`)
      parsers.set(name, (data) => schema.parse(data))
      definitions.set(name, {
        name,
        ...defaults,
        ...settings,
        handle: async (data, job) => handle(schema.parse(data), job),
      })
    },

    enqueue: async (name, data, { on, key, startAfter } = {}) => {
      const parse = parsers.get(name)
      if (parse === undefined) throw new Error(`jobs: ${name} is not defined`)
      parse(data)
      await insert(on ?? db, [{ name, data, ...(key === undefined ? {} : { key }), runAt: startAfter ?? null }])
      if (on === undefined) poke()
      else on.afterCommit(poke)
    },

    enqueueMany: async (tx, items) => {
      await insert(
        tx,
        items.map((item) => ({ ...item, runAt: null })),
      )
      tx.afterCommit(poke)
    },

    every: (name, seconds, run) => tickers.add({ name, seconds, run }),
    freesSpace: (names) => {
      const unknown = names.find((name) => !definitions.has(name) && !tickers.has(name))
      if (unknown !== undefined) throw new Error(`jobs: there is no ${unknown} to free space`)
      for (const name of names) freeing.add(name)
    },
    feed: (move) => void feeds.push(move),
    poke,
    state: () => (work ? (dispatcher?.isAlive() === true ? 'ok' : 'failing') : 'elsewhere'),
    runTick: (name) => tickers.runNow(name),

    start: async () => {
      if (started) throw new Error('jobs: started twice')
      started = true
      if (!work) return
      const boss = await startBoss(db, log, [...definitions.values()])
      dispatcher = startDispatcher({ db, clock, log, boss, definitions, feeds, pollMs, mustWait, freeing })
      stopBoss = () => boss.stop({ graceful: false, close: false })
      if (options.ticks !== false) tickers.start()
    },

    stop: async () => {
      await tickers.stop()
      await dispatcher?.stop(stopGraceMs)
      await stopBoss?.()
      dispatcher = undefined
      stopBoss = undefined
    },

    idle: async () => {
      // In one statement, so that nothing can move from one place to the next between two looks. By the clock, not by
      // the statement's own begin: it is parsed before it looks, and a job queued in between starts after that begin.
      const busy = `select (
        exists (select 1 from outbox)
        or exists (select 1 from "requestedJob" where name = any($2::text[]) and ("runAt" is null or "runAt" <= $1))
        or exists (
          select 1 from pgboss.job
          where name = any($2::text[])
            and (state = 'active' or (state < 'active' and start_after <= clock_timestamp()))
        )
      ) as busy`
      for (;;) {
        if (dispatcher === undefined) throw new Error('jobs: idle() needs a started worker')
        const { rows } = await db.raw(busy, [clock.now(), [...definitions.keys()]])
        if (rows[0]?.busy === false && dispatcher.running() === 0) return
        dispatcher.poke()
        await new Promise((resolve) => setTimeout(resolve, idlePollMs))
      }
    },
  }
  return runner
}

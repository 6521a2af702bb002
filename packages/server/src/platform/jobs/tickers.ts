import { sql } from 'kysely'
import type { Database, DatabaseOptions } from '../db/database.ts'
import { guarded } from '../guarded.ts'
import { newId } from '../ids.ts'

const leaseMs = 30_000
/** A server that has just started answers people first. */
const firstTickMs = 5_000

interface LeaseTables {
  lease: { name: string; holder: string; startedAt: Date; heldUntil: Date }
}

interface Ticker {
  name: string
  seconds: number
  run(): Promise<void>
}

export interface Tickers {
  add(ticker: Ticker): void
  has(name: string): boolean
  start(): void
  /** Runs one now, out of turn but never beside itself; throws what it throws. */
  runNow(name: string): Promise<void>
  stop(): Promise<void>
}

export const makeTickers = (
  db: Database,
  log: DatabaseOptions['log'],
  /** Whether one may run now; it waits for its next turn else. */
  mayRun: (name: string) => Promise<boolean> = async () => true,
): Tickers => {
  const tickers = new Map<string, Ticker>()
  const busy = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const holder = newId()
  let started = false
  let stopped = false

  // The machine's time, not the clock port's: it measures whether a process is alive.
  const takeLease = async ({ name, seconds }: Ticker, outOfTurn: boolean): Promise<boolean> => {
    const now = new Date()
    const next = { holder, startedAt: now, heldUntil: new Date(now.getTime() + leaseMs) }
    const notSince = new Date(now.getTime() - seconds * 900)
    const taken = await db
      .as<LeaseTables>()
      .insertInto('lease')
      .values({ name, ...next })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(next)
          .where('lease.heldUntil', '<=', now)
          .where((eb) => (outOfTurn ? sql<boolean>`true` : eb('lease.startedAt', '<=', notSince))),
      )
      .returning('name')
      .executeTakeFirst()
    return taken !== undefined
  }

  const extend = (name: string, until: Date) =>
    db
      .as<LeaseTables>()
      .updateTable('lease')
      .set({ heldUntil: until })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .execute()

  // One node on PGlite: nobody to share with.
  const withLease = async (ticker: Ticker, outOfTurn: boolean): Promise<void> => {
    if (db.kind === 'pglite') return ticker.run()
    if (!(await takeLease(ticker, outOfTurn))) return
    const renew = () => extend(ticker.name, new Date(Date.now() + leaseMs))
    const renewal = setInterval(guarded(log, `the ticker ${ticker.name} could not keep its lease`, renew), leaseMs / 3)
    try {
      await ticker.run()
    } finally {
      clearInterval(renewal)
      await extend(ticker.name, new Date())
    }
  }

  const tick = (ticker: Ticker, outOfTurn: boolean): Promise<void> => {
    const current = busy.get(ticker.name)
    if (current !== undefined) return outOfTurn ? current.then(() => tick(ticker, true)) : current
    const runIfRoom = async (): Promise<void> => {
      if (await mayRun(ticker.name)) await withLease(ticker, outOfTurn)
    }
    const work = runIfRoom().finally(() => busy.delete(ticker.name))
    const quiet = work.catch((error: unknown) => log.error({ err: error, ticker: ticker.name }, 'a ticker has failed'))
    busy.set(ticker.name, quiet)
    return outOfTurn ? work : quiet
  }

  const schedule = (ticker: Ticker, ms: number) => {
    if (stopped) return
    const beat = guarded(
      log,
      'a ticker missed its turn',
      async () => {
        timers.delete(timer)
        await tick(ticker, false)
        schedule(ticker, ticker.seconds * 1000)
      },
      () => schedule(ticker, ticker.seconds * 1000),
    )
    const timer = setTimeout(beat, ms)
    timers.add(timer)
  }

  const begin = (ticker: Ticker) => schedule(ticker, Math.min(ticker.seconds * 1000, firstTickMs))

  return {
    add: (ticker) => {
      if (tickers.has(ticker.name)) throw new Error(`jobs: the ticker ${ticker.name} exists already`)
      tickers.set(ticker.name, ticker)
      if (started) begin(ticker)
    },
    has: (name) => tickers.has(name),
    start: () => {
      started = true
      for (const ticker of tickers.values()) begin(ticker)
    },
    runNow: async (name) => {
      const ticker = tickers.get(name)
      if (ticker === undefined) throw new Error(`jobs: there is no ticker ${name}`)
      await tick(ticker, true)
    },
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(busy.values())
    },
  }
}

import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { guarded } from '../guarded.ts'
import type { Database, DatabaseOptions } from '../db/database.ts'
import { handsOf, letPeopleGoFirst } from './batches.ts'
import { bossOn, heartbeatSeconds } from './boss.ts'
import { type Definition, type Run, startRun } from './run-job.ts'
import { readOnce } from '../db/read-once.ts'

const pollMsDefault = 2_000
const promoteBatch = 200
/** After trouble with the database. */
const restMs = 1_000
/** A round takes milliseconds; one that has not ended after this hangs, or the database does not answer. */
const aliveMs = 30_000

// pg-boss's types keep quiet about what the call returns.
const touchAnswer = z.object({ settled: z.array(z.string()) })

export interface JobTables {
  requestedJob: { id: string; name: string; key: string | null; data: unknown; runAt: Date | null }
}

export interface DispatcherOptions {
  db: Database
  clock: Clock
  log: DatabaseOptions['log']
  boss: PgBoss
  definitions: ReadonlyMap<string, Definition>
  /** Called at the head of each round: move in what waits elsewhere, answer whether there may be more. */
  feeds: readonly (() => Promise<boolean>)[]
  /** How long it rests when it finds nothing and nobody pokes it. */
  pollMs?: number | undefined
  /** Whether the disk has no room but for the database: then only jobs that free space are begun. */
  mustWait: () => Promise<boolean>
  freeing: ReadonlySet<string>
}

export interface Dispatcher {
  poke(): void
  running(): number
  /** Whether it has looked for work within the last half minute. */
  isAlive(): boolean
  /** Takes no more jobs, gives the running ones `graceMs`, then aborts them. */
  stop(graceMs: number): Promise<void>
}

/**
 * One loop per process: moves requested jobs whose time has come into pg-boss, fetches what is ready for the queues
 * with a free hand, and runs it. pg-boss's own workers would ask once per queue and poll, all on PGlite's one connection.
 */
export const startDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { db, clock, log, boss, definitions, feeds, pollMs = pollMsDefault, mustWait, freeing } = options
  const runs = new Map<string, Set<Run>>([...definitions.keys()].map((name) => [name, new Set()]))
  const hands = new Map([...definitions].map(([name, definition]) => [name, handsOf(definition, boss, db.kind, log)]))
  let stopping = false
  let poked = false
  let wake: (() => void) | undefined
  let lastRoundAt = performance.now()

  const poke = () => {
    poked = true
    wake?.()
  }

  const rest = (ms: number, interruptible: boolean) =>
    new Promise<void>((resolve) => {
      if (stopping || (interruptible && poked)) {
        resolve()
        return
      }
      const timer = setTimeout(resolve, ms)
      wake = () => {
        if (!interruptible && !stopping) return
        clearTimeout(timer)
        resolve()
      }
    })

  /** Due requests become pg-boss's jobs, all or none; those whose key is queued or active there are dropped. */
  const promote = (names: readonly string[]): Promise<boolean> =>
    db.transaction(async (tx) => {
      const jobs = tx.as<JobTables>()
      const due = await jobs
        .deleteFrom('requestedJob')
        .where('id', '=', (eb) =>
          readOnce(
            eb
              .selectFrom('requestedJob')
              .select('id')
              .where((row) => row.or([row('runAt', 'is', null), row('runAt', '<=', clock.now())]))
              .where('name', 'in', names)
              .orderBy('id')
              .limit(promoteBatch)
              .forUpdate()
              .skipLocked(),
          ),
        )
        .returningAll()
        .execute()
      due.sort((a, b) => (a.id < b.id ? -1 : 1))
      for (const [name, group] of Map.groupBy(due, (job) => job.name)) {
        const inserts = group.map(({ id, key, data }) => ({ id, singletonKey: key ?? id, data: { data } }))
        await boss.insert(name, inserts, { db: bossOn(tx) })
      }
      return due.length === promoteBatch
    })

  const freeHands = (name: string) => (hands.get(name)?.most ?? 0) - (runs.get(name)?.size ?? 0)

  /** One query answers whether a round has anything to do, whatever the number of queues. */
  const look = async (names: readonly string[]): Promise<{ due: boolean; ready: string[] }> => {
    const { rows } = await db.raw(
      `select
        exists (select 1 from "requestedJob" where name = any($2::text[]) and ("runAt" is null or "runAt" <= $1)) as due,
        array(
          select name from unnest($3::text[]) as queue (name)
          where exists (
            select 1 from pgboss.job
            where job.name = queue.name and state < 'active' and not blocked and start_after <= pgboss.job_now()
          )
        ) as ready`,
      [clock.now(), names, names.filter((name) => freeHands(name) > 0)],
    )
    const row = rows[0]
    const ready = Array.isArray(row?.ready) ? row.ready.filter((name) => typeof name === 'string') : []
    return { due: row?.due === true, ready }
  }

  const take = async (name: string): Promise<void> => {
    const definition = definitions.get(name)
    const active = runs.get(name)
    const { complete, turn } = hands.get(name) ?? {}
    if (definition === undefined || active === undefined || complete === undefined || turn === undefined) return
    for (const job of await boss.fetch<{ data: unknown }>(name, { batchSize: freeHands(name) })) {
      const fetched = { id: job.id, retryCount: job.retryCount, data: job.data.data }
      const run = startRun({ definition, fetched, boss, complete, turn, log })
      active.add(run)
      const ended = async (): Promise<void> => {
        await run.done
        active.delete(run)
        poke()
      }
      guarded(log, 'the end of a job was not noticed', ended)()
    }
  }

  const round = async (): Promise<boolean> => {
    let more = false
    const isFull = await mustWait()
    const names = isFull ? [...definitions.keys()].filter((name) => freeing.has(name)) : [...definitions.keys()]
    if (!isFull) for (const feed of feeds) more = (await feed()) || more
    const first = await look(names)
    if (first.due) more = (await promote(names)) || more
    const { ready } = first.due ? await look(names) : first
    for (const name of ready) {
      if (stopping) return false
      await take(name)
    }
    return more
  }

  const loop = async (): Promise<void> => {
    for (;;) {
      if (stopping) return
      poked = false
      try {
        await letPeopleGoFirst(db, () => stopping)
        const more = await round()
        lastRoundAt = performance.now()
        if (!more) await rest(pollMs, true)
      } catch (error) {
        if (stopping) return
        log.error({ err: error }, 'the job queue could not be read')
        await rest(restMs, false)
      }
    }
  }

  // A claim that went to another process (we looked dead) must not be worked on here any longer.
  const sendHeartbeat = async (): Promise<void> => {
    for (const [name, active] of runs) {
      const held = [...active]
      if (held.length === 0) continue
      const touched = touchAnswer.parse(
        await boss.touch(
          name,
          held.map(({ claim }) => claim),
        ),
      )
      for (const run of held) {
        if (!touched.settled.includes(run.claim.id)) run.abort(new Error('another process has taken this job over'))
      }
    }
  }
  const heart =
    db.kind === 'postgres'
      ? setInterval(guarded(log, 'no heartbeat for the running jobs', sendHeartbeat), (heartbeatSeconds * 1000) / 3)
      : undefined

  const looping = loop()
  const all = () => [...runs.values()].flatMap((active) => [...active])
  const settled = async (ms: number) => {
    const waiting = Promise.all(all().map(({ done }) => done))
    let timer: NodeJS.Timeout | undefined
    await Promise.race([waiting, new Promise((resolve) => (timer = setTimeout(resolve, ms)))])
    clearTimeout(timer)
  }

  return {
    poke,
    running: () => all().length,
    isAlive: () => performance.now() - lastRoundAt < aliveMs,
    stop: async (graceMs) => {
      stopping = true
      wake?.()
      await looping
      await settled(graceMs)
      for (const run of all()) run.abort(new Error('the server is stopping'))
      await settled(2_000)
      clearInterval(heart)
    },
  }
}

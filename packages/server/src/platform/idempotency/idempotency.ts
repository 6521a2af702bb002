import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { sql } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Database, Executor, Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { readRefusal, refusalOf } from './refusal.ts'

/**
 * Writes the answer within the transaction that does the work, so that both are there or neither: a process killed
 * between the two would otherwise let the next try do the work again. Call it last, at most once.
 */
export type SaveAnswer<A> = (tx: Tx, answer: A) => Promise<void>

export interface Idempotency {
  /**
   * Runs `run` at most once per scope (caller + route) and key, and answers the same for 24 hours. The answer must
   * survive JSON: a replayed one has been through it. Refusals that no retry can change are kept as well; any other
   * error frees the key, as does a limit that was reached.
   *
   * Throws `fail('conflict')` for the same key with another body, `fail('busy')` when a twin in flight takes longer
   * than 10 s. The key of a process that died is free after 60 s. Call it outside transactions.
   */
  once<A>(
    scope: string,
    key: string,
    bodyHash: string,
    run: (save: SaveAnswer<A>) => Promise<A>,
  ): Promise<{ answer: A; replayed: boolean }>
  /** Deletes what is older than 24 hours; a job calls it every hour. Answers how many rows went. */
  sweep(): Promise<number>
}

interface IdempotencyTables {
  idempotency: {
    id: string
    bodyHash: string
    state: 'running' | 'answered' | 'refused'
    runner: string
    leaseUntil: Date
    expiresAt: Date
    outcome: unknown
  }
}

const keptMs = 24 * 60 * 60 * 1000
const leaseMs = 60_000
const renewEveryMs = 15_000
/** How long a call waits for the same call already running, milliseconds. */
export const twinWaitMs = 10_000
const pollMs = 100

/** A hash of what was sent, for `once`. */
export const bodyHashOf = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('base64url')

const idOf = (scope: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, key]))
    .digest('base64url')

/** Who called too often was told to wait: nothing was decided about the call itself. */
const isOutcome = ({ retry, errorName }: KaimaiError): boolean => !retry && errorName !== 'tooManyRequests'

const outcomeOf = (answer: unknown) => JSON.stringify({ answer })

export interface IdempotencyOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
  /** Real time that a twin waits, and between renewals of the lease: only tests change them. */
  readonly twinWaitMs?: number
  readonly renewEveryMs?: number
}

export const idempotency = (options: IdempotencyOptions): Idempotency => {
  const { database, clock, log } = options
  const db = () => database.as<IdempotencyTables>()
  const after = (ms: number): Date => new Date(clock.ms() + ms)
  // Twins in this process needn't ask the database every 100 ms.
  const inFlight = new Map<string, Promise<void>>()

  /** Takes the key if nobody has it: new, past its time, or left by a process that died. */
  const claim = async (id: string, bodyHash: string, runner: string): Promise<boolean> => {
    const claimed = await db()
      .insertInto('idempotency')
      .values({
        id,
        bodyHash,
        state: 'running',
        runner,
        leaseUntil: after(leaseMs),
        expiresAt: after(keptMs),
        outcome: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) => ({
            bodyHash: row.ref('excluded.bodyHash'),
            state: row.ref('excluded.state'),
            runner: row.ref('excluded.runner'),
            leaseUntil: row.ref('excluded.leaseUntil'),
            expiresAt: row.ref('excluded.expiresAt'),
            outcome: row.ref('excluded.outcome'),
          }))
          .where((row) =>
            row.or([
              row('idempotency.expiresAt', '<=', clock.now()),
              row.and([row('idempotency.state', '=', 'running'), row('idempotency.leaseUntil', '<=', clock.now())]),
            ]),
          ),
      )
      .returning('runner')
      .executeTakeFirst()
    return claimed?.runner === runner
  }

  const finish = async (
    on: Executor,
    id: string,
    runner: string,
    state: 'answered' | 'refused',
    outcome: string,
  ): Promise<boolean> => {
    const done = await on
      .as<IdempotencyTables>()
      .updateTable('idempotency')
      .set({ state, outcome: sql`${outcome}::text::jsonb` })
      .where('id', '=', id)
      .where('runner', '=', runner)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return done.numUpdatedRows === 1n
  }

  const free = async (id: string, runner: string): Promise<void> => {
    await db()
      .deleteFrom('idempotency')
      .where('id', '=', id)
      .where('runner', '=', runner)
      .where('state', '=', 'running')
      .execute()
  }

  /** The work is done: whatever happens here, its answer goes out. */
  const keep = async (id: string, runner: string, outcome: string): Promise<void> => {
    try {
      if (!(await finish(database, id, runner, 'answered', outcome)))
        log.warn({ id }, 'idempotency: the lease was lost during a run, which may have been repeated')
    } catch (error) {
      log.warn({ id, err: error }, 'idempotency: the answer of a run could not be kept')
    }
  }

  const release = async (id: string, runner: string, why: unknown): Promise<void> => {
    try {
      if (why instanceof KaimaiError && isOutcome(why))
        await finish(database, id, runner, 'refused', JSON.stringify({ refusal: refusalOf(why) }))
      else await free(id, runner)
    } catch (error) {
      // The caller must see why its run failed; the key is free when the lease ends.
      log.warn({ id, err: error }, 'idempotency: a failed run could not free its key')
    }
  }

  /** A run longer than the lease keeps its key for as long as its process lives. */
  const keepLease = (id: string, runner: string): (() => void) => {
    const timer = setInterval(() => {
      const renewal = db()
        .updateTable('idempotency')
        .set({ leaseUntil: after(leaseMs) })
        .where('id', '=', id)
        .where('runner', '=', runner)
        .where('state', '=', 'running')
        .execute()
      // One renewal may fail: there is time for three within a lease.
      renewal.catch(() => {})
    }, options.renewEveryMs ?? renewEveryMs)
    timer.unref()
    return () => clearInterval(timer)
  }

  const runAs = async <A>(id: string, runner: string, run: (save: SaveAnswer<A>) => Promise<A>): Promise<A> => {
    const stopKeeping = keepLease(id, runner)
    let saved = false
    const save: SaveAnswer<A> = async (tx, answer) => {
      // Somebody took over while this process stood still: their work counts, so this transaction must not.
      if (!(await finish(tx, id, runner, 'answered', outcomeOf(answer)))) throw fail('busy')
      tx.afterCommit(() => {
        saved = true
      })
    }
    try {
      const answer = await run(save)
      if (!saved) await keep(id, runner, outcomeOf(answer))
      return answer
    } catch (error) {
      if (!saved) await release(id, runner, error)
      throw error
    } finally {
      stopKeeping()
    }
  }

  const replay = async <A>(id: string, bodyHash: string): Promise<{ answer: A } | 'running' | 'free'> => {
    const row = await db()
      .selectFrom('idempotency')
      .select(['bodyHash', 'state', 'outcome', 'leaseUntil', 'expiresAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || row.expiresAt <= clock.now()) return 'free'
    if (row.state === 'running' && row.leaseUntil <= clock.now()) return 'free'
    if (row.bodyHash !== bodyHash) throw fail('conflict')
    if (row.state === 'running') return 'running'
    if (row.state === 'refused') throw readRefusal(row.outcome)
    // Written by `run` for this very scope and key: the caller's own answer, back from JSON.
    return row.outcome as { answer: A }
  }

  return {
    once: async (scope, key, bodyHash, run) => {
      const id = idOf(scope, key)
      const until = performance.now() + (options.twinWaitMs ?? twinWaitMs)
      for (;;) {
        const runner = newId()
        if (await claim(id, bodyHash, runner)) {
          const running = runAs(id, runner, run)
          const settled = running.then(
            () => {},
            () => {},
          )
          inFlight.set(id, settled)
          try {
            return { answer: await running, replayed: false }
          } finally {
            if (inFlight.get(id) === settled) inFlight.delete(id)
          }
        }
        const found = await replay<Awaited<ReturnType<typeof run>>>(id, bodyHash)
        if (typeof found === 'object') return { answer: found.answer, replayed: true }
        const left = until - performance.now()
        if (left <= 0) throw fail('busy')
        if (found === 'running') await waitForTwin(inFlight.get(id), left)
      }
    },
    sweep: async () => {
      const swept = await db().deleteFrom('idempotency').where('expiresAt', '<=', clock.now()).executeTakeFirst()
      return Number(swept.numDeletedRows)
    },
  }
}

const waitForTwin = async (twin: Promise<void> | undefined, leftMs: number): Promise<void> => {
  if (!twin) return void (await sleep(Math.min(pollMs, leftMs)))
  const stop = new AbortController()
  try {
    await Promise.race([twin, sleep(leftMs, undefined, { signal: stop.signal })])
  } finally {
    stop.abort()
  }
}

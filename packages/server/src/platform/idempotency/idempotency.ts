import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { type Database, isLockTimeout, isUniqueViolation, type Tx } from '../db/database.ts'
import type { Secret } from '../secret.ts'
import { Refusal, readStoredError, storedErrorOf } from './stored-error.ts'

export interface Idempotency {
  /**
   * Runs `work` at most once per scope (caller + route) and key, and answers the same for 24 hours. What it writes and
   * its answer are one unit of work: both are there or neither. The answer must survive JSON: a replayed one has been
   * through it. An error that no retry can change is an answer too; any other error undoes everything and frees the
   * key, as does a limit that was reached.
   *
   * Throws `fail('conflict')` for the same key with another body, `fail('busy')` when a second call in flight, or a row that
   * another call has locked, takes longer than 10 s. Call it outside transactions.
   */
  once<A>(
    scope: string,
    key: string,
    body: string,
    work: () => Promise<A>,
  ): Promise<{ readonly answer: A; readonly replayed: boolean }>
  /** Deletes what is older than 24 hours; a job calls it every hour. Answers how many rows went. */
  sweep(): Promise<number>
}

interface IdempotencyTables {
  idempotency: { id: string; bodySignature: string; outcome: string | null; expiresAt: Date }
}

const retentionMs = 24 * 60 * 60 * 1000
/** How long a call waits for the same call already running, milliseconds. */
export const twinWaitMs = 10_000

const bodyPurpose = 'idempotency body'
const outcomePurpose = 'idempotency outcome'

const Outcome = z.union([z.object({ error: Refusal }), z.object({ answer: z.unknown() }), z.object({})])

const idOf = (scope: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, key]))
    .digest('base64url')

/** Who called too often, or found the disk full, was answered to wait: nothing was decided about the call itself. */
const isOutcome = (error: unknown): error is KaimaiError =>
  error instanceof KaimaiError && !error.retry && !['tooManyRequests', 'diskFull'].includes(error.errorName)

/** A second call has answered between our check and our claim. */
class Taken extends Error {}

export interface IdempotencyOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secret: Pick<Secret, 'sign' | 'verify' | 'encrypt' | 'decrypt'>
  /** Real time that a second call waits: only tests change it. */
  readonly twinWaitMs?: number
}

export const idempotency = (options: IdempotencyOptions): Idempotency => {
  const { database, clock, secret } = options
  const waitMs = options.twinWaitMs ?? twinWaitMs
  const isAlone = database.kind === 'pglite'
  // Twins in this process wait here, so that they hold no connection to the database.
  const inFlight = new Map<string, Promise<void>>()

  /**
   * Takes the key within the transaction of the work, with its first statement: the same call in another process waits
   * there until we have committed or rolled back, and a process that dies leaves nothing behind.
   */
  const claim = (tx: Tx, id: string, body: string): Promise<void> => {
    const expiresAt = new Date(clock.ms() + retentionMs)
    const insert = sql`
      with patience as (select set_config('lock_timeout', ${`${waitMs}ms`}, true))
      insert into idempotency (id, "bodySignature", "expiresAt")
      select ${id}, ${secret.sign(bodyPurpose, body)}, ${expiresAt}::timestamptz from patience`
    return tx.ahead({ compile: () => insert.compile(tx.as<IdempotencyTables>()) })
  }

  const sealed = (id: string, outcome: object): string => secret.encrypt(outcomePurpose, JSON.stringify(outcome), id)

  const keep = async (tx: Tx, id: string, outcome: object): Promise<void> => {
    const row = tx.as<IdempotencyTables>().updateTable('idempotency').where('id', '=', id)
    await tx.ahead(row.set({ outcome: sealed(id, outcome) }))
  }

  /** Claim and outcome at once, at the end: an embedded database has no other process in which a twin could run meanwhile. */
  const claimAndKeep = async (tx: Tx, id: string, body: string, outcome: object): Promise<void> => {
    const row = {
      bodySignature: secret.sign(bodyPurpose, body),
      outcome: sealed(id, outcome),
      expiresAt: new Date(clock.ms() + retentionMs),
    }
    const insert = tx
      .as<IdempotencyTables>()
      .insertInto('idempotency')
      .values({ id, ...row })
    await tx.ahead(insert.onConflict((taken) => taken.column('id').doUpdateSet(row)))
  }

  /** Frees a key whose day is over. */
  const forget = async (id: string): Promise<void> => {
    await database
      .as<IdempotencyTables>()
      .deleteFrom('idempotency')
      .where('id', '=', id)
      .where('expiresAt', '<=', clock.now())
      .execute()
  }

  /** What was answered before. Throws the error that was the answer, and `conflict` for another body. */
  const replay = async (id: string, body: string): Promise<{ readonly answer: unknown } | undefined> => {
    const row = await database
      .as<IdempotencyTables>()
      .selectFrom('idempotency')
      .select(['bodySignature', 'outcome', 'expiresAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || row.outcome === null) return undefined
    if (row.expiresAt <= clock.now()) {
      await forget(id)
      return undefined
    }
    if (!secret.verify(bodyPurpose, body, row.bodySignature)) throw fail('conflict', { reason: common.keyUsedTwice })
    const outcome = Outcome.parse(JSON.parse(secret.decrypt(outcomePurpose, row.outcome, id)))
    if ('error' in outcome) throw readStoredError(outcome.error)
    return { answer: 'answer' in outcome ? outcome.answer : undefined }
  }

  const run = async <A>(id: string, body: string, work: () => Promise<A>): Promise<A> => {
    const outcome = await database
      .unitOfWork(
        async () => {
          try {
            return { answer: await work() }
          } catch (error) {
            if (isOutcome(error)) return { error }
            throw error
          }
        },
        {
          first: async (tx) => {
            if (!isAlone) await claim(tx, id, body)
          },
          last: (tx, done) => {
            const stored = 'error' in done ? { error: storedErrorOf(done.error) } : done
            return isAlone ? claimAndKeep(tx, id, body, stored) : keep(tx, id, stored)
          },
        },
      )
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'idempotency_pkey') ? new Taken('idempotency: answered by a twin') : error
      })
    if ('error' in outcome) throw outcome.error
    return outcome.answer
  }

  /** Without a twin in this process from before the look at what was answered until what it leads to is committed. */
  const alone = async <R>(id: string, call: () => Promise<R>): Promise<R> => {
    const running = call()
    const settled = running.then(
      () => {},
      () => {},
    )
    inFlight.set(id, settled)
    try {
      return await running
    } finally {
      if (inFlight.get(id) === settled) inFlight.delete(id)
    }
  }

  return {
    once: async <A>(scope: string, key: string, body: string, work: () => Promise<A>) => {
      const id = idOf(scope, key)
      const until = performance.now() + waitMs
      for (;;) {
        const twin = inFlight.get(id)
        if (twin) {
          const left = until - performance.now()
          if (left <= 0) throw fail('busy')
          await settledWithin(twin, left)
          continue
        }
        try {
          return await alone(id, async () => {
            const found = await replay(id, body)
            // Written by `work` for this very scope and key: the caller's own answer, back from JSON.
            if (found) return { answer: found.answer as A, replayed: true }
            return { answer: await run(id, body, work), replayed: false }
          })
        } catch (error) {
          // One that another process has answered is there at the next look.
          if (isLockTimeout(error) || (error instanceof Taken && performance.now() >= until)) throw fail('busy')
          if (!(error instanceof Taken)) throw error
        }
      }
    },
    sweep: async () => {
      const swept = await database
        .as<IdempotencyTables>()
        .deleteFrom('idempotency')
        .where('expiresAt', '<=', clock.now())
        .executeTakeFirst()
      return Number(swept.numDeletedRows)
    },
  }
}

const settledWithin = async (twin: Promise<void>, ms: number): Promise<void> => {
  const stop = new AbortController()
  try {
    await Promise.race([twin, sleep(ms, undefined, { signal: stop.signal }).catch(() => {})])
  } finally {
    stop.abort()
  }
}

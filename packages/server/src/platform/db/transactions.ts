import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type Transaction } from 'kysely'
import { guarded } from '../guarded.ts'
import type { DatabaseOptions, Executor, Tx } from './database.ts'
import { aheadMark, isStalePlan } from './statement-plans.ts'

// Nobody but `as` sees the tables of the shared connection, and each caller states its own.
const typedView =
  (kysely: Kysely<unknown> | Transaction<unknown>): Executor['as'] =>
  <T>() =>
    kysely as unknown as Kysely<T>

const inside = new AsyncLocalStorage<{ active: boolean }>()

/**
 * Called before a connection is taken. A query past its own transaction would wait for ever on PGlite's one
 * connection, and on PostgreSQL would not see the transaction's rows: a mistake on both, so it throws on both.
 */
export const refuseInsideTransaction = (): void => {
  if (inside.getStore()?.active === true) {
    throw new Error('database: used inside a transaction, past it; use the tx that was handed in')
  }
}

const attempts = 4

// 40001 serialization_failure, 40P01 deadlock_detected: the database undid all of it and asks for another try.
const wantsRetry = (error: unknown): boolean =>
  isStalePlan(error) ||
  (error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01'))

export const executorOf = (kysely: Kysely<unknown>): Executor => ({ as: typedView(kysely) })

export const txOf = (transaction: Transaction<unknown>, afterCommit: (() => void)[]): Tx => ({
  as: typedView(transaction),
  inTransaction: true,
  ahead: async (write) => {
    const { sql, ...compiled } = write.compile()
    await transaction.executeQuery({ ...compiled, sql: `${aheadMark}${sql}` })
  },
  afterCommit: (run) => void afterCommit.push(run),
})

export const runAfterCommit = (afterCommit: readonly (() => void)[], log: DatabaseOptions['log']): void => {
  for (const run of afterCommit) guarded(log, 'a function to run after the commit has thrown', run)()
}

export const transactionsOf = (
  kysely: Kysely<unknown>,
  units: { readonly afterCommitOf: () => (() => void)[] | undefined },
  log: DatabaseOptions['log'],
) => {
  const once = async <R>(work: (tx: Tx) => Promise<R>): Promise<R> => {
    const afterCommit: (() => void)[] = []
    const ofUnit = units.afterCommitOf()
    const result = await kysely.transaction().execute(async (transaction) => {
      // Switched off at the end: timers started within keep this context for as long as they live.
      const store = { active: true }
      try {
        return await inside.run(store, () => work(txOf(transaction, afterCommit)))
      } finally {
        store.active = false
      }
    })
    if (ofUnit) ofUnit.push(...afterCommit)
    else runAfterCommit(afterCommit, log)
    return result
  }
  return async <R>(work: (tx: Tx) => Promise<R>): Promise<R> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(work)
      } catch (error) {
        if (attempt === attempts || !wantsRetry(error)) throw error
        await sleep(attempt * (5 + Math.random() * 20))
      }
    }
  }
}

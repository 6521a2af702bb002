import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import type { Database, DatabaseOptions } from './database.ts'
import { fairMutex } from './mutex.ts'
import { refuseInsideTransaction, runAfterCommit, txOf } from './transactions.ts'

type Transaction = ControlledTransaction<unknown>

interface Unit {
  /** One statement or nested transaction at a time. */
  readonly mutex: ReturnType<typeof fairMutex>
  readonly afterCommit: (() => void)[]
  /** Opens the transaction at the first call. */
  readonly open: () => Promise<Transaction>
  state: 'reading' | 'open' | 'over'
  /** Of the last statement of its transaction that failed. */
  lastError?: unknown
  /** Why its transaction can't go on: what was sent ahead failed, and with it every savepoint after that. */
  lost?: { readonly error: unknown }
}

interface Borrowed extends DatabaseConnection {
  begin(settings: Parameters<Driver['beginTransaction']>[1]): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
  release(): Promise<void>
}

const isOver = ({ state }: Unit): boolean => state === 'over'

/** A read that needs no transaction; a CTE may write. */
const isRead = ({ query }: CompiledQuery): boolean => SelectQueryNode.is(query) && query.with === undefined

/**
 * A unit's connection as one statement or one nested transaction sees it: a nested transaction is a savepoint, and so
 * is a write by itself, which must not take the rest with it when it fails. A read before the first write, and what was
 * started and not awaited, has a connection of its own.
 */
const borrow = (unit: Unit, driver: Driver): Borrowed => {
  let held: { readonly transaction: Transaction; readonly release: () => void } | undefined
  let nested: ControlledTransaction<unknown, ['nested']> | undefined
  let own: DatabaseConnection | undefined

  const hold = async (): Promise<Transaction | undefined> => {
    if (isOver(unit)) return undefined
    const transaction = await unit.open()
    const release = await unit.mutex.acquire()
    // Awaited by nobody, so that the unit has ended meanwhile.
    if (isOver(unit)) {
      release()
      return undefined
    }
    held = { transaction, release }
    return transaction
  }
  const letGo = (): void => {
    held?.release()
    held = undefined
    nested = undefined
  }
  const ofOwn = async (): Promise<DatabaseConnection> => (own ??= await driver.acquireConnection())

  const read = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const transaction = unit.state === 'open' ? await hold() : undefined
    if (!transaction) return (await ofOwn()).executeQuery<R>(query)
    try {
      return await transaction.executeQuery<R>(query)
    } finally {
      letGo()
    }
  }

  const borrowed: Borrowed = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      if (held) {
        try {
          return await held.transaction.executeQuery<R>(query)
        } catch (error) {
          unit.lastError = error
          throw error
        }
      }
      if (own) return own.executeQuery<R>(query)
      if (isRead(query)) return read<R>(query)
      await borrowed.begin({})
      try {
        const result = await borrowed.executeQuery<R>(query)
        await borrowed.commit()
        return result
      } catch (error) {
        await borrowed.rollback()
        throw error
      }
    },
    // oxlint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error('database: no streams within a unit of work; read in pages')
    },
    begin: async (settings) => {
      const transaction = await hold()
      if (transaction) nested = await transaction.savepoint('nested').execute()
      else await driver.beginTransaction(await ofOwn(), settings)
    },
    commit: async () => {
      if (!nested) return driver.commitTransaction(await ofOwn())
      await nested.releaseSavepoint('nested').execute()
      letGo()
    },
    rollback: async () => {
      if (!nested) return driver.rollbackTransaction(await ofOwn())
      try {
        const undone = await nested.rollbackToSavepoint('nested').execute()
        await undone.releaseSavepoint('nested').execute()
      } catch (error) {
        unit.lost ??= { error: unit.lastError ?? error }
      }
      letGo()
    },
    release: async () => {
      letGo()
      if (own) await driver.releaseConnection(own)
      own = undefined
    },
  }
  return borrowed
}

/** The units of work of one database. */
export const createUnits = () => {
  const units = new AsyncLocalStorage<Unit>()
  const current = (): Unit | undefined => {
    const unit = units.getStore()
    return unit === undefined || isOver(unit) ? undefined : unit
  }

  const checkNotOpen = (): void => {
    if (current()?.state === 'open') throw new Error('database: apart from a unit of work that has written already')
  }

  return {
    /** Where what a transaction has to do after its commit waits for the unit's. */
    afterCommitOf: (): Unit['afterCommit'] | undefined => current()?.afterCommit,
    checkNotOpen,

    apart: async <R>(work: () => Promise<R>): Promise<R> => {
      checkNotOpen()
      return units.exit(work)
    },

    /** The driver, whose connections within a unit of work are the unit's. */
    join: (driver: Driver): Driver => {
      const all = new WeakMap<DatabaseConnection, Borrowed>()
      return {
        init: (options) => driver.init(options),
        acquireConnection: async (options) => {
          const unit = current()
          if (unit === undefined) return driver.acquireConnection(options)
          refuseInsideTransaction()
          const borrowed = borrow(unit, driver)
          all.set(borrowed, borrowed)
          return borrowed
        },
        beginTransaction: async (it, settings) => all.get(it)?.begin(settings) ?? driver.beginTransaction(it, settings),
        commitTransaction: async (it) => all.get(it)?.commit() ?? driver.commitTransaction(it),
        rollbackTransaction: async (it) => all.get(it)?.rollback() ?? driver.rollbackTransaction(it),
        releaseConnection: async (it) => all.get(it)?.release() ?? driver.releaseConnection(it),
        // Of a unit's own transaction, on a real connection.
        savepoint: async (it, name, compile) => driver.savepoint?.(it, name, compile),
        rollbackToSavepoint: async (it, name, compile) => driver.rollbackToSavepoint?.(it, name, compile),
        releaseSavepoint: async (it, name, compile) => driver.releaseSavepoint?.(it, name, compile),
        destroy: (options) => driver.destroy(options),
      }
    },

    on:
      (kysely: Kysely<unknown>, log: DatabaseOptions['log']): Database['unitOfWork'] =>
      async (work, { first, last }) => {
        refuseInsideTransaction()
        if (current()) throw new Error('database: a unit of work within another')
        const mutex = fairMutex(() => {})
        const afterCommit: Unit['afterCommit'] = []
        let opening: Promise<Transaction> | undefined
        let failure: { readonly error: unknown } | undefined

        const begin = async (): Promise<Transaction> => {
          unit.state = 'open'
          const transaction = await kysely.startTransaction().execute()
          try {
            await first(txOf(transaction, afterCommit))
          } catch (error) {
            failure = { error }
            await transaction.rollback().execute()
            throw error
          }
          return transaction
        }
        const open = (): Promise<Transaction> => (opening ??= units.exit(begin))
        const unit: Unit = { mutex, afterCommit, open, state: 'reading' }

        /** From here on nothing joins it, and nothing of it is under way. */
        const end = async (): Promise<Transaction | undefined> => {
          const transaction = await opening?.catch(() => undefined)
          const release = await mutex.acquire()
          unit.state = 'over'
          release()
          return transaction
        }
        const undo = async (transaction: Transaction | undefined): Promise<void> => {
          if (!transaction || transaction.isCommitted) return
          await transaction
            .rollback()
            .execute()
            .catch((error: unknown) => log.warn({ err: error }, 'a transaction could not be rolled back'))
        }

        let result
        let transaction
        try {
          result = await units.run(unit, work)
          transaction = await open()
          if (unit.lost) throw unit.lost.error
        } catch (error) {
          await undo(await end())
          const known = failure ?? unit.lost
          throw known ? known.error : error
        }
        await end()
        try {
          await last(txOf(transaction, afterCommit), result)
          await transaction.commit().execute()
        } catch (error) {
          await undo(transaction)
          throw error
        }
        runAfterCommit(afterCommit, log)
        return result
      },
  }
}
export type Units = ReturnType<typeof createUnits>

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export interface DataLock {
  /** Writes down what a refused second start reads; call it again when more is known. */
  publish(facts: { port?: number }): void
  release(): void
}

const holderFacts = z.object({ pid: z.number(), since: z.string(), port: z.number().optional() })

const describeHolder = (path: string): string => {
  try {
    const { pid, since, port } = holderFacts.parse(JSON.parse(readFileSync(path, 'utf8')))
    return `process ${pid}${port === undefined ? '' : `, port ${port}`}, since ${since}`
  } catch {
    return 'another process'
  }
}

// SQLITE_BUSY 5, SQLITE_LOCKED 6.
const isHeld = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)

// A handle that nobody refers to is closed by the garbage collector, and the lock with it.
const held = new Set<DatabaseSync>()

/**
 * A lock on the data folder that the system gives back when the process ends, however it ends. Throws, in words, when
 * another process has it. Nothing else may open the file `lock`: on POSIX closing any handle to it gives the lock away.
 */
export const takeLock = (dataDir: string, now: () => Date): DataLock => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const holderPath = join(dataDir, 'lock.json')
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    // A transaction that stays open: the lock is SQLite's, which knows how to lock on every system.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (!isHeld(error)) throw error
    throw new Error(
      `The data folder ${dataDir} is in use (${describeHolder(holderPath)}). Stop that one first, or give this one another folder with KAIMAI_DATA.`,
      { cause: error },
    )
  }
  held.add(database)
  const since = now().toISOString()
  const publish: DataLock['publish'] = (facts) => {
    try {
      writeFileSync(holderPath, `${JSON.stringify({ pid: process.pid, since, ...facts })}\n`, { mode: 0o600 })
    } catch (error) {
      // The lock itself takes no room: a disk that is full keeps no server from starting.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  publish({})
  return {
    publish,
    release: () => {
      if (!database.isOpen) return
      rmSync(holderPath, { force: true })
      database.close()
      held.delete(database)
    },
  }
}

import { Client } from 'pg'
import { guarded } from '../guarded.ts'
import type { Log } from '../log/log.ts'

/** One key for all of Kaimai: an advisory lock belongs to one database. */
const lockKey = 0x6b61696d
/** A process that was just ended gives its lock back within moments; a restart waits for it. */
const waitMs = 10_000
const tryEveryMs = 250

export interface ProcessLock {
  release(): Promise<void>
}

const connect = async (url: string): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    application_name: 'kaimai lock',
    // A machine that went away without a word is noticed within a minute, and its lock is free.
    options: '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
    keepAlive: true,
  })
  // An error while nothing is asked ends the connection, which 'end' reports.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Without Redis the processes of one PostgreSQL would not know of each other: rooms, sessions and limits fall apart
 * without a word. So a process without Redis has the database for itself, and those with Redis share it. Throws, in
 * words, when others hold it; `onLost` is called when it is lost later on and cannot be had back.
 */
export const takeProcessLock = async (options: {
  url: string
  shared: boolean
  log: Pick<Log, 'error' | 'warn'>
  onLost: (error: Error) => void
  /** Of tests; a restart waits for the process before it. */
  withinMs?: number
}): Promise<ProcessLock> => {
  const { url, shared, log, onLost, withinMs = waitMs } = options
  const statement = `select ${shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'}($1) as taken`
  let client: Client | undefined
  let released = false

  const take = async (): Promise<void> => {
    const until = performance.now() + withinMs
    const mine = await connect(url)
    try {
      while ((await mine.query<{ taken: boolean }>(statement, [lockKey])).rows[0]?.taken !== true) {
        if (performance.now() > until) {
          throw new Error(
            shared
              ? 'Another process serves this database without REDIS_URL, and would not hear of this one. Stop it, or start it with the same REDIS_URL.'
              : 'Another process serves this database already. Several processes need REDIS_URL, the same for all, to hear of each other. Set it, or stop the other one first.',
          )
        }
        await new Promise((resolve) => setTimeout(resolve, tryEveryMs))
      }
    } catch (error) {
      await mine.end()
      throw error
    }
    client = mine
    mine.once('end', guarded(log, 'the lock on the database was lost', regain, onFailed))
  }

  const onFailed = (error: unknown): void => onLost(error instanceof Error ? error : new Error(String(error)))

  /** The connection broke: PostgreSQL has given the lock away, maybe to nobody. */
  const regain = async (): Promise<void> => {
    if (released) return
    log.warn({}, 'the lock on the database was lost; taking it again')
    const until = performance.now() + 6 * withinMs
    for (;;) {
      try {
        await take()
        return
      } catch (error) {
        if (released) return
        const isHeld = error instanceof Error && error.message.startsWith('Another process')
        if (isHeld || performance.now() > until) {
          onFailed(error)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, tryEveryMs))
      }
    }
  }

  await take()
  return {
    release: async () => {
      released = true
      await client?.end()
    },
  }
}

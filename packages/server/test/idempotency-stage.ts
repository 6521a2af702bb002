import { manualClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { idempotency } from '../src/platform/idempotency/idempotency.ts'
import { secretFrom } from '../src/platform/secret.ts'
import { sharedDatabase } from './fixtures.ts'

const start = '2026-01-01T00:00:00Z'
export const secret = secretFrom('a secret of at least thirty-two characters')

export interface Work {
  work: { id: string; n: number }
}

/** Keys of calls on a fresh database, and a table that their work writes to. Called at the top of a test file. */
export const idempotencyStage = async () => {
  const database = await sharedDatabase()
  await database.raw('create table work (id text primary key, n integer not null)')

  const make = (options: { on?: Database; twinWaitMs?: number } = {}) => {
    const clock = manualClock(start)
    const { on = database, ...timing } = options
    return { clock, keys: idempotency({ database: on, clock, secret, ...timing }) }
  }

  /** A write as a module makes it: in a transaction of its own. */
  const add = (id: string, n = 1, on: Database = database) =>
    on.transaction((tx) => tx.as<Work>().insertInto('work').values({ id, n }).execute())
  const added = async (...ids: string[]) =>
    (await database.as<Work>().selectFrom('work').select('id').where('id', 'in', ids).orderBy('id').execute()).map(
      ({ id }) => id,
    )

  const caught = (promise: Promise<unknown>) =>
    promise.then(() => 'nothing was thrown').catch((error: unknown) => error)

  /** A run that waits until it is let go. */
  const held = <A>(answer: A) => {
    const gate = Promise.withResolvers<void>()
    let runs = 0
    return {
      run: async () => {
        runs += 1
        await gate.promise
        return answer
      },
      letGo: gate.resolve,
      breakOff: gate.reject,
      runs: () => runs,
    }
  }

  return { database, make, add, added, caught, held }
}

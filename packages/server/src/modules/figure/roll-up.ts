import type { Platform } from '../../platform/platform.ts'
import type { RollUpStore } from './roll-up.store.ts'

/** Figures are at most so old while a live runs. */
const everySeconds = 2
/**
 * Between two transactions whoever says something gets its turn at the embedded database. The more there are that wait, the
 * more are added at once: then each costs least.
 */
const factsAtOnce = { pglite: { first: 500, most: 4_000 }, postgres: { first: 8_000, most: 8_000 } } as const

/**
 * After so many at once the table of those that wait is swept. PostgreSQL would do so a minute or two later, and whoever asks
 * meanwhile how many wait goes through all that have gone.
 */
const sweptFrom = 50_000

export const rollUpTick = 'figure/roll-up'

/** Keeps the sums: every two seconds what has happened since goes into them. */
export const defineRollUp = ({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, store: RollUpStore): void => {
  jobs.every(rollUpTick, everySeconds, async () => {
    if (!(await store.isBehind(0))) return
    const { first, most } = factsAtOnce[db.kind]
    let limit: number = first
    let all = 0
    // Each batch is a transaction of its own: a kill between two of them loses and doubles nothing.
    for (let isFull = true; isFull; limit = Math.min(2 * limit, most)) {
      const counted = await db.transaction((tx) => store.add(limit, tx))
      all += counted
      isFull = counted === limit
    }
    if (db.kind === 'postgres' && all >= sweptFrom) await db.raw('vacuum "factToCount"')
  })
}

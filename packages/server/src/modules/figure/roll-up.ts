import type { Platform } from '../../platform/platform.ts'
import type { RollUpStore } from './roll-up.store.ts'

/** Figures are at most so old while a live runs. */
const everySeconds = 2
/** Between two statements whoever says something gets its turn at the embedded database. */
const factsAtOnce = { pglite: 500, postgres: 8_000 } as const

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
    const limit = factsAtOnce[db.kind]
    // Each batch is a transaction of its own: a kill between two of them loses and doubles nothing.
    let counted: number = limit
    let all = 0
    while (counted === limit) {
      counted = await db.transaction((tx) => store.add(limit, tx))
      all += counted
    }
    if (db.kind === 'postgres' && all >= sweptFrom) await db.raw('vacuum "factToCount"')
  })
}

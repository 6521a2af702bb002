import type { Clock } from './clock.ts'
import type { Database, Tx } from './db/database.ts'
import { grantMs } from './grants.ts'
import type { GrantCaller } from './http/caller.ts'
import type { JobRunner } from './jobs/jobs.ts'
import { sweepInBatches } from './jobs/sweep.ts'
import { readOnce } from './db/read-once.ts'

interface UsedGrantTables {
  usedGrant: { id: string; firmId: string; userId: string; action: string; usedAt: Date; expiresAt: Date }
}

export interface UsedGrantsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: Pick<JobRunner, 'every'>
}

const sweepSeconds = 600

/** Which grants were used, until their minute is over: by then they are refused for their age. */
export const createUsedGrants = ({ db, clock, jobs }: UsedGrantsDeps) => {
  const sweep = async (limit: number): Promise<number> => {
    const { numDeletedRows } = await db
      .as<UsedGrantTables>()
      .deleteFrom('usedGrant')
      .where('id', '=', (eb) =>
        readOnce(
          eb
            .selectFrom('usedGrant')
            .select('id')
            .where('expiresAt', '<', clock.now())
            .orderBy('expiresAt')
            .limit(limit),
        ),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
  jobs.every('grants/sweep-used', sweepSeconds, () => sweepInBatches(sweep))

  return {
    /** False: it was used before. In the transaction of what it is used for, so that what fails uses nothing up. */
    use: async (tx: Tx, { id, firmId, userId, action }: GrantCaller): Promise<boolean> => {
      const usedAt = clock.now()
      // Signed before now, so its own end is no later.
      const expiresAt = new Date(usedAt.getTime() + grantMs)
      const used = await tx
        .as<UsedGrantTables>()
        .insertInto('usedGrant')
        .values({ id, firmId, userId, action, usedAt, expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return used !== undefined
    },
  }
}
export type UsedGrants = ReturnType<typeof createUsedGrants>

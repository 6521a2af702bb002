import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

/** Who is still in it has been sent out by then. */
const overMs = 60_000
const longestMs = 86_400_000
const atOnce = 50
const everySeconds = 60

/** What a rehearsal leaves, those that point at others first; $1 are the rehearsals. */
const remains: readonly string[] = [
  'delete from "roomCue" where "liveId" = any($1::uuid[])',
  'delete from poll where "liveId" = any($1::uuid[])',
  'delete from giveaway where "liveId" = any($1::uuid[])',
  'delete from "roomEvent" where "liveId" = any($1::uuid[])',
  'delete from "roomRetention" where "liveId" = any($1::uuid[])',
  'delete from room where "liveId" = any($1::uuid[])',
  'delete from live where id = any($1::uuid[]) and "rehearsalOf" is not null',
]

/** Rehearsals that are over, or a day old, go with their room: nothing of them is kept. */
export const createRehearsalSweep = (db: Database, clock: Clock) => async (): Promise<void> => {
  const { rows } = await db.raw(
    `select id from live where "rehearsalOf" is not null and ("endAt" < $1 or "createdAt" < $2) limit ${atOnce}`,
    [new Date(clock.ms() - overMs), new Date(clock.ms() - longestMs)],
  )
  const ids = rows.map(({ id }) => String(id))
  if (ids.length === 0) return
  for (const statement of remains) await db.raw(statement, [ids])
}

export const defineRehearsalSweep = ({ db, jobs, clock }: { db: Database; jobs: Jobs; clock: Clock }): void =>
  void jobs.every('room/rehearsals', everySeconds, createRehearsalSweep(db, clock))

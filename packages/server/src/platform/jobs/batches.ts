import type { PgBoss } from 'pg-boss'
import { guarded } from '../guarded.ts'
import type { Log } from '../log/log.ts'
import { fairMutex } from '../db/mutex.ts'
import type { Database } from '../db/database.ts'
import type { Definition, Run, RunOptions } from './run-job.ts'

/** The longest that jobs wait for people's own statements before they take their place among them. */
const yieldMs = 400
const yieldStepMs = 20
/** The longest that a job which is done waits to be completed together with others. */
const gatherMs = 100

/**
 * The embedded database answers one statement after the other. While people's statements wait for it, jobs wait too, at
 * most 0.4 s; meanwhile more of them gather, and go in fewer statements. `isEnding` ends the wait early.
 */
export const letPeopleGoFirst = async (db: Database, isEnding: () => boolean): Promise<void> => {
  if (db.kind !== 'pglite') return
  for (let waited = 0; waited < yieldMs && db.metrics().queueLength > 0 && !isEnding(); waited += yieldStepMs) {
    await new Promise((resolve) => setTimeout(resolve, yieldStepMs))
  }
}

/** How the jobs of one queue are fetched, take turns and are completed. */
export interface Hands {
  /** How many may be held at once, running or waiting for their turn. */
  most: number
  complete: RunOptions['complete']
  turn: RunOptions['turn']
}

const atOnce = async () => () => {}

/** As many as run at once are fetched, and each is completed by itself. */
const oneByOne = ({ name, concurrency }: Definition, boss: PgBoss): Hands => ({
  most: concurrency,
  turn: atOnce,
  complete: (claim) => boss.complete(name, claim),
})

const inBatches = ({ name, batch }: Definition, boss: PgBoss, log: Pick<Log, 'error'>): Hands => {
  const mutex = fairMutex(() => {})
  let held = 0
  let done: Run['claim'][] = []
  let stored: PromiseWithResolvers<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const store = (): void => {
    clearTimeout(timer)
    const [claims, settled] = [done, stored]
    done = []
    stored = undefined
    if (settled === undefined) return
    boss.complete(name, claims).then(() => settled.resolve(), settled.reject)
  }

  return {
    most: batch,
    turn: async () => {
      held += 1
      const release = await mutex.acquire()
      return () => {
        held -= 1
        release()
      }
    },
    complete: (claim) => {
      done.push(claim)
      if (stored === undefined) {
        stored = Promise.withResolvers()
        timer = setTimeout(guarded(log, 'jobs that are done could not be completed', store), gatherMs)
      }
      const { promise } = stored
      // Nobody is left to gather for.
      if (held === 0) store()
      return promise
    },
  }
}

export const handsOf = (
  definition: Definition,
  boss: PgBoss,
  kind: Database['kind'],
  log: Pick<Log, 'error'>,
): Hands => (kind === 'pglite' && definition.batch > 1 ? inBatches(definition, boss, log) : oneByOne(definition, boss))

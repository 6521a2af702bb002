import { CompiledQuery } from 'kysely'
import { type Db, PgBoss, type QueueOptions } from 'pg-boss'
import type { Database, DatabaseOptions, Tx } from '../db/database.ts'

const superviseSeconds = 30
const maintenanceSeconds = 3_600
/** We use neither flows nor its background migrations beyond start: ask for them rarely. */
const seldomSeconds = 3_600

/** A node that dies is noticed when its jobs' heartbeats are this old. On PGlite there is one node. */
export const heartbeatSeconds = 30

/** How pg-boss writes inside a transaction of ours. */
export const bossOn = (tx: Tx): Db => ({
  executeSql: async (text, values = []) => {
    const { rows } = await tx.as<object>().executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  },
})

const makeBoss = (db: Database, log: DatabaseOptions['log'], supervise: boolean): PgBoss => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.raw(text, values) },
    backend: db.kind,
    schema: 'pgboss',
    schedule: false,
    supervise,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: maintenanceSeconds,
    bamIntervalSeconds: seldomSeconds,
    flowIntervalSeconds: seldomSeconds,
    reindex: db.kind === 'postgres',
    monitorVacuum: db.kind === 'postgres',
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  return boss
}

/** Makes pg-boss's tables, so that a later start finds them: for templates in tests. */
export const installJobTables = async (db: Database, log: DatabaseOptions['log']): Promise<void> => {
  const boss = makeBoss(db, log, false)
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}

export interface QueueDefinition {
  name: string
  retryLimit: number
  retryDelaySeconds: number
  expireSeconds: number
}

const maxRetryDelaySeconds = 600
const keepDoneSeconds = 3 * 86_400
/** pg-boss deletes what waits longer than this: a server that was switched off for months must not lose its jobs. */
const keepWaitingSeconds = 365 * 86_400

// Every job carries a key (its own id if none was asked for), for `exclusive` allows one of each key at a time.
const queueOptions = (queue: QueueDefinition, kind: Database['kind']): QueueOptions => ({
  retryLimit: queue.retryLimit,
  retryDelay: queue.retryDelaySeconds,
  retryBackoff: queue.retryDelaySeconds > 0,
  ...(queue.retryDelaySeconds > 0 ? { retryDelayMax: maxRetryDelaySeconds } : {}),
  expireInSeconds: queue.expireSeconds,
  retentionSeconds: keepWaitingSeconds,
  deleteAfterSeconds: keepDoneSeconds,
  ...(kind === 'postgres' ? { heartbeatSeconds } : {}),
})

const noJob = '00000000-0000-0000-0000-000000000000'

const prepareQueues = async (boss: PgBoss, db: Database, queues: QueueDefinition[]): Promise<void> => {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const queue of queues) {
    const options = queueOptions(queue, db.kind)
    const found = present.get(queue.name)
    if (found === undefined) await boss.createQueue(queue.name, { ...options, policy: 'exclusive' })
    else if (Object.entries(options).some(([key, value]) => Reflect.get(found, key) !== value)) {
      await boss.updateQueue(queue.name, options)
    } else continue
    // pg-boss reads a queue's row when it first needs it; inside one of our transactions that would be too late.
    await boss.findJobs(queue.name, { id: noJob })
  }
}

/**
 * On PGlite nobody else can be running a job when we start: what is active was left by a process that died.
 * Whether it may run again is decided as for any other failure.
 */
const releaseAbandoned = async (db: Database): Promise<void> => {
  await db.raw(`
    update pgboss.job
    set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
      completed_on = case when retry_count < retry_limit then null else pgboss.job_now() end
    where state = 'active'
  `)
}

export const startBoss = async (
  db: Database,
  log: DatabaseOptions['log'],
  queues: QueueDefinition[],
): Promise<PgBoss> => {
  const boss = makeBoss(db, log, true)
  await boss.start()
  await prepareQueues(boss, db, queues)
  if (db.kind === 'pglite') await releaseAbandoned(db)
  // What other nodes left when they died need not wait for the first round of supervision.
  else
    boss.supervise().catch((error: unknown) => log.warn({ err: error }, 'the jobs of dead nodes were not looked for'))
  return boss
}

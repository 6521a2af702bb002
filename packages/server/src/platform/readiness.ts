import type { Database } from './db/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { JobRunner } from './jobs/jobs.ts'
import type { DiskLevel, DiskSpaceMonitor } from './disk-space-monitor.ts'

const answerWithinMs = 3_000
/** Whoever asks, and how often: the parts are asked once in so long. */
const freshMs = 1_000

export interface ReadinessReport {
  readonly ready: boolean
  readonly database: 'ok' | 'failing'
  readonly files: 'ok' | 'failing'
  /** `elsewhere`: another process has the worker role. */
  readonly jobs: 'ok' | 'failing' | 'elsewhere'
  readonly diskSpace: DiskLevel
}

const works = async (part: () => Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerWithinMs)
  })
  const answered = part().then(
    () => true,
    () => false,
  )
  const result = await Promise.race([answered, late])
  clearTimeout(timer)
  return result
}

/** Whether this process can do its work: what a balancer or a supervisor asks before it sends anybody. */
export const createReadiness = (parts: {
  db: Pick<Database, 'raw'>
  files: Pick<FileStore, 'stat'>
  jobs: Pick<JobRunner, 'state'>
  diskSpace: DiskSpaceMonitor
}): (() => Promise<ReadinessReport>) => {
  const { db, files, jobs, diskSpace } = parts
  const look = async (): Promise<ReadinessReport> => {
    const [database, file, diskLevel] = await Promise.all([
      works(() => db.raw('select 1')),
      // A file that is not there is an answer too.
      works(() => files.stat('readiness')),
      diskSpace.level(),
    ])
    const work = jobs.state()
    return {
      ready: database && file && work !== 'failing',
      database: database ? 'ok' : 'failing',
      files: file ? 'ok' : 'failing',
      jobs: work,
      diskSpace: diskLevel,
    }
  }
  let known: { at: number; report: Promise<ReadinessReport> } | undefined
  return () => {
    if (known === undefined || performance.now() - known.at > freshMs) known = { at: performance.now(), report: look() }
    return known.report
  }
}

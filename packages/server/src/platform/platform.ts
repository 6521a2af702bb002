import { join } from 'node:path'
import { type Audit, createAudit } from './audit/audit.ts'
import type { Bus } from './bus/bus.ts'
import { inProcessBus } from './bus/in-process-bus.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Database } from './db/database.ts'
import { openDatabaseOf } from './db/open-database.ts'
import { migrate } from './db/migrate.ts'
import type { Environment } from './environment.ts'
import { createEvents, type Events } from './events/events.ts'
import { diskStore } from './files/disk-store.ts'
import type { FileStore } from './files/file-store.ts'
import { type FileServer, fileServer } from './files/serve.ts'
import { type Idempotency, idempotency } from './idempotency/idempotency.ts'
import { createJobs, type JobRunner } from './jobs/jobs.ts'
import { databaseLimits } from './rate-limits/database-limits.ts'
import type { Limits } from './rate-limits/limits.ts'
import type { Log } from './log/log.ts'
import { createPasswords, type PasswordCost, type Passwords } from './passwords.ts'
import { type MailTransport, outboxMail } from './ports/mail.ts'
import { type DiskSpace, diskSpaceOf } from './ports/disk-space.ts'
import { checkSecret, openSecret, type Secret } from './secret.ts'
import { createDiskSpaceMonitor, unlimitedDisk, type DiskSpaceMonitor } from './disk-space-monitor.ts'

/** What every module may be handed; it knows no feature. */
export interface Platform {
  readonly log: Log
  readonly clock: Clock
  readonly db: Database
  readonly bus: Bus
  readonly files: FileStore
  readonly fileServer: FileServer
  readonly jobs: JobRunner
  readonly events: Events
  readonly audit: Audit
  readonly limits: Limits
  readonly passwords: Passwords
  readonly idempotency: Idempotency
  readonly secret: Secret
  readonly mail: MailTransport
  readonly diskSpace: DiskSpaceMonitor
  /** Whether letters leave this machine. */
  readonly hasSmtp: boolean
  readonly close: () => Promise<void>
}

export interface PlatformOptions {
  readonly environment: Environment
  readonly log: Log
  readonly clock?: Clock
  /** A database that is open and migrated already (tests). */
  readonly db?: Database
  /** The environment's database where its opening has begun already. */
  readonly opening?: Promise<Database>
  /** A bus that other apps of a test are on, too; else the environment's. */
  readonly bus?: Bus
  /** The disk of the data folder, unless a test says how full it is. */
  readonly diskSpace?: DiskSpace
  /** False in tests: what is done every so often is done when the test says so, at the time that its clock shows. */
  readonly ticks?: boolean
  /** Of tests, which log in hundreds of times; else the strong one. */
  readonly passwordCost?: PasswordCost
}

/** Letters come from the address that logs in to the mail server, else from no-reply at our own host. */
const senderOf = (smtpUrl: string, publicUrl: string): string => {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  return user.includes('@') ? user : `no-reply@${new URL(publicUrl).hostname}`
}

export const s3SettingsOf = (s3: NonNullable<Environment['s3']>) => ({
  endpoint: `${s3.endpoint.replace(/\/$/, '')}/${s3.bucket}`,
  region: s3.region,
  accessKeyId: s3.key,
  secretAccessKey: s3.secret,
})

/** Opens everything that holds state: by default beside each other in the data folder, else where the environment says. */
export const openPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { environment, log, clock = systemClock } = options
  const db = options.db ?? (await (options.opening ?? openDatabaseOf(environment, { log })))
  if (!options.db) await migrate(db, { log, clock })
  db.started?.()
  const isNew = (await db.raw('select 1 from "keyCheck" limit 1')).rows.length === 0
  const secret = await openSecret({ configured: environment.secret, dataDir: environment.dataDir, mayMake: isNew })
  await checkSecret(db, secret)

  const { redisUrl, s3, smtpUrl } = environment
  // Packages for servers beside this one are read only where there are such servers: a start waits for all it reads.
  const redis = redisUrl === undefined ? undefined : { url: redisUrl, log }
  const bus =
    options.bus ?? (redis === undefined ? inProcessBus(log) : (await import('./bus/redis-bus.ts')).redisBus(redis))
  const space = options.diskSpace ?? diskSpaceOf(environment.dataDir)
  const files =
    s3 === undefined
      ? diskStore({ folder: join(environment.dataDir, 'files'), space })
      : (await import('./files/s3-store.ts')).s3Store(s3SettingsOf(s3))
  const redisLimit =
    redis === undefined ? undefined : (await import('./rate-limits/redis-limits.ts')).redisLimits({ ...redis, clock })
  const limits = redisLimit ?? databaseLimits(db, clock)
  const once = idempotency({ database: db, clock, secret })
  const isElsewhere = environment.databaseUrl !== undefined && s3 !== undefined
  const diskSpace = isElsewhere
    ? unlimitedDisk
    : createDiskSpaceMonitor({
        space,
        floorBytes: environment.minFreeDiskBytes,
        log,
      })
  const jobs = createJobs({
    db,
    clock,
    log,
    diskSpace,
    work: environment.roles.has('worker'),
    ticks: options.ticks ?? true,
  })
  const events = createEvents({ db, clock, jobs })
  const mail =
    smtpUrl === undefined
      ? outboxMail()
      : (await import('./ports/smtp-mail.ts')).smtpMail({
          url: smtpUrl,
          from: senderOf(smtpUrl, environment.publicUrl),
          log,
        })

  jobs.every('sweep-limits', 3600, async () => void (await limits.sweep()))
  jobs.every('sweep-idempotency', 3600, async () => void (await once.sweep()))

  return {
    log,
    clock,
    db,
    bus,
    files,
    fileServer: fileServer(files),
    jobs,
    events,
    audit: createAudit({ clock }),
    limits,
    passwords: createPasswords(options.passwordCost),
    idempotency: once,
    secret,
    mail,
    diskSpace,
    hasSmtp: smtpUrl !== undefined,
    close: async () => {
      await jobs.stop()
      await mail.close()
      await bus.close()
      await redisLimit?.close()
      await db.close()
    },
  }
}

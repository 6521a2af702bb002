import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import type { Database } from '../src/platform/db/database.ts'
import { migrate, migrationsFolder, readMigrations } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/open-database.ts'
import { openPglite } from '../src/platform/db/pglite.ts'
import { newId, shortCode } from '../src/platform/ids.ts'
import { installJobTables } from '../src/platform/jobs/boss.ts'
import { startPostgres } from './servers.ts'

export { startPostgres } from './servers.ts'

export type TestSet = 'pglite' | 'postgres'

export const testSet = (): TestSet => {
  const set = process.env['KAIMAI_TEST_SET'] ?? 'pglite'
  if (set !== 'pglite' && set !== 'postgres') throw new Error(`KAIMAI_TEST_SET is pglite or postgres, not ${set}`)
  return set
}

/** While others' migrations are being written, a folder with those that matter here. */
const migrations = process.env['KAIMAI_TEST_MIGRATIONS'] ?? migrationsFolder

/** `KAIMAI_TEST_LOG=error` shows what a server under test has logged. */
export const silentLog = pino({ level: process.env['KAIMAI_TEST_LOG'] ?? 'silent' })

/** What is made once and only read: npm test keeps it over its runs, each of which has temporary files of its own. */
const cacheFolder = () => {
  const folder = join(process.env['KAIMAI_TEST_CACHE'] ?? tmpdir(), `kaimai-test-${userInfo().username}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Changes with every migration and with the versions of what makes tables. */
const templateHash = async (): Promise<string> => {
  const lock = new URL('../package.json', import.meta.url)
  const hash = createHash('sha256').update(readFileSync(lock))
  for (const migration of await readMigrations(migrations)) hash.update(`${migration.slug} ${migration.hash}`)
  return hash.digest('hex').slice(0, 16)
}

/** Tables of ours that hold anything. */
const filledTables = async (db: Database): Promise<string[]> => {
  const { rows } = await db.raw(`select tablename as name from pg_tables where schemaname = 'public'`)
  const looks = rows.map(({ name }) => `select '${name}' as name where exists (select 1 from "${name}")`)
  const filled = await db.raw(looks.join(' union all '))
  return filled.rows.map(({ name }) => String(name))
}

/** With tables and queues: each app would make its hundred queues again. What else a first start writes is taken back. */
const prepare = async (db: Database): Promise<void> => {
  await migrate(db, { log: silentLog, folder: migrations })
  await installJobTables(db, silentLog)
  if (migrations !== migrationsFolder) return
  const before = new Set(await filledTables(db))
  // Only where a template is made: it is the whole program.
  const { startApp } = await import('./start-app.ts')
  const { end } = await startApp({ db: { ...db, close: async () => {} }, log: silentLog })
  await end()
  for (const name of await filledTables(db)) if (!before.has(name)) await db.raw(`delete from "${name}"`)
}

/** PostgreSQL's template0 and template1: no test makes another database, and each would unpack their 600 files. */
const templates = ['base/1', 'base/4']

const removeTemplates = (dataDir: string): void => {
  for (const folder of templates)
    for (const file of readdirSync(join(dataDir, folder)))
      if (file !== 'PG_VERSION') rmSync(join(dataDir, folder, file))
}

const segmentBytes = 16 * 1024 * 1024
const pageBytes = 8192
/** In `global/pg_control`: where in the log the last checkpoint stands. */
const checkpointAt = 32

/** Of the log of a database that was closed only the last checkpoint is read: what lies around it goes. */
const shortenLog = (dataDir: string): void => {
  const folder = join(dataDir, 'pg_wal')
  const place = Number(readFileSync(join(dataDir, 'global', 'pg_control')).readBigUInt64LE(checkpointAt))
  const number = Math.floor(place / segmentBytes)
  const hex = (part: number): string => part.toString(16).toUpperCase().padStart(8, '0')
  const needed = `00000001${hex(Math.floor(number / 256))}${hex(number % 256)}`
  for (const name of readdirSync(folder)) if (/^[0-9A-F]{24}$/.test(name) && name !== needed) rmSync(join(folder, name))
  truncateSync(join(folder, needed), (Math.floor((place % segmentBytes) / pageBytes) + 2) * pageBytes)
}

/** A tar of a database that was closed: what is written while it runs must be recovered at every start. */
const pgliteSnapshot = async (): Promise<Uint8Array> => {
  const file = join(cacheFolder(), `pglite-ready-${await templateHash()}.tar`)
  if (!existsSync(file)) {
    // Another worker may be making it too: the last one wins, and nobody reads half a file.
    const dataDir = join(cacheFolder(), `pglite-${newId()}`)
    const db = await openPglite({ dataDir, log: silentLog })
    await prepare(db)
    await db.raw('select pg_switch_wal()')
    await db.close()
    removeTemplates(dataDir)
    shortenLog(dataDir)
    execFileSync('tar', ['-cf', `${dataDir}.tar`, '-C', dataDir, '.'])
    rmSync(dataDir, { recursive: true })
    renameSync(`${dataDir}.tar`, file)
  }
  return shared(readFileSync(file))
}

/** In memory that threads share: each PGlite is a thread, and would be handed a copy of 45 MB. */
const shared = (bytes: Uint8Array): Uint8Array => {
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length))
  memory.set(bytes)
  return memory
}

/** What every PGlite of this process starts from; its 9 MB of program are compiled once. */
const pgliteBegin = async (): Promise<{ readonly snapshot: Uint8Array; readonly program: WebAssembly.Module }> => {
  const wasm = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  return { program: await WebAssembly.compile(readFileSync(wasm)), snapshot: await pgliteSnapshot() }
}
let begin: ReturnType<typeof pgliteBegin> | undefined

const pgliteDatabase = async (): Promise<Database> => {
  begin ??= pgliteBegin()
  return openPglite({ ...(await begin), log: silentLog })
}

/** A fresh and migrated database on disk, closed: PostgreSQL's own beginning takes seconds. */
export const fillDataDir = async (dataDir: string): Promise<void> => {
  begin ??= pgliteBegin()
  const db = await openPglite({ dataDir, ...(await begin), log: silentLog })
  await db.close()
}

// vitest's workers are children of the run (pool of forks); one cluster serves them all and ends with the run.
const clusterUrl = async (): Promise<string> => {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return given
  const owner = process.ppid
  const folder = join(cacheFolder(), `cluster-${owner}`)
  const file = join(folder, 'url')
  try {
    mkdirSync(folder)
  } catch {
    for (let i = 0; i < 300; i += 1) {
      if (existsSync(file)) {
        const url = readFileSync(file, 'utf8')
        if (await reachable(url)) return url
        break
      }
      await sleep(100)
    }
  }
  // We made the folder, or whoever made it is long gone (process ids come again).
  const { url } = await startPostgres({ owner })
  const draft = `${file}.${newId()}`
  writeFileSync(draft, url)
  renameSync(draft, file)
  return url
}

const withClient = async <R>(url: string, run: (client: Client) => Promise<R>): Promise<R> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

const reachable = (url: string): Promise<boolean> => withClient(url, async () => true).catch(() => false)

const urlOf = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

const templateLock = 7_024_118

const postgresTemplate = async (url: string): Promise<string> => {
  const name = `kaimai_ready_${await templateHash()}`
  await withClient(url, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const draft = `${name}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft} template template0`)
    const db = await openDatabase({ url: urlOf(url, draft), log: silentLog })
    try {
      await prepare(db)
    } finally {
      await db.close()
    }
    await admin.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

export interface TestDatabase extends Database {
  /** Where another process reaches it; only on PostgreSQL. */
  url?: string
}

const postgresDatabase = async (): Promise<TestDatabase> => {
  const cluster = await clusterUrl()
  const template = await postgresTemplate(cluster)
  const name = `kaimai_test_${shortCode(16).toLowerCase()}`
  await withClient(cluster, (admin) => admin.query(`create database ${name} template ${template}`))
  const url = urlOf(cluster, name)
  const db = await openDatabase({ url, log: silentLog })
  return {
    ...db,
    url,
    close: async () => {
      await db.close()
      await withClient(cluster, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/** Fresh and migrated, of the kind that KAIMAI_TEST_SET names; in memory or on a cluster that ends with the run. */
export const testDatabase = async (set: TestSet = testSet()): Promise<TestDatabase> =>
  set === 'pglite' ? pgliteDatabase() : postgresDatabase()

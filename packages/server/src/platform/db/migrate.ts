import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Clock, systemClock } from '../clock.ts'
import type { Database, DatabaseOptions, Tx } from './database.ts'

interface MigrationTables {
  migration: { number: number; slug: string; hash: string; appliedAt: Date }
}

export interface Migration {
  number: number
  /** `001-platform` */
  slug: string
  hash: string
  text: string
}

export interface MigrateOptions {
  log: DatabaseOptions['log']
  clock?: Clock
  folder?: string
}

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** What the operator must read before anything else happens; the message says what to do. */
const error = (text: string): Error => Object.assign(new Error(text), { name: 'MigrationRefused' })

const fileName = /^(\d{3})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/

// A checkout with other line ends is the same migration.
const hashOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

export const readMigrations = async (folder = migrationsFolder): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const name of names) {
    const number = Number(fileName.exec(name)?.[1])
    if (!Number.isInteger(number)) throw error(`${name}: a migration is named like 001-platform.sql`)
    const before = migrations.at(-1)
    if (before?.number === number) throw error(`${before.slug}.sql and ${name} have the same number`)
    const text = await readFile(join(folder, name), 'utf8')
    migrations.push({ number, slug: name.slice(0, -'.sql'.length), hash: hashOf(text), text })
  }
  return migrations
}

const createTable = `create table if not exists migration (
  number integer primary key,
  slug text not null,
  hash text not null,
  "appliedAt" timestamptz not null
)`

/** The one to apply next; throws when what the database has and what the code has don't fit. */
const nextOf = (known: Migration[], recorded: { number: number; slug: string; hash: string }[]) => {
  const newest = known.at(-1)?.number ?? 0
  for (const row of recorded) {
    const file = known.find(({ number }) => number === row.number)
    if (file === undefined && row.number > newest) {
      throw error(
        `The database is newer than this program: it has migration ${row.slug}, the program ends at number ${newest}. ` +
          'Start the newer version, or restore the copy of the database made before the update.',
      )
    }
    if (file === undefined) throw error(`The database has migration ${row.slug}, which this program does not know.`)
    if (file.hash !== row.hash) {
      throw error(
        `Migration ${row.slug} was changed after it had been applied. Put its text back, and write the change as a new migration.`,
      )
    }
  }
  const last = recorded.at(-1)
  const next = known.find(({ number }) => !recorded.some((row) => row.number === number))
  if (next !== undefined && last !== undefined && next.number < last.number) {
    throw error(
      `Migration ${next.slug} is older than ${last.slug}, which was applied already. Give it the next number.`,
    )
  }
  return next
}

const applyNext = async (tx: Tx, known: Migration[], clock: Clock): Promise<Migration | undefined> => {
  const db = tx.as<MigrationTables>()
  // Held to the end of this transaction, so two processes that start together take turns, step by step.
  await sql`select pg_advisory_xact_lock(hashtext('kaimai migration'))`.execute(db)
  await sql.raw(createTable).execute(db)
  const recorded = await db.selectFrom('migration').select(['number', 'slug', 'hash']).orderBy('number').execute()
  const next = nextOf(known, recorded)
  if (next === undefined) return undefined
  try {
    await sql.raw(next.text).execute(db)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${next.slug} failed, and nothing of it was kept: ${words}`, { cause: error })
  }
  const { number, slug, hash } = next
  await db.insertInto('migration').values({ number, slug, hash, appliedAt: clock.now() }).execute()
  return next
}

/**
 * Applies what is missing, each in a transaction of its own, and returns their slugs. Throws in words when the
 * database is newer than the code, or an applied migration's text has changed.
 */
export const migrate = async (db: Database, options: MigrateOptions): Promise<string[]> => {
  const known = await readMigrations(options.folder)
  const clock = options.clock ?? systemClock
  const applied: string[] = []
  for (;;) {
    const done = await db.transaction((tx) => applyNext(tx, known, clock))
    if (done === undefined) return applied
    options.log.info({ migration: done.slug }, 'migration applied')
    applied.push(done.slug)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase, testSet } from '../../../test/database.ts'
import type { Database } from './database.ts'
import { startAutovacuum } from './autovacuum.ts'

const opened: Database[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close()
})

const aTable = async (): Promise<Database> => {
  const db = await testDatabase('pglite')
  opened.push(db)
  await db.raw('create table bulk (id integer primary key, kind text not null)')
  return db
}
const fill = (db: Database, rows: number) =>
  db.raw(`insert into bulk select n, 'k' || n % 4 from generate_series(1, $1::integer) n`, [rows])
const fact = async (db: Database, question: string): Promise<unknown> => (await db.raw(question)).rows[0]?.['fact']
/** Waits for as long as the runner lets a test run. */
const until = async (db: Database, question: string): Promise<void> => {
  while ((await fact(db, question)) !== true) await sleep(20)
}

test('DB-650 The embedded database analyzes a table by itself after a bulk write.', async () => {
  const db = await aTable()
  await fill(db, 5_000)
  await until(db, `select reltuples > 0 as fact from pg_class where oid = 'bulk'::regclass`)
  expect(await fact(db, `select reltuples::integer as fact from pg_class where oid = 'bulk'::regclass`)).toBe(5_000)
  expect(await fact(db, `select n_distinct as fact from pg_stats where tablename = 'bulk' and attname = 'kind'`)).toBe(
    4,
  )
})

test('DB-651 The embedded database analyzes a table that was filled within a transaction.', async () => {
  const db = await aTable()
  await db.transaction(async (tx) => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, kind: 'k' }))
    await tx.as<{ bulk: { id: number; kind: string } }>().insertInto('bulk').values(rows).execute()
  })
  await until(db, `select reltuples = 1000 as fact from pg_class where oid = 'bulk'::regclass`)
})

test('DB-652 The embedded database vacuums a table whose rows are dead.', async () => {
  const db = await aTable()
  await fill(db, 5_000)
  await until(db, `select reltuples = 5000 as fact from pg_class where oid = 'bulk'::regclass`)
  await db.raw('delete from bulk where id > $1', [1_000])
  await until(
    db,
    `select vacuum_count > 0 and n_dead_tup = 0 and n_live_tup = 1000 as fact from pg_stat_user_tables where relname = 'bulk'`,
  )
})

test('DB-659 The embedded database makes a checkpoint by itself once its log has grown: the log is read no further back.', async () => {
  const db = await aTable()
  const redo = `select redo_lsn::text as fact from pg_control_checkpoint()`
  const before = await fact(db, redo)
  await db.raw(`alter table bulk alter column kind set storage plain`)
  await db.raw(`insert into bulk select n, repeat('k', 2000) from generate_series(1, 30000) n`)
  await until(
    db,
    `select pg_wal_lsn_diff(redo_lsn, '${String(before)}') > 48 * 1024 * 1024 as fact from pg_control_checkpoint()`,
  )
})

/** A database that answers which tables are due, and notes what is asked of it. */
const fakeDatabase = (due: readonly Record<string, unknown>[]) => {
  const asked: string[] = []
  let running = 0
  let mostAtOnce = 0
  const run = async (sql: string) => {
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    await Promise.resolve()
    running -= 1
    if (!['pg_class', 'flush', 'pg_control_checkpoint'].some((word) => sql.includes(word))) asked.push(sql)
    return { rows: sql.includes('pg_class') ? [...due] : [], ms: 100 }
  }
  return { run, asked, mostAtOnce: () => mostAtOnce }
}
const due = (table: string, wantsAnalyze: boolean, wantsVacuum: boolean) => ({ table, wantsAnalyze, wantsVacuum })

test('DB-653 Maintenance of the embedded database takes one table at a time, plans first, and rests in between.', async () => {
  vi.useFakeTimers()
  try {
    const { run, asked, mostAtOnce } = fakeDatabase([
      due('a', true, true),
      due('b', false, true),
      due('c', true, false),
    ])
    const autovacuum = startAutovacuum({ run, onError: () => {} })
    autovacuum.written(5_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['analyze a'])
    await vi.advanceTimersByTimeAsync(299)
    expect(asked).toEqual(['analyze a'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual(['analyze a', 'analyze c', 'vacuum a', 'vacuum b'])
    expect(mostAtOnce()).toBe(1)
    autovacuum.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('DB-654 Maintenance of the embedded database begins no statement after it was stopped.', async () => {
  vi.useFakeTimers()
  try {
    const { run, asked } = fakeDatabase([due('a', true, false), due('b', true, false)])
    const autovacuum = startAutovacuum({ run, onError: () => {} })
    autovacuum.written(5_000)
    await vi.advanceTimersByTimeAsync(0)
    autovacuum.stop()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toEqual(['analyze a'])
  } finally {
    vi.useRealTimers()
  }
})

test('DB-655 Few writes wait for the look of every minute.', async () => {
  vi.useFakeTimers()
  try {
    const { run, asked } = fakeDatabase([due('a', true, false)])
    const autovacuum = startAutovacuum({ run, onError: () => {} })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toHaveLength(1)
    autovacuum.written(10)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(asked).toHaveLength(2)
    autovacuum.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('DB-792 A table that is written all the time holds the embedded database once a minute, and sooner only when it has become another one.', async () => {
  vi.useFakeTimers()
  try {
    const all: Record<string, unknown>[] = [due('a', true, false)]
    const { run, asked } = fakeDatabase(all)
    const autovacuum = startAutovacuum({ run, onError: () => {} })
    const write = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        autovacuum.written(1_000)
        await vi.advanceTimersByTimeAsync(1_000)
      }
      return asked.length
    }
    expect(await write(55)).toBe(1)
    all[0] = { ...due('a', true, false), isAnother: true }
    expect(await write(3)).toBe(2)
    all[0] = due('a', true, false)
    expect(await write(54)).toBe(2)
    expect(await write(8)).toBe(3)
    // Its dead rows have a minute of their own.
    all[0] = due('a', true, true)
    expect(await write(3)).toBe(4)
    expect(asked.at(-1)).toBe('vacuum a')
    autovacuum.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('DB-782 Beside PostgreSQL’s own autovacuum only statistics are taken, after bulk writes, and once more when their counts have come.', async () => {
  vi.useFakeTimers()
  try {
    const { run, asked } = fakeDatabase([due('a', true, true), due('b', false, true)])
    let looks = 0
    const counting = (sql: string) => {
      looks += 1
      expect(sql).not.toMatch(/checkpoint|flush|vacuum /)
      return run(sql)
    }
    const autovacuum = startAutovacuum({ run: counting, onError: () => {}, isHelp: true })
    autovacuum.written(10)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(looks).toBe(0)
    autovacuum.written(5_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual(['analyze (skip_locked) a'])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toEqual(['analyze (skip_locked) a', 'analyze (skip_locked) a'])
    autovacuum.stop()
  } finally {
    vi.useRealTimers()
  }
})

test.runIf(testSet() === 'postgres')(
  'DB-783 PostgreSQL analyzes a table after a bulk write, without waiting for its autovacuum.',
  async () => {
    const db = await testDatabase()
    opened.push(db)
    await db.raw('create table bulk (id integer primary key, kind text not null)')
    await fill(db, 5_000)
    await until(db, `select analyze_count > 0 as fact from pg_stat_user_tables where relname = 'bulk'`)
    expect(await fact(db, `select reltuples::integer as fact from pg_class where oid = 'bulk'::regclass`)).toBe(5_000)
  },
)

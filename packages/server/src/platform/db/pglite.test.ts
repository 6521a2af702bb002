import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { fillDataDir, silentLog, testDatabase, testSet } from '../../../test/database.ts'
import type { Executor } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openPglite } from './pglite.ts'
import { connectPglite } from './pglite-connection.ts'
import { createPlans } from './pglite-plans.ts'
import type { PgliteWorker } from './pglite-thread.ts'
import { fairMutex } from './mutex.ts'
import { trackWaits } from './waits.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaimai-pglite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const embedded = testSet() === 'pglite'

test.runIf(embedded)('DB-22 A long query does not stop the clock of the main thread', async () => {
  const db = await testDatabase('pglite')
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  await db.raw('select count(*) from generate_series(1, 400000)')
  clearInterval(timer)
  await db.close()
  expect(ticks).toBeGreaterThan(10)
})

test.runIf(embedded)(
  'DB-23 What was committed before a kill -9 is there afterwards, and nothing that was not',
  async () => {
    const dataDir = join(folder, 'killed')
    await fillDataDir(dataDir)
    const writer = `
      import { openDatabase } from ${JSON.stringify(new URL('./open-database.ts', import.meta.url).href)}
      const log = { info() {}, warn() {}, error() {} }
      const db = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, log })
      await db.raw('create table line (n integer primary key, half integer)')
      for (let n = 1; ; n += 1) {
        await db.transaction(async (tx) => {
          await tx.as().insertInto('line').values({ n, half: 1 }).execute()
          await tx.as().updateTable('line').set({ half: 2 }).where('n', '=', n).execute()
        })
        console.log(n)
      }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let acknowledged = 0
    child.stdout.on('data', (chunk: Buffer) => {
      const last = chunk.toString().trim().split('\n').at(-1)
      acknowledged = Number(last)
      if (acknowledged > 50) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const db = await openDatabase({ dataDir, log: silentLog })
    const { rows } = await db.raw('select max(n) as last, count(*) as n, bool_and(half = 2) as whole from line')
    await db.close()
    const last = Number(rows[0]?.['last'])
    expect(last).toBeGreaterThanOrEqual(acknowledged)
    expect(last).toBeLessThanOrEqual(acknowledged + 1000)
    expect(rows).toEqual([{ last, n: last, whole: true }])
  },
  60_000,
)

test.runIf(embedded)(
  'DB-799 On the embedded database the commands of a transaction are no questions of their own, and a statement is one call into it',
  async () => {
    const database = await PGlite.create()
    onTestFinished(() => database.close())
    await database.exec('create table counter (name text, value integer)')
    const plans = createPlans(database)
    const calls = vi.spyOn(database, 'execProtocolStream')
    const questions = vi.fn<typeof plans.run>(plans.run)
    const transaction = async (name: string): Promise<void> => {
      const worker = { query: questions } as unknown as PgliteWorker
      const connection = connectPglite({ worker, letNextSend: () => undefined, release: () => undefined })
      const add = (what: string) =>
        connection.executeQuery(
          CompiledQuery.raw('insert into counter (name, value) values ($1, 1)', [`${name} ${what}`]),
        )
      connection.begin('begin')
      await add('one')
      connection.savepoint('nested')
      await add('two')
      connection.releaseSavepoint('nested')
      await connection.commit()
    }
    await transaction('first')
    calls.mockClear()
    questions.mockClear()
    await transaction('second')
    expect(questions.mock.calls.map(([text]) => text.slice(0, 6))).toEqual(['insert', 'insert', 'commit'])
    expect(calls).toHaveBeenCalledTimes(3)
    const { rows } = await database.query('select name from counter order by name')
    expect(rows).toEqual(['first one', 'first two', 'second one', 'second two'].map((name) => ({ name })))
  },
)

test.runIf(embedded)(
  'DB-802 What is sent while another statement runs holds the database from when that one is over',
  async () => {
    const held: number[] = []
    const db = await openPglite({ log: silentLog, autovacuum: false, onHeld: (ms) => held.push(ms) })
    onTestFinished(() => db.close())
    held.length = 0
    const began = performance.now()
    await Promise.all(
      Array.from({ length: 6 }, () => sql`select count(*) from generate_series(1, 100000)`.execute(db.as())),
    )
    const passed = performance.now() - began
    expect(held).toHaveLength(6)
    // One after the other: together no longer than all of them took.
    expect(held.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(passed)
  },
)

test('DB-24 Those who wait for the one connection get it in the order they asked', async () => {
  const waits: number[] = []
  const mutex = fairMutex((ms) => waits.push(ms))
  const order: number[] = []
  const use = async (n: number) => {
    const release = await mutex.acquire()
    // A statement takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 1))
    order.push(n)
    release()
    release()
  }
  await Promise.all([1, 2, 3, 4, 5].map(use))
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(waits).toHaveLength(5)
  expect(mutex.waiting()).toBe(0)
})

test('DB-25 The longest wait is forgotten after a minute', () => {
  let now = 0
  const waits = trackWaits(() => now)
  waits.add(40)
  now = 31_000
  waits.add(7)
  expect(waits.max()).toBe(40)
  now = 62_000
  expect(waits.max()).toBe(7)
  now = 200_000
  expect(waits.max()).toBe(0)
})

test.runIf(embedded)(
  'DB-790 While one statement runs the next is on its way, and rows, errors and transactions stay with those who asked',
  async () => {
    const db = await testDatabase('pglite')
    await db.raw('create table line (n integer primary key, of integer not null)')
    let onTheWay = 0
    let most = 0
    const post = Worker.prototype.postMessage
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => posted.mockRestore())
    posted.mockImplementation(function (this: Worker, message: { readonly id: number }) {
      onTheWay += 1
      most = Math.max(most, onTheWay)
      const answered = (answer: { readonly id: number }) => {
        if (answer.id !== message.id) return
        onTheWay -= 1
        this.off('message', answered)
      }
      this.prependListener('message', answered)
      return Reflect.apply(post, this, [message])
    })
    const of = (executor: Executor) => executor.as<{ line: { n: number; of: number } }>()
    const kinds = Array.from({ length: 60 }, (_, n) => n)
    const outcomes = await Promise.all(
      kinds.map(async (n) => {
        if (n % 3 === 0) {
          const row = await of(db).insertInto('line').values({ n, of: 0 }).returning('n').executeTakeFirstOrThrow()
          return row.n
        }
        // The second line of every other pair is there already: both go.
        return db
          .transaction(async (tx) => {
            await of(tx)
              .insertInto('line')
              .values({ n: 1000 + n, of: n })
              .execute()
            await of(tx)
              .insertInto('line')
              .values({ n: n % 3 === 1 ? 2000 + n : 1000 + n, of: n })
              .execute()
            return n
          })
          .catch((error: Error) => error.message)
      }),
    )
    expect(outcomes).toEqual(kinds.map((n) => (n % 3 === 2 ? expect.stringContaining('line_pkey') : n)))
    const { rows } = await db.raw('select n from line order by n')
    const kept = [
      ...kinds.filter((n) => n % 3 === 0),
      ...[1000, 2000].flatMap((from) => kinds.filter((n) => n % 3 === 1).map((n) => from + n)),
    ]
    expect(rows.map(({ n }) => n)).toEqual(kept)
    expect(most).toBe(2)
    await db.close()
  },
)

import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, isUniqueViolation, json, type Tx } from './database.ts'
import { thingDatabase, type ThingTables } from '../../../test/thing-tables.ts'

const db: Database = await thingDatabase()

const jsonValue = fc
  .jsonValue({ maxDepth: 3, noUnicodeString: false })
  .map((value) => JSON.parse(JSON.stringify(value)))
// PostgreSQL stores neither NUL in text nor lone surrogates.
const text = fc.string({ unit: 'grapheme' }).map((it) => it.replaceAll('\0', ''))
const instant = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
const safe = fc.maxSafeInteger()

test('DB-2 Every kind of value comes back as it was given', async () => {
  const row = fc.record({
    at: fc.option(instant),
    big: fc.option(safe),
    doc: jsonValue.filter((value) => !JSON.stringify(value).includes('\\u0000')),
    names: fc.option(fc.array(text, { maxLength: 4 })),
    bigs: fc.option(fc.array(safe, { maxLength: 4 })),
    ats: fc.option(fc.array(instant, { maxLength: 3 })),
    flag: fc.option(fc.boolean()),
    ratio: fc.option(fc.double({ noNaN: true }).map((it) => (Object.is(it, -0) ? 0 : it))),
    day: fc.option(fc.constantFrom('2026-02-28', '1999-12-31')),
    body: fc.option(fc.uint8Array({ maxLength: 20 })),
    word: fc.option(text),
  })
  await fc.assert(
    fc.asyncProperty(row, async (given) => {
      const written = await db
        .as<ThingTables>()
        .insertInto('thing')
        .values({ ...given, doc: json(given.doc) })
        .returningAll()
        .executeTakeFirstOrThrow()
      const { id, ...back } = written
      expect(typeof id).toBe('number')
      // Jsonb keeps numbers as decimals: -0 becomes 0.
      expect(back).toEqual({ ...given, doc: JSON.parse(JSON.stringify(given.doc)) })
    }),
    { numRuns: 60 },
  )
})

test('DB-3 Sums and counts are numbers, and one that is not safe throws', async () => {
  const { rows } = await db.raw(
    `select count(*) as n, sum(v) as total, avg(v) as mean from (values (1::bigint), (2)) t (v)`,
  )
  expect(rows).toEqual([{ n: 2, total: 3, mean: 1.5 }])
  await expect(db.raw('select 9007199254740993::bigint as n')).rejects.toThrow(/safe integer/)
  expect((await db.raw('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('DB-4 An array for a jsonb column must be wrapped, on both kinds', async () => {
  await expect(
    db
      .as<ThingTables>()
      .insertInto('thing')
      .values({ doc: ['a'] })
      .execute(),
  ).rejects.toThrow()
})

test('DB-5 A transaction happens whole or not at all', async () => {
  const fails = db.transaction(async (tx) => {
    await tx.as<ThingTables>().insertInto('counter').values({ name: 'half', value: 1 }).execute()
    throw new Error('no')
  })
  await expect(fails).rejects.toThrow('no')
  expect(await db.as<ThingTables>().selectFrom('counter').selectAll().where('name', '=', 'half').execute()).toEqual([])
})

test('DB-6 An error that was caught inside does not let the rest be lost without a word', async () => {
  const swallows = db.transaction(async (tx) => {
    await tx.as<ThingTables>().insertInto('counter').values({ name: 'swallowed', value: 1 }).execute()
    await sql`select 1/0`.execute(tx.as<ThingTables>()).catch(() => {})
  })
  await expect(swallows).rejects.toThrow()
  expect(
    await db.as<ThingTables>().selectFrom('counter').selectAll().where('name', '=', 'swallowed').execute(),
  ).toEqual([])
})

test('DB-7 Interleaved transactions keep every change', async () => {
  // Each moves an amount between two accounts in steps that let the others in between; the total never changes.
  const names = ['a', 'b', 'c', 'd']
  const add = (tx: Tx, name: string, amount: number) =>
    tx
      .as<ThingTables>()
      .updateTable('counter')
      .set((eb) => ({ value: eb('value', '+', amount) }))
      .where('name', '=', name)
      .execute()
  const move = fc.record({
    from: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
    amount: fc.integer({ min: 1, max: 9 }),
    fails: fc.boolean(),
    pauses: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 12 }), async (moves) => {
      await db.as<ThingTables>().deleteFrom('counter').execute()
      await db
        .as<ThingTables>()
        .insertInto('counter')
        .values(names.map((name) => ({ name, value: 100 })))
        .execute()
      const watching = moves.map(async () => {
        const { rows } = await db.raw('select sum(value) as total from counter')
        expect(rows).toEqual([{ total: 400 }])
      })
      const done = await Promise.allSettled(
        moves.map(({ from, to, amount, fails, pauses }) =>
          db.transaction(async (tx) => {
            await add(tx, from, -amount)
            if (pauses) await new Promise((resolve) => setImmediate(resolve))
            await add(tx, to, amount)
            if (fails) throw new Error('undone')
          }),
        ),
      )
      await Promise.all(watching)
      const expected = new Map(names.map((name) => [name, 100]))
      moves.forEach(({ from, to, amount, fails }, index) => {
        expect(done[index]?.status).toBe(fails ? 'rejected' : 'fulfilled')
        if (fails) return
        expected.set(from, (expected.get(from) ?? 0) - amount)
        expected.set(to, (expected.get(to) ?? 0) + amount)
      })
      const rows = await db.as<ThingTables>().selectFrom('counter').selectAll().execute()
      expect(new Map(rows.map(({ name, value }) => [name, value]))).toEqual(expected)
    }),
    { numRuns: 15 },
  )
}, 30_000)

test('DB-8 A serialisation failure or deadlock runs the work again, another error does not', async () => {
  for (const [code, runs] of [
    ['40001', 3],
    ['40P01', 3],
    ['23514', 1],
  ] as const) {
    let ran = 0
    const work = db.transaction(async (tx) => {
      ran += 1
      if (ran < 3) {
        const raise = `do $$ begin raise exception 'again' using errcode = '${code}'; end $$`
        await sql.raw(raise).execute(tx.as<ThingTables>())
      }
      return ran
    })
    if (runs === 3) expect(await work).toBe(3)
    else await expect(work).rejects.toThrow('again')
    expect(ran).toBe(runs)
  }
})

test('DB-9 What is to run after the commit runs once, after it, and never after a rollback', async () => {
  const seen: string[] = []
  let attempt = 0
  await db.transaction(async (tx) => {
    attempt += 1
    tx.afterCommit(() => seen.push(`commit ${attempt}`))
    if (attempt === 1) {
      await sql.raw(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`).execute(tx.as<ThingTables>())
    }
    expect(seen).toEqual([])
  })
  const undone = db.transaction(async (tx) => {
    tx.afterCommit(() => seen.push('never'))
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(seen).toEqual(['commit 2'])
})

test('DB-10 Using the database past its own transaction throws instead of waiting for ever', async () => {
  const query = db.transaction(async () => db.as<ThingTables>().selectFrom('counter').selectAll().execute())
  await expect(query).rejects.toThrow(/past it/)
  await expect(db.transaction(async () => db.raw('select 1'))).rejects.toThrow(/past it/)
  await expect(db.transaction(async () => db.transaction(async () => 1))).rejects.toThrow(/past it/)
  let later: Promise<unknown> | undefined
  await db.transaction(async () => {
    later = new Promise((resolve) => setTimeout(resolve, 30)).then(() => db.raw('select 1'))
  })
  await expect(later).resolves.toBeDefined()
})

test('DB-11 A broken unique constraint is recognised by its name', async () => {
  const insert = () => db.as<ThingTables>().insertInto('counter').values({ name: 'once', value: 1 }).execute()
  await insert()
  const error = await insert().catch((caught: unknown) => caught)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'counter_pkey')).toBe(true)
  expect(isUniqueViolation(error, 'other')).toBe(false)
  expect(isUniqueViolation(await db.raw('select 1/0').catch((caught: unknown) => caught))).toBe(false)
})

test('DB-12 Several plain statements run in turn, and one that fails leaves no transaction open', async () => {
  const { rows } = await db.raw('select 1 as n; select 2 as n;')
  expect(rows).toEqual([{ n: 1 }, { n: 2 }])
  await expect(db.raw('begin; select 1/0; commit;')).rejects.toThrow(/zero/)
  const state = await db.raw(`select now() = statement_timestamp() as fresh`)
  expect(state.rows).toEqual([{ fresh: true }])
})

test('DB-13 Affected rows are counted for changes only', async () => {
  const counters = db.as<ThingTables>()
  await counters.insertInto('counter').values({ name: 'x1', value: 1 }).execute()
  const updated = await counters.updateTable('counter').set({ value: 2 }).where('name', 'like', 'x%').executeTakeFirst()
  expect(updated.numUpdatedRows).toBe(1n)
  const deleted = await counters.deleteFrom('counter').where('name', 'like', 'x%').executeTakeFirst()
  expect(deleted.numDeletedRows).toBe(1n)
})

test('DB-14 The time that a query waited for a connection is reported', async () => {
  const long = Array.from({ length: 20 }, () => db.raw('select pg_sleep(0.05)'))
  await new Promise((resolve) => setImmediate(resolve))
  const during = db.metrics().queueLength
  await Promise.all(long)
  expect(during).toBeGreaterThan(0)
  expect(db.metrics().queueLength).toBe(0)
  expect(db.metrics().queueWaitMsMax).toBeGreaterThan(30)
})

import { type ControlledTransaction, type Kysely, sql, type Transaction } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { isUniqueViolation, type Tx } from './database.ts'
import { silentLog } from '../../../test/database.ts'
import { thingDatabase, type ThingTables } from '../../../test/thing-tables.ts'
import { openDatabase } from './open-database.ts'
import { plannedOnce } from './planned-once.ts'
import { createPlanNames } from './postgres-plans.ts'
import { aheadMark, plansMax } from './statement-plans.ts'

const db = await thingDatabase()

const words = (on: Pick<Tx, 'as'> = db) => on.as<ThingTables>().selectFrom('thing').selectAll().orderBy('id').execute()
const plansIn = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(tx.as())
  return rows[0]?.n ?? 0
}

test('DB-40 A statement is parsed and planned once for all its values', async () => {
  await db.transaction(async (tx) => {
    const add = (word: string) => tx.as<ThingTables>().insertInto('thing').values({ word }).execute()
    // The second time a text is used it gets its plan.
    await add('one')
    await add('two')
    await plansIn(tx)
    const before = await plansIn(tx)
    for (let n = 0; n < 20; n += 1) await add(`word ${n}`)
    expect(await plansIn(tx)).toBe(before)
  })
  expect((await words()).length).toBe(22)
})

test('DB-803 A statement that is planned for its values keeps no plan, and answers as any other', async () => {
  await db.transaction(async (tx) => {
    const twice = async (mark: ReturnType<typeof sql.raw>, n: number) => {
      const { rows } = await sql<{ twice: number }>`${mark}select ${n}::integer * 2 as twice`.execute(tx.as())
      return rows[0]?.twice
    }
    await plansIn(tx)
    const before = await plansIn(tx)
    for (let n = 0; n < 10; n += 1) expect(await twice(plannedOnce, n)).toBe(2 * n)
    expect(await plansIn(tx)).toBe(before)
    for (let n = 0; n < 10; n += 1) expect(await twice(sql.raw(''), n)).toBe(2 * n)
    expect(await plansIn(tx)).toBe(Number(before) + 1)
  })
})

test('DB-41 A migration under a kept plan changes what it answers, by itself and inside a transaction', async () => {
  for (let n = 0; n < 3; n += 1) await words()
  await db.raw("alter table thing add column added text default 'new'")
  expect((await words())[0]).toHaveProperty('added', 'new')
  await db.raw('alter table thing drop column added')
  let tries = 0
  const found = await db.transaction(async (tx) => {
    tries += 1
    await tx.as<ThingTables>().insertInto('thing').values({ word: 'in the transaction' }).execute()
    return words(tx)
  })
  expect(found[0]).not.toHaveProperty('added')
  expect(found.filter(({ word }) => word === 'in the transaction')).toHaveLength(1)
  expect(tries).toBeLessThanOrEqual(2)
})

test('DB-42 An error of a planned statement is told with its constraint, and leaves the connection and the plan usable', async () => {
  const add = (tx: Pick<Tx, 'as'>, id: number) =>
    tx
      .as<ThingTables>()
      .insertInto('counter')
      .values({ name: String(id), value: id })
      .execute()
  for (const id of [9001, 9002, 9003]) await add(db, id)
  const error = await add(db, 9001).catch((caught: unknown) => caught)
  expect(isUniqueViolation(error, 'counter_pkey')).toBe(true)
  await add(db, 9004)
  await expect(
    db.transaction(async (tx) => {
      await add(tx, 9005)
      await add(tx, 9001)
    }),
  ).rejects.toThrow(/counter_pkey/)
  const { rows } = await db.raw('select count(*) as n from counter')
  expect(rows).toEqual([{ n: 4 }])
  await expect(sql`select ${'no number'}::integer`.execute(db.as())).rejects.toMatchObject({ code: '22P02' })
  expect((await sql`select ${'7'}::integer as n`.execute(db.as())).rows).toEqual([{ n: 7 }])
})

test('DB-43 However many different texts come, a connection holds a bounded number of plans, and no more after ten thousand than after two', async () => {
  const asked = async (from: number, to: number, times: number): Promise<void> => {
    for (let n = from; n < to; n += 1) {
      const text = sql`select ${sql.lit(n)}::integer as ${sql.ref(`column${n}`)}`
      for (let time = 0; time < times; time += 1)
        expect((await text.execute(db.as())).rows).toEqual([{ [`column${n}`]: n }])
    }
  }
  await asked(0, 3 * plansMax, 2)
  expect(await db.transaction(plansIn)).toBeLessThanOrEqual(2 * plansMax + 1)
  await asked(3 * plansMax, 2_000, 1)
  // Counting has a plan of its own from the second time on.
  await db.transaction(plansIn)
  const afterTwo = await db.transaction(plansIn)
  await asked(2_000, 10_000, 1)
  expect(await db.transaction(plansIn)).toBeLessThanOrEqual(afterTwo)
})

test('DB-798 However many different texts come, each of them again and again, the memory that a connection has for their plans is no more after ten thousand than after two', async () => {
  const asked = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n += 1) {
      const text = sql`select ${sql.lit(n)}::integer as ${sql.ref(`memory${n}`)}`
      for (let time = 0; time < 2; time += 1)
        expect((await text.execute(db.as())).rows).toEqual([{ [`memory${n}`]: n }])
    }
  }
  /** Bytes of the plans, and of the texts and trees that they were made from, of the connection that was asked. */
  const kept = () =>
    db.transaction(async (tx) => {
      const { rows } = await sql<{ bytes: string }>`
        select sum(total_bytes)::text as bytes from pg_backend_memory_contexts where name ~ '^CachedPlan'`.execute(
        tx.as(),
      )
      return Number(rows[0]?.bytes)
    })
  /** The most that there is on the way, looked at every hundred texts. */
  const mostKept = async (from: number, to: number): Promise<number> => {
    let most = 0
    for (let n = from; n < to; n += 100) {
      await asked(n, n + 100)
      most = Math.max(most, await kept())
    }
    return most
  }
  const ofTwoThousand = await mostKept(0, 2_000)
  const ofTheRest = await mostKept(2_000, 10_000)
  expect(ofTwoThousand).toBeGreaterThan(0)
  expect(ofTheRest / ofTwoThousand).toBeLessThan(1.05)
})

test('DB-780 However many different texts come, so many are remembered and no more', async () => {
  const { planned, remembered } = createPlanNames()
  const answer = { rows: [] }
  const client = planned({ query: async () => answer, getTransactionStatus: () => 'I' } as unknown as PoolClient)
  const ask = async (from: number, to: number, times: number): Promise<void> => {
    for (let n = from; n < to; n += 1)
      for (let time = 0; time < times; time += 1) expect(await client.query(`select ${n}`, [])).toBe(answer)
  }
  await ask(0, 3 * plansMax, 2)
  await ask(3 * plansMax, 2_000, 1)
  const afterTwo = remembered()
  expect(afterTwo).toEqual({ planned: plansMax, once: 2 * plansMax })
  await ask(2_000, 10_000, 1)
  expect(remembered()).toEqual(afterTwo)
})

test('DB-44 A text as long as a thousand rows has no plan, and answers all the same', async () => {
  const values = sql.join(Array.from({ length: 3000 }, (_, n) => sql.lit(n)))
  const text = sql<{ n: number }>`select count(*) as n from unnest(array[${values}]) as it where it < ${sql.val(1500)}`
  await db.transaction(async (tx) => {
    await plansIn(tx)
    const before = await plansIn(tx)
    for (let n = 0; n < 3; n += 1) expect((await text.execute(tx.as())).rows).toEqual([{ n: 1500 }])
    expect(await plansIn(tx)).toBe(before)
  })
})

test('DB-45 A transaction that can’t begin runs nothing of what was to be part of it', async () => {
  const add = (tx: Transaction<ThingTables>, name: string) =>
    tx.insertInto('counter').values({ name, value: 1 }).execute()
  const kysely = db.as<ThingTables>()
  const begins = kysely
    .transaction()
    .setIsolationLevel('no such level' as 'serializable')
    .execute((tx) => Promise.allSettled([add(tx, 'first'), add(tx, 'second')]))
  await expect(begins).rejects.toThrow(/syntax|level|never began/)
  expect((await db.raw(`select name from counter where name in ('first', 'second')`)).rows).toEqual([])
  // The connection works on.
  await db.transaction((tx) => tx.as<ThingTables>().insertInto('counter').values({ name: 'third', value: 1 }).execute())
})

test('DB-46 Savepoints hold what was done before them, also where nothing or an unreadable text came after', async () => {
  const add = (tx: ControlledTransaction<ThingTables>, name: string) =>
    tx.insertInto('counter').values({ name, value: 1 }).execute()
  const transaction = await db.as<ThingTables>().startTransaction().execute()
  const one = await transaction.savepoint('one').execute()
  await add(one, 'kept')
  const two = await one.savepoint('two').execute()
  await expect(sql`selec nothing`.execute(two)).rejects.toThrow(/syntax/)
  await expect(add(two, 'lost')).rejects.toMatchObject({ code: '25P02' })
  const again = await two.rollbackToSavepoint('two').execute()
  const empty = await again.savepoint('empty').execute()
  const undone = await empty.rollbackToSavepoint('empty').execute()
  const released = await undone.releaseSavepoint('empty').execute()
  await add(released, 'kept too')
  await released.commit().execute()
  const nothing = await db.as<ThingTables>().startTransaction().execute()
  await nothing.commit().execute()
  const given = await db.as<ThingTables>().startTransaction().execute()
  await add(given, 'given up')
  await given.rollback().execute()
  const { rows } = await db.raw(`select name from counter where name ~ '^(kept|lost|given)' order by name`)
  expect(rows).toEqual([{ name: 'kept' }, { name: 'kept too' }])
})

const onPostgres = db.kind === 'postgres'

/** A connection to the same database, and how often it was asked anything. */
const aConnection = async () => {
  const pool = new Pool({ connectionString: db.url, max: 1 })
  const client = await pool.connect()
  // The database may be dropped while the connection is still taking its leave.
  client.on('error', () => undefined)
  let asked = 0
  const query = client.query.bind(client)
  const counting = (...given: Parameters<typeof query>) => {
    asked += 1
    return query(...given)
  }
  client.query = counting as typeof client.query
  return {
    planned: createPlanNames().planned(client),
    named: (name: string, text: string) => query({ name, text }).catch(() => undefined),
    askedSince: () => {
      const since = asked
      asked = 0
      return since
    },
    end: async () => {
      client.release()
      await pool.end()
    },
  }
}

test.runIf(onPostgres)(
  'DB-781 With plans switched off no statement and no command of a transaction is prepared, and the rows are the same',
  async () => {
    const plain = await openDatabase({ url: db.url ?? '', log: silentLog, plans: false })
    const add = (on: Kysely<ThingTables>, name: string) => on.insertInto('counter').values({ name, value: 1 }).execute()
    // One after the other, they have the same connection.
    for (const name of ['plain 1', 'plain 2', 'plain 3']) await add(plain.as(), name)
    const transaction = await plain.as<ThingTables>().startTransaction().execute()
    await add(transaction, 'plain 4')
    const nested = await transaction.savepoint('nested').execute()
    await add(nested, 'plain 5')
    const back = await nested.rollbackToSavepoint('nested').execute()
    await add(back, 'plain 6')
    const released = await back.releaseSavepoint('nested').execute()
    const counted = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(released)
    await released.commit().execute()
    expect(counted.rows).toEqual([{ n: 0 }])
    expect(await plain.transaction(plansIn)).toBe(0)
    const { rows } = await plain.raw("select name from counter where name ~ '^plain' order by name")
    expect(rows.map(({ name }) => name)).toEqual(['plain 1', 'plain 2', 'plain 3', 'plain 4', 'plain 6'])
    await plain.close()
  },
)

test.runIf(onPostgres)('DB-47 The commands of a transaction are no questions of their own', async () => {
  const { planned, askedSince, end } = await aConnection()
  const add = (name: string) => planned.query('insert into counter (name, value) values ($1, 1)', [name])
  const transaction = async (name: string): Promise<void> => {
    await planned.query('begin', [])
    await add(`${name} one`)
    await planned.query('savepoint "nested"', [])
    await add(`${name} two`)
    await planned.query('release "nested"', [])
    await planned.query('commit', [])
  }
  await transaction('first')
  askedSince()
  await transaction('second')
  expect(askedSince()).toBe(3)
  for (const last of ['commit', 'rollback']) {
    await planned.query('begin', [])
    await planned.query(last, [])
  }
  expect(askedSince()).toBe(0)
  const { rows } = await planned.query("select name from counter where name ~ '^(first|second)' order by name", [])
  expect(rows.map(({ name }) => name)).toEqual(['first one', 'first two', 'second one', 'second two'])
  await end()
})

test.runIf(onPostgres)(
  'DB-48 Where the command fails, neither the statement with it nor those after it are done',
  async () => {
    const { planned, named, end } = await aConnection()
    const add = (name: string) => planned.query('insert into counter (name, value) values ($1, 1)', [name])
    // A begin that fails: its name stands for something else.
    await named('command begin', 'select 1 / 0')
    await planned.query('begin', [])
    await expect(add('outside one')).rejects.toThrow()
    await expect(add('outside two')).rejects.toThrow('never began')
    await expect(planned.query('commit', [])).rejects.toThrow('never began')
    await planned.query('rollback', [])
    const { rows } = await planned.query("select name from counter where name ~ '^outside'", [])
    expect(rows).toEqual([])
    await end()
  },
)

test.runIf(onPostgres)(
  'DB-796 What is written ahead is no question of its own, and neither is the commit that ends it',
  async () => {
    const { planned, askedSince, end } = await aConnection()
    const add = (name: string, isAhead: boolean) =>
      planned.query(`${isAhead ? aheadMark : ''}insert into counter (name, value) values ($1, 1)`, [name])
    const transaction = async (name: string): Promise<void> => {
      await planned.query('begin', [])
      await add(`${name} 1`, true)
      await planned.query('savepoint "nested"', [])
      await add(`${name} 2`, false)
      await planned.query('release "nested"', [])
      await add(`${name} 3`, true)
      await planned.query('savepoint "nested"', [])
      await add(`${name} 4`, true)
      await planned.query('rollback to "nested"', [])
      await add(`${name} 5`, true)
      await planned.query('release "nested"', [])
      await planned.query('commit', [])
    }
    for (const name of ['ahead 1', 'ahead 2']) await transaction(name)
    askedSince()
    await transaction('ahead 3')
    expect(askedSince()).toBe(2)
    // Outside of a transaction there is no next statement.
    await add('ahead 4', true)
    expect(askedSince()).toBe(1)
    const { rows } = await planned.query("select name from counter where name ~ '^ahead' order by name", [])
    expect(rows.map(({ name }) => name)).toEqual([
      ...[1, 2, 3].flatMap((round) => [1, 2, 3, 5].map((n) => `ahead ${round} ${n}`)),
      'ahead 4',
    ])
    await end()
  },
)

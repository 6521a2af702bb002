import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { thingDatabase, type ThingTables } from '../../../test/thing-tables.ts'
import { isUniqueViolation, type Tx } from './database.ts'

const db = await thingDatabase()

const counters = (on: Pick<Tx, 'as'>, prefix: string) =>
  on
    .as<ThingTables>()
    .selectFrom('counter')
    .select('name')
    .where('name', 'like', `${prefix}%`)
    .orderBy('name')
    .execute()
    .then((rows) => rows.map(({ name }) => name))
const insert = (on: Pick<Tx, 'as'>, name: string) =>
  on.as<ThingTables>().insertInto('counter').values({ name, value: 1 })
const ahead = (tx: Tx, name: string): Promise<void> => tx.ahead(insert(tx, name))

/** A text has its plan, and is held back, from the second time on; of a connection's, from the third. */
const warm = async (name: string): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await db.transaction((tx) => ahead(tx, `${name} warm ${n}`))
}

test('DB-793 What is written ahead is there for the next statement of its transaction, and after the commit', async () => {
  await warm('seen')
  const seen: string[][] = []
  const look = async (name: string): Promise<void> => {
    await db.transaction(async (tx) => {
      // Its rows are nobody's.
      const answering = sql`select value, name from counter where name ~ ${'^seen'}`
      await tx.ahead({ compile: () => answering.compile(tx.as()) })
      seen.push(await counters(tx, name))
    })
  }
  for (let n = 0; n < 3; n += 1) await look('seen warm 1')
  await db.transaction(async (tx) => {
    await ahead(tx, 'seen a')
    seen.push(await counters(tx, 'seen a'))
    await insert(tx, 'seen b').execute()
    await ahead(tx, 'seen c')
    await ahead(tx, 'seen d')
  })
  expect(seen).toEqual([['seen warm 1'], ['seen warm 1'], ['seen warm 1'], ['seen a']])
  expect(await counters(db, 'seen')).toEqual([
    ...['seen a', 'seen b', 'seen c', 'seen d'],
    ...['seen warm 0', 'seen warm 1', 'seen warm 2'],
  ])
})

test('DB-794 What fails of what was written ahead is thrown by the next statement or by the commit, and nothing stands', async () => {
  await warm('failing')
  await insert(db, 'failing taken').execute()
  const byNext = db.transaction(async (tx) => {
    await insert(tx, 'failing before').execute()
    await ahead(tx, 'failing taken')
    await insert(tx, 'failing after').execute()
  })
  expect(isUniqueViolation(await byNext.catch((error: unknown) => error), 'counter_pkey')).toBe(true)
  const byCommit = db.transaction(async (tx) => {
    await ahead(tx, 'failing first')
    await ahead(tx, 'failing taken')
  })
  expect(isUniqueViolation(await byCommit.catch((error: unknown) => error), 'counter_pkey')).toBe(true)
  const ofUnit = db.unitOfWork(
    async () => {
      await insert(db, 'failing unit').execute()
    },
    { first: async () => {}, last: (tx) => ahead(tx, 'failing taken') },
  )
  expect(isUniqueViolation(await ofUnit.catch((error: unknown) => error), 'counter_pkey')).toBe(true)
  expect(await counters(db, 'failing')).toEqual([
    'failing taken',
    ...['failing warm 0', 'failing warm 1', 'failing warm 2'],
  ])
})

test('DB-795 A transaction that is undone, alone or within a unit of work, takes what was written ahead with it', async () => {
  await warm('undone')
  const undone = (how: string) =>
    db.transaction(async (tx) => {
      await ahead(tx, how)
      throw new Error('thought better of it')
    })
  await expect(undone('undone alone')).rejects.toThrow('thought better of it')
  await db.unitOfWork(
    async () => {
      await db.transaction((tx) => ahead(tx, 'undone not: kept'))
      await expect(undone('undone within')).rejects.toThrow('thought better of it')
      await db.transaction((tx) => ahead(tx, 'undone not: last'))
    },
    { first: (tx) => ahead(tx, 'undone not: first'), last: (tx) => ahead(tx, 'undone not: end') },
  )
  expect(await counters(db, 'undone')).toEqual([
    ...['undone not: end', 'undone not: first', 'undone not: kept', 'undone not: last'],
    ...['undone warm 0', 'undone warm 1', 'undone warm 2'],
  ])
})

test('DB-797 A unit of work whose first write fails says so, also where the work has taken that for a failure of its own', async () => {
  await warm('first')
  await insert(db, 'first taken').execute()
  const swallowing = db.unitOfWork(
    async () => {
      const own = await insert(db, 'first own')
        .execute()
        .catch((error: unknown) => error)
      expect(isUniqueViolation(own)).toBe(true)
      await expect(db.transaction((tx) => insert(tx, 'first second').execute())).rejects.toThrow()
      return 'all is well'
    },
    { first: (tx) => ahead(tx, 'first taken'), last: async () => {} },
  )
  expect(isUniqueViolation(await swallowing.catch((error: unknown) => error), 'counter_pkey')).toBe(true)
  expect(await counters(db, 'first')).toEqual(['first taken', 'first warm 0', 'first warm 1', 'first warm 2'])
  // The connections are as good as before.
  await Promise.all([1, 2, 3].map((n) => db.transaction((tx) => ahead(tx, `first later ${n}`))))
  expect(await counters(db, 'first later')).toEqual(['first later 1', 'first later 2', 'first later 3'])
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Database, isUniqueViolation } from './database.ts'
import { thingDatabase, type ThingTables } from '../../../test/thing-tables.ts'

const db: Database = await thingDatabase()

describe('a unit of work', () => {
  const names = async (...asked: string[]) =>
    (
      await db
        .as<ThingTables>()
        .selectFrom('counter')
        .select('name')
        .where('name', 'in', asked)
        .orderBy('name')
        .execute()
    ).map(({ name }) => name)
  const insert = (name: string) => db.as<ThingTables>().insertInto('counter').values({ name, value: 1 }).execute()
  const nothing = { first: async () => {}, last: async () => {} }

  test('DB-754 Plain statements and transactions of a unit of work happen together or not at all', async () => {
    const seen: string[] = []
    const work = (then: 'ends' | 'breaks') =>
      db.unitOfWork(async () => {
        await db.transaction(async (tx) => {
          await tx.as<ThingTables>().insertInto('counter').values({ name: 'unit a', value: 1 }).execute()
          tx.afterCommit(() => seen.push('committed'))
        })
        await insert('unit b')
        expect(await names('unit a', 'unit b')).toEqual(['unit a', 'unit b'])
        expect(seen).toEqual([])
        if (then === 'breaks') throw new Error('broke')
        return 'ended'
      }, nothing)
    await expect(work('breaks')).rejects.toThrow('broke')
    expect(await names('unit a', 'unit b')).toEqual([])
    expect(await work('ends')).toBe('ended')
    expect(await names('unit a', 'unit b')).toEqual(['unit a', 'unit b'])
    expect(seen).toEqual(['committed'])
  })

  test('DB-755 A step of a unit of work that breaks a unique index and is caught undoes that step alone', async () => {
    await insert('unit taken')
    await db.unitOfWork(async () => {
      await insert('unit before')
      expect(isUniqueViolation(await insert('unit taken').catch((error: unknown) => error))).toBe(true)
      const step = db.transaction(async (tx) => {
        await tx.as<ThingTables>().insertInto('counter').values({ name: 'unit undone', value: 1 }).execute()
        await tx.as<ThingTables>().insertInto('counter').values({ name: 'unit taken', value: 1 }).execute()
      })
      expect(isUniqueViolation(await step.catch((error: unknown) => error))).toBe(true)
      await Promise.all(['unit after', 'unit last'].map(insert))
    }, nothing)
    expect(await names('unit before', 'unit undone', 'unit after', 'unit last')).toEqual([
      'unit after',
      'unit before',
      'unit last',
    ])
  })

  test('DB-756 A deadlock within a unit of work runs its step again, and nothing else', async () => {
    let [units, steps] = [0, 0]
    await db.unitOfWork(async () => {
      units += 1
      await insert('unit with a deadlock')
      await db.transaction(async (tx) => {
        steps += 1
        const raise = `do $$ begin raise exception 'again' using errcode = '40P01'; end $$`
        if (steps < 3) await sql.raw(raise).execute(tx.as<ThingTables>())
      })
    }, nothing)
    expect([units, steps]).toEqual([1, 3])
    expect(await names('unit with a deadlock')).toEqual(['unit with a deadlock'])
  })

  test('DB-757 Others go on while a unit of work has only read, and work that nobody awaits is none of its', async () => {
    const gate = Promise.withResolvers<void>()
    let later: Promise<unknown> | undefined
    const reading = db.unitOfWork(async () => {
      await names('nobody')
      await gate.promise
      later = new Promise((resolve) => setTimeout(resolve, 30)).then(() => insert('unit later'))
      throw new Error('undone')
    }, nothing)
    await insert('unit of another')
    gate.resolve()
    await expect(reading).rejects.toThrow('undone')
    await later
    expect(await names('unit of another', 'unit later')).toEqual(['unit later', 'unit of another'])
  })

  test('DB-758 What the beginning of a unit of work refuses is thrown, whatever the work makes of it', async () => {
    const refused = db.unitOfWork(() => insert('unit refused').catch(() => 'caught'), {
      ...nothing,
      first: async () => {
        throw new Error('taken')
      },
    })
    await expect(refused).rejects.toThrow('taken')
    expect(await names('unit refused')).toEqual([])
  })

  test('DB-759 Apart from a unit of work stands what it undoes; after its first write that is refused', async () => {
    const undone = db.unitOfWork(async () => {
      await db.apart(() => insert('unit apart'))
      await insert('unit inside')
      await expect(db.apart(() => insert('unit too late'))).rejects.toThrow(/written already/)
      throw new Error('undone')
    }, nothing)
    await expect(undone).rejects.toThrow('undone')
    expect(await names('unit apart', 'unit inside', 'unit too late')).toEqual(['unit apart'])
  })

  test.runIf(db.kind === 'postgres')(
    'DB-791 An autonomous statement stands where its transaction is undone, and is answered while transactions hold every connection',
    async () => {
      const add = () =>
        db.autonomous?.(
          `insert into counter as c (name, value) values ($1, 1)
           on conflict (name) do update set value = c.value + 1 returning value`,
          ['autonomous'],
        )
      // More than have a connection: those that have one hold it until they are answered.
      const undone = Array.from({ length: 40 }, () =>
        db.transaction(async (tx) => {
          await tx.as<ThingTables>().selectFrom('counter').select('name').execute()
          const answer = await add()
          throw new Error(`undone ${answer?.rows[0]?.['value']}`)
        }),
      )
      const reasons = (await Promise.allSettled(undone)).map(
        (each) => each.status === 'rejected' && each.reason.message,
      )
      expect(new Set(reasons)).toEqual(new Set(Array.from({ length: 40 }, (_, at) => `undone ${at + 1}`)))
      const { rows } = await db.raw('select value from counter where name = $1', ['autonomous'])
      expect(rows).toEqual([{ value: 40 }])
    },
  )
})

import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { listedMax } from './query-compiler.ts'

interface Tables {
  readonly listed: {
    readonly id: string
    readonly word: string
    readonly number: number
    readonly at: Date
    readonly isGood: boolean
  }
}

const db = await testDatabase()
await db.raw('create table listed (id uuid, word text, number bigint, at timestamptz, "isGood" boolean)')
const rows = Array.from({ length: 1_000 }, (_, n) => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  word: `“${n}”, {"${n}"} \\`,
  number: n,
  at: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000),
  isGood: n % 2 === 0,
}))
const kysely: Kysely<Tables> = db.as<Tables>()
await kysely.insertInto('listed').values(rows).execute()

const byId = (count: number) =>
  kysely
    .selectFrom('listed')
    .selectAll()
    .where(
      'id',
      'in',
      rows.slice(0, count).map(({ id }) => id),
    )
    .orderBy('number')

test('DB-800 A query by a long list of values has one text, whatever its length; a short one keeps its own', async () => {
  const textOf = (count: number) => byId(count).compile().sql
  expect(textOf(listedMax)).toContain('in ($1, $2')
  expect(textOf(listedMax + 1)).toContain('"id" = any($1)')
  expect(textOf(1_000)).toBe(textOf(listedMax + 1))
  for (const count of [1, listedMax, listedMax + 1, 1_000])
    expect(await byId(count).execute()).toEqual(rows.slice(0, count))
})

test('DB-801 A long list finds and leaves out values of each type as a short one does', async () => {
  const some = rows.slice(100, 100 + 2 * listedMax)
  const found = async (column: 'word' | 'number' | 'at', operator: 'in' | 'not in'): Promise<number[]> => {
    const values = some.map((row) => row[column])
    const query = kysely.selectFrom('listed').select('number').where(column, operator, values).orderBy('number')
    return (await query.execute()).map(({ number }) => number)
  }
  const inside = some.map(({ number }) => number)
  const outside = rows.map(({ number }) => number).filter((number) => !inside.includes(number))
  for (const column of ['word', 'number', 'at'] as const) {
    expect(await found(column, 'in'), column).toEqual(inside)
    expect(await found(column, 'not in'), column).toEqual(outside)
  }
  const flags = Array.from({ length: 2 * listedMax }, () => true)
  const good = await kysely.selectFrom('listed').select('number').where('isGood', 'in', flags).execute()
  expect(good).toHaveLength(500)
})

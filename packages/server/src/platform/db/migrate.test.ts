import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog, testDatabase } from '../../../test/database.ts'
import type { Database } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

let db: Database
let folder: string

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

beforeEach(async () => {
  await db.raw('drop table if exists migration, one, two, three')
  folder = mkdtempSync(join(tmpdir(), 'kaimai-migrations-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = () => migrate(db, { log: silentLog, folder })
const tables = async () => {
  const { rows } = await db.raw(
    `select table_name as name from information_schema.tables where table_name in ('one', 'two', 'three') order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('DB-15 Migrations run in order, once', async () => {
  write('002-two.sql', 'create table two as select * from one;')
  write('001-one.sql', `create table one (n integer); insert into one values (1); -- it's fine; really`)
  expect(await run()).toEqual(['001-one', '002-two'])
  expect(await run()).toEqual([])
  write('003-three.sql', 'create table three (n integer)')
  expect(await run()).toEqual(['003-three'])
  expect((await db.raw('select * from two')).rows).toEqual([{ n: 1 }])
})

test('DB-16 Several that start together apply each migration once', async () => {
  write('001-one.sql', 'create table one (n integer)')
  write('002-two.sql', 'create table two (n integer)')
  const done = await Promise.all([run(), run(), run()])
  expect(done.flat().sort()).toEqual(['001-one', '002-two'])
})

test('DB-17 One that fails leaves nothing behind and those before it in place', async () => {
  write('001-one.sql', 'create table one (n integer)')
  write('002-two.sql', 'create table two (n integer); create table two (n integer)')
  await expect(run()).rejects.toThrow(/002-two failed/)
  expect(await tables()).toEqual(['one'])
  write('002-two.sql', 'create table two (n integer)')
  expect(await run()).toEqual(['002-two'])
})

test('DB-18 A migration whose text has changed is refused with an error text; other line ends are no change', async () => {
  write('001-one.sql', 'create table one\n(n integer)\n')
  await run()
  write('001-one.sql', 'create table one\r\n(n integer)\r\n')
  expect(await run()).toEqual([])
  write('001-one.sql', 'create table one\n(n bigint)\n')
  await expect(run()).rejects.toThrow(/001-one was changed after it had been applied/)
})

test('DB-19 A database newer than the program is refused with an error text, and so is a migration that comes too late', async () => {
  write('001-one.sql', 'create table one (n integer)')
  write('003-three.sql', 'create table three (n integer)')
  await run()
  write('002-two.sql', 'create table two (n integer)')
  await expect(run()).rejects.toThrow(/002-two is older than 003-three/)
  rmSync(join(folder, '002-two.sql'))
  rmSync(join(folder, '003-three.sql'))
  await expect(run()).rejects.toThrow(/newer than this program: it has migration 003-three/)
})

test('DB-20 A wrong name and a number used twice are refused', async () => {
  write('1-one.sql', 'select 1')
  await expect(run()).rejects.toThrow(/named like 001-platform.sql/)
  rmSync(join(folder, '1-one.sql'))
  write('001-one.sql', 'select 1')
  write('001-two.sql', 'select 1')
  await expect(run()).rejects.toThrow(/the same number/)
})

test('DB-21 The migrations of this program are well named', async () => {
  const migrations = await readMigrations()
  expect(migrations[0]?.slug).toBe('001-platform')
})

test('DB-26 Tables and columns have no underscore in their names', async () => {
  const { rows } = await db.raw(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and (table_name like '%\\_%' or column_name like '%\\_%')`,
  )
  expect(rows).toEqual([])
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('SENDING-530 The tables of sendings and opt-outs come to firms and letters that are there, and hold an address once', async () => {
  const firmId = await aFirmRow(db)
  // As it was before; the database is this test's own.
  await db.raw('drop table sending')
  await db.raw('drop table "optOut"')
  const now = new Date()
  const letterId = newId()
  await db.raw(
    `insert into letter (id, "firmId", key, type, channel, audience, "createdAt") values ($1, $2, 'x', 10, 'email', '{}', $3)`,
    [letterId, firmId, now],
  )
  for (const name of ['252-opt-out.sql', '253-sending.sql']) {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    await db.transaction(async (tx) => {
      for (const statement of text.split(/;\s*$/m))
        if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
    })
  }
  const leave = () =>
    db.raw(
      `insert into "optOut" (id, "firmId", email, "searchText", "createdAt") values ($1, $2, 'mei@example.com', 'mei', $3)`,
      [newId(), firmId, now],
    )
  await leave()
  await expect(leave()).rejects.toThrow()
  await db.raw(
    `insert into sending (id, "firmId", title, audience, consent, "firmName", contents, people, written, dropped, "createdAt")
     values ($1, $2, '秋窯', 'list', '門市', '器日', '{}', 0, 0, '{}', $3)`,
    [letterId, firmId, now],
  )
  const { rows } = await db.raw(
    `select (select count(*) from "optOut" where "firmId" = $1) as gone, (select count(*) from letter where "firmId" = $1) as letters`,
    [firmId],
  )
  expect(rows.map((row) => [Number(row['gone']), Number(row['letters'])])).toEqual([[1, 1]])
})

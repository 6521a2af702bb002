import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('LETTER-TEMPLATE-450 The table of templates comes to firms and letters that are there, and takes the types one to ten alone', async () => {
  const firmId = await aFirmRow(db)
  // As it was before; the database is this test's own.
  await db.raw('drop table "letterTemplate" cascade')
  const now = new Date()
  await db.raw(
    `insert into letter (id, "firmId", key, type, channel, audience, "createdAt") values ($1, $2, 'x', 2, 'email', '{}', $3)`,
    [newId(), firmId, now],
  )
  const text = await readFile(join(migrationsFolder, '251-letter-template.sql'), 'utf8')
  await db.transaction(async (tx) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
  })
  const insert = (type: number) =>
    db.raw(
      `insert into "letterTemplate" (id, "firmId", version, "letterTemplateName", "letterTemplateType", contents, "searchText",
         "createdAt") values ($1, $2, 1, '秋窯', $3, '{}', '秋窯', $4)`,
      [newId(), firmId, type, now],
    )
  for (const type of [1, 10]) await insert(type)
  for (const type of [0, 11]) await expect(insert(type)).rejects.toThrow()
  const { rows } = await db.raw(
    `select (select count(*) from "letterTemplate" where "firmId" = $1) as templates,
       (select count(*) from letter where "firmId" = $1) as letters`,
    [firmId],
  )
  expect(rows.map(({ templates, letters }) => [Number(templates), Number(letters)])).toEqual([[2, 1]])
})

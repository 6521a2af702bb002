import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('LETTER-720 The tables of automatic letters come to firms that are there, and hold each letter of a session once', async () => {
  const firmId = await aFirmRow(db)
  // As it was before; the database is this test's own.
  for (const table of ['automaticLetters', 'sessionLetter']) await db.raw(`drop table "${table}"`)
  const text = await readFile(join(migrationsFolder, '254-automatic-letters.sql'), 'utf8')
  await db.transaction(async (tx) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
  })
  const subjectId = newId()
  const insert = (step: string) =>
    db.raw(
      `insert into "sessionLetter" (id, "firmId", "subjectId", type, step, "beginAt", "seatedBefore")
       values ($1, $2, $3, 3, $4, '2026-11-28T12:00:00Z', '2026-11-27T12:00:00Z')`,
      [newId(), firmId, subjectId, step],
    )
  for (const step of ['1440', '60', 'now']) await insert(step)
  await expect(insert('60')).rejects.toThrow()
  const { rows } = await db.raw(`select count(*) as letters from "sessionLetter" where "firmId" = $1`, [firmId])
  expect(Number(rows[0]?.['letters'])).toBe(3)
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('SENDING-216 Sendings that were there stay as they were, and a group that nobody knows is refused', async () => {
  const firmId = await aFirmRow(db)
  // As it was before; the database is this test's own.
  await db.raw('alter table sending drop column who')
  await db.raw('alter table sending drop column minute')
  await db.raw('alter table "letterRecipient" drop column "resentAt"')
  const [id, now] = [newId(), new Date()]
  await db.raw(
    `insert into letter (id, "firmId", key, type, channel, audience, "createdAt") values ($1, $2, 'x', 10, 'email', '{}', $3)`,
    [id, firmId, now],
  )
  await db.raw(
    `insert into sending (id, "firmId", title, audience, consent, "firmName", contents, people, written, dropped, "createdAt")
     values ($1, $2, '秋窯', 'session', '', '器日', '{}', 3, 3, '{}', $3)`,
    [id, firmId, now],
  )
  const text = await readFile(join(migrationsFolder, '265-sending-audience.sql'), 'utf8')
  await db.transaction(async (tx) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
  })
  const { rows } = await db.raw('select title, audience, people, who, minute from sending where id = $1', [id])
  expect(rows).toEqual([{ title: '秋窯', audience: 'session', people: 3, who: null, minute: null }])
  await db.raw(`update sending set who = 'stayed', minute = 30 where id = $1`, [id])
  await expect(db.raw(`update sending set who = 'nobody' where id = $1`, [id])).rejects.toThrow()
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('SENDING-237 Sendings that were there go by e-mail, and whoever waits in one keeps their place under the new name', async () => {
  const firmId = await aFirmRow(db)
  // As it was before; the database is this test's own.
  await db.raw('alter table sending drop column channel')
  const now = new Date()
  const aSending = async (waiting: unknown) => {
    const id = newId()
    await db.raw(
      `insert into letter (id, "firmId", key, type, channel, audience, "createdAt") values ($1, $2, $3, 10, 'email', '{}', $4)`,
      [id, firmId, id, now],
    )
    await db.raw(
      `insert into sending (id, "firmId", title, audience, consent, "firmName", contents, people, written, waiting, dropped, "createdAt")
       values ($1, $2, '秋窯', 'list', '門市', '器日', '{}', 2, 1, $3::jsonb, '{}', $4)`,
      [id, firmId, waiting === null ? null : JSON.stringify(waiting), now],
    )
    return id
  }
  const people = ['mei', 'lin'].map((name) => ({ email: `${name}@example.com`, name, language: 'en' }))
  const [under, over] = [await aSending(people), await aSending(null)]
  const text = await readFile(join(migrationsFolder, '266-sending-channel.sql'), 'utf8')
  await db.transaction(async (tx) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
  })
  const rowOf = async (id: string) => (await db.raw('select channel, waiting from sending where id = $1', [id])).rows[0]
  expect(await rowOf(under)).toEqual({
    channel: 'email',
    waiting: people.map(({ email, name, language }) => ({ to: email, name, language })),
  })
  expect(await rowOf(over)).toEqual({ channel: 'email', waiting: null })
})

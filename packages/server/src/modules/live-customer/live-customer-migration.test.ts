import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('LIVE-CUSTOMER-10 Sendings that are there stay, and go to invited people too from then on', async () => {
  const firmId = await aFirmRow(db)
  // As it was before; the database is this test's own.
  await db.raw('drop table "liveCustomer"')
  await db.raw(`alter table sending drop constraint sending_audience_check,
    add constraint sending_audience_check check (audience in ('list', 'form', 'session'))`)
  const now = new Date()
  const insert = async (audience: string) => {
    const id = newId()
    await db.raw(
      `insert into letter (id, "firmId", key, type, channel, audience, "createdAt") values ($1, $2, $3, 10, 'email', '{}', $4)`,
      [id, firmId, id, now],
    )
    await db.raw(
      `insert into sending (id, "firmId", title, audience, consent, "firmName", contents, people, written, dropped, "createdAt")
       values ($1, $2, '秋窯', $3, '門市', '器日', '{}', 1, 1, '{}', $4)`,
      [id, firmId, audience, now],
    )
  }
  await insert('session')
  await expect(insert('customers')).rejects.toThrow()
  const text = await readFile(join(migrationsFolder, '271-live-customer.sql'), 'utf8')
  await db.transaction(async (tx) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
  })
  await insert('customers')
  const { rows } = await db.raw('select audience from sending where "firmId" = $1 order by audience', [firmId])
  expect(rows.map(({ audience }) => audience)).toEqual(['customers', 'session'])
})

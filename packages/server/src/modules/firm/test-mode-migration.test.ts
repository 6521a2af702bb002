import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const db = await sharedDatabase()

test('FIRM-47 Firms that offered a real way to pay before there was a test mode have none; others begin in it', async () => {
  const [offers, tries, none, demo] = [await aFirmRow(db), await aFirmRow(db), await aFirmRow(db), await aFirmRow(db)]
  const text = await readFile(join(migrationsFolder, '198-test-mode.sql'), 'utf8')
  const found = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    await run(sql`alter table firm drop column "testEndedAt"`)
    await run(sql`drop index order_of_test`)
    const set = (id: string, gateway: string, offered: boolean) =>
      run(
        sql`update firm set "paymentMethods" = ${JSON.stringify([{ method: 'card', gateway, offered }])}::jsonb where id = ${id}`,
      )
    await set(offers, 'ecpay', true)
    await set(tries, 'sandbox', true)
    await set(none, 'ecpay', false)
    await set(demo, 'ecpay', true)
    await run(sql`update firm set "isDemo" = true where id = ${demo}`)
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    const { rows } = await run(sql`select id, "testEndedAt" is not null as ended from firm`)
    const ended = new Map(rows.map((row) => [(row as { id: string }).id, (row as { ended: boolean }).ended]))
    expect([offers, tries, none, demo].map((id) => ended.get(id))).toEqual([true, false, false, false])
    throw new Error('seen')
  })
  await expect(found).rejects.toThrow('seen')
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { oldNames } from '../../../test/old-names.ts'
import { aFirmRow, aLiveRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

test('ORDER-43 Comments and carts from before orders by comment stay as they were, and order nothing afterwards', async () => {
  const firmId = await aFirmRow(db)
  const liveId = await aLiveRow(db, firmId)
  const text = await readFile(join(migrationsFolder, '089-comment-order.sql'), 'utf8')
  const now = new Date('2026-11-20T12:00:00Z')
  const found = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    for (const statement of await oldNames()) await run(sql.raw(statement))
    await run(sql`drop table "orderHold"`)
    await run(sql`drop table "commentOrder"`)
    await run(sql`alter table room_event drop column asked`)
    await run(sql`insert into room (live_id, firm_id, last_seq, created_at) values (${liveId}, ${firmId}, 1, ${now})`)
    await run(sql`
      insert into room_event (live_id, seq, firm_id, room_ms, kind, payload, live_user_id, message_key, created_at)
      values (${liveId}, 1, ${firmId}, 0, 'commented', '{"text":"+1"}', ${newId()}, 'key', ${now})`)
    await run(sql`
      insert into "cartLine" ("liveUserId", "variantId", "firmId", quantity, "addedAt", "changedAt")
      values (${newId()}, ${newId()}, ${firmId}, 2, ${now}, ${now})`)
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    const { rows: events } = await run(sql`select payload, asked from room_event where live_id = ${liveId}`)
    const { rows: carts } = await run(sql`select quantity from "cartLine" where "firmId" = ${firmId}`)
    expect({ events, carts }).toEqual({ events: [{ payload: { text: '+1' }, asked: null }], carts: [{ quantity: 2 }] })
    throw new Error('seen')
  })
  await expect(found).rejects.toThrow('seen')
})

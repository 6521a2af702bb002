import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

const back = [
  'alter table "order" drop column "isTest"',
  'drop table "signupOrder"',
  'drop table "orderMessage"',
  'alter table "signupUser" drop column given',
  'alter table "orderLine" drop constraint order_line_product',
  'alter table "orderLine" alter column "variantId" set not null, alter column "productId" set not null',
  'drop index order_by_viewer',
  'drop index order_unanswered',
  `alter table "order" drop constraint order_source, drop column source, drop column "sourceId", drop column "shopperId",
     drop column given, drop column remember, drop column "deviceHash", drop column "purchaseTrackedAt", drop column unanswered`,
  'alter table "order" alter column "liveId" set not null, alter column "liveUserId" set not null',
  `alter table "order" add column "idempotencyKey" text not null, add column "bodyHash" text not null`,
  'create unique index order_once on "order" ("liveUserId", "idempotencyKey")',
]

test('ORDER-82 Orders from before there were other sources come from their room, and their viewer is who bought', async () => {
  const firmId = await aFirmRow(db)
  const [orderId, liveId, liveUserId] = [newId(), newId(), newId()]
  const text = await readFile(join(migrationsFolder, '092-order-source.sql'), 'utf8')
  const now = new Date('2026-11-20T12:00:00Z')
  const found = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    for (const statement of back) await run(sql.raw(statement))
    await run(sql`
      insert into "order" (id, "firmId", "liveId", "liveUserId", "orderNo", "keyHash", "idempotencyKey", "bodyHash",
        "paymentState", "fulfilmentState", "heldUntil", currency, subtotal, "deliveryFee", "paymentFee", rounding, total,
        "totalQuantity", "paymentMethod", "fullName", phone, email, delivery, invoice, memo, "searchText", "contactText", "createdAt")
      values (${orderId}, ${firmId}, ${liveId}, ${liveUserId}, 'KM1', 'hash', 'key', 'body', 'paid', 'none', ${now}, 'TWD',
        100, 0, 0, 0, 100, 1, 'sandbox', '林小美', '+886912345678', 'mei@example.com', '{"type":"self"}',
        '{"class":"member"}', '', '', '', ${now})`)
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    const { rows } = await run(sql`
      select source, "sourceId", "shopperId", "liveId", "liveUserId", given, remember, "deviceHash", unanswered, total
      from "order" where id = ${orderId}`)
    expect(rows).toMatchObject([
      { source: 'room', sourceId: null, shopperId: liveUserId, liveId, liveUserId, given: {}, remember: false },
    ])
    const again = run(sql`
      insert into "order" select (jsonb_populate_record(o, jsonb_build_object('id', ${newId()}::text, 'orderNo', 'KM2',
        'keyHash', 'other'))).* from "order" o where id = ${orderId}`)
    await expect(again).rejects.toMatchObject({ constraint: 'order_once' })
    throw new Error('seen')
  })
  await expect(found).rejects.toThrow('seen')
})

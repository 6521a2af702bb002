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
  'drop index payment_reference',
  'alter table payment drop column gateway, drop column code, add column "bankCode" text, add column account text',
  'create unique index payment_reference on payment (method, reference)',
  `alter table "sandboxPayment" drop column method, drop column code, drop column "codeMinutes",
     add column "bankCode" text, add column account text`,
  'alter table "order" drop column "isTest"',
]

test('PAYMENT-60 What was paid by the sandbox before methods had gateways keeps its amount, its code and its merchant’s terms', async () => {
  const firmId = await aFirmRow(db)
  const orders = [newId(), newId()] as const
  const text = await readFile(join(migrationsFolder, '180-payment-method.sql'), 'utf8')
  const expiresAt = '2026-11-28T12:00:00.000Z'
  const moved = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    for (const statement of back) await run(sql.raw(statement))
    for (const [at, orderId] of orders.entries()) {
      await run(sql`
        insert into "order" (id, "firmId", source, "sourceId", "shopperId", "orderNo", "keyHash", "paymentState",
          "fulfilmentState", "heldUntil", currency, subtotal, "deliveryFee", "paymentFee", rounding, total, "totalQuantity",
          "paymentMethod", "fullName", phone, email, delivery, invoice, memo, "searchText", "contactText", "createdAt",
          given, remember, "deviceHash", unanswered)
        values (${orderId}, ${firmId}, 'salesPage', ${newId()}, ${newId()}, ${`KM${at}`}, ${`hash ${orderId}`}, 'pending', 'none',
          now(), 'TWD', 100, 0, 0, 0, 100, 1, 'sandbox', '林小美', '', '', '{}', '{}', '', '', '', now(), '{}', false, '', false)`)
      const [bankCode, account, until] = at === 0 ? [null, null, null] : ['999', '9999000011112222', expiresAt]
      await run(sql`
        insert into payment (id, "firmId", "orderId", method, state, amount, currency, reference, "createdAt", "bankCode",
          account, "codeExpiresAt")
        values (${newId()}, ${firmId}, ${orderId}, 'sandbox', 'waiting', 100, 'TWD', ${`ref ${orderId}`}, now(), ${bankCode},
          ${account}, ${until}::timestamptz)`)
    }
    await run(
      sql`update firm set "paymentMethods" = ${JSON.stringify([
        { method: 'ecpay', offered: true, fee: 0 },
        { method: 'sandbox', offered: true, fee: 1500 },
        { method: 'transfer', offered: false, fee: 0 },
        { method: 'linepay', offered: true, fee: 3000 },
      ])}::jsonb where id = ${firmId}`,
    )
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    const paid = await run(sql`
      select "paymentMethod", "isTest", method, gateway, code from "order" join payment on "orderId" = "order".id
      where "order"."firmId" = ${firmId} order by "orderNo"`)
    expect(paid.rows).toEqual([
      { paymentMethod: 'card', isTest: true, method: 'card', gateway: 'sandbox', code: null },
      {
        paymentMethod: 'atm',
        isTest: true,
        method: 'atm',
        gateway: 'sandbox',
        code: { kind: 'atm', bankCode: '999', account: '9999000011112222', expiresAt },
      },
    ])
    const { rows } = await run(sql`select "paymentMethods" from firm where id = ${firmId}`)
    const terms = { least: null, most: null, holdMinutes: null }
    expect(rows).toEqual([
      {
        paymentMethods: [
          { method: 'card', gateway: 'sandbox', offered: true, fee: 1500, ...terms },
          { method: 'transfer', gateway: 'transfer', offered: false, fee: 0, ...terms },
          { method: 'linePay', gateway: 'linepay', offered: true, fee: 3000, ...terms },
        ],
      },
    ])
    throw new Error('seen')
  })
  await expect(moved).rejects.toThrow('seen')
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productReminderRoutes } from '@kaimai/contract/order/product-reminder.routes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const t = await sharedApp()

test('ORDER-1227 The tables of letters about carts and products come to shops that sell, and a person waits for a product once', async () => {
  const { db } = t.platform
  const member = await aFirmWithHours(t, '器日')
  const product = await aProduct(t, member, { stock: 1 })
  const live = await aLive(t, member, { productIds: [product.id] })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { key } = await signUp(t, form.customUrl, [live.id])
  // As it was before; the database is this test's own.
  for (const table of ['cartLetter', 'productReminder']) await db.raw(`drop table "${table}"`)
  const text = await readFile(join(migrationsFolder, '268-cart-and-product-letters.sql'), 'utf8')
  await db.transaction(async (tx) => {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(tx.as())
  })
  const press = () =>
    t.call(
      productReminderRoutes.set,
      { body: { productId: product.id, kind: 'shown', on: true } },
      { 'x-viewer-key': key },
    )
  for (const _ of [1, 2])
    expect(await press()).toEqual({ byLetter: ['stock', 'shown'], waiting: [{ productId: product.id, kind: 'shown' }] })
})

import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { expect, test } from 'vitest'
import { aSellingPage, orderFromPage, placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const member = await aFirmWithHours(t)
const terms = { productName: '米', price: 30_000, taxType: 'exempt', temperature: 'room', weight: 2000 } as const
const body = { ...terms, variants: [{ name: '', stock: 5 }] }

test('ORDER-228 What a product is taxed, how cold it travels and what it weighs is kept, and an order keeps how it was taxed', async () => {
  const product = await t.call(productRoutes.create, { body }, member.headers)
  expect(product).toMatchObject({ taxType: 'exempt', temperature: 'room', weight: 2000 })
  const id = product.variants[0]?.id ?? ''
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const lines = [{ variantId: id, quantity: 1 }]
  const { orderId } = placedIn(await orderFromPage(t, customUrl, lines, { expectedTotal: 30_000 }))
  const changed = { ...terms, taxType: 'taxable', temperature: 'frozen', weight: null } as const
  const params = { id: product.id }
  const variants = [{ id, name: '', stock: 4 }]
  await t.call(productRoutes.change, { params, body: { ...changed, variants } }, member.headers)
  expect(await t.call(productRoutes.show, { params }, member.headers)).toMatchObject({
    taxType: 'taxable',
    temperature: 'frozen',
    weight: null,
  })
  const { rows } = await t.platform.db.raw('select "taxType" from "orderLine" where "orderId" = $1', [orderId])
  expect(rows).toEqual([{ taxType: 'exempt' }])
})

test('ORDER-229 A weight of nothing and a tax type that is none are refused', async () => {
  for (const wrong of [{ weight: 0 }, { weight: 1.5 }, { taxType: 'free' }, { temperature: 'hot' }])
    expect(
      await errorNameOf(t.call(productRoutes.create, { body: { ...body, ...wrong } as never }, member.headers)),
    ).toBe('invalid')
})

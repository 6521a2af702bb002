import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'

const t = await sharedApp()

test('ROOM-782 A room answers what is written of a product it sells as safe HTML, and of no other product', async () => {
  const member = await aFirmWithHours(t)
  const aProductWith = (productName: string, description: string) =>
    t.call(
      productRoutes.create,
      { body: { productName, keyword: '', price: 68_000, description, variants: [{ name: '', stock: 3 }] } },
      member.headers,
    )
  const described = await aProductWith(
    '霧白飯碗',
    '<h2>手工拉坯</h2><p onclick="x()">可以<b>微波</b></p><script>x()</script>',
  )
  const plain = await aProductWith('青瓷盤', '')
  const other = await aProductWith('不在這場', '<p>別處賣的</p>')
  const { streamId } = await aLive(t, member, { minutes: 1, productIds: [described.id, plain.id] })
  const describe = (productId: string) => t.call(roomRoutes.description, { query: { streamId, productId } })
  const { description } = await describe(described.id)
  expect(description).toContain('<strong>微波</strong>')
  expect(description).not.toMatch(/script|onclick/)
  expect(await describe(plain.id)).toEqual({ description: '' })
  await expect(describe(other.id)).rejects.toMatchObject({ status: 404 })
  const { products } = await t.call(roomRoutes.show, { query: { streamId } })
  expect(products.map((product) => [product.described, product.description.includes('<')])).toEqual([
    [true, false],
    [undefined, false],
  ])
})

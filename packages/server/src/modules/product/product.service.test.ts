import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedShop } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'
import type { ProductInput } from './product.service.ts'

const { db, shop } = await sharedShop()
let firmId: string

beforeEach(async () => {
  firmId = await shop.aFirm()
})

const names = async (q?: string, sort?: string) => {
  const page = await shop.products.list(firmId, { limit: 100, q, sort })
  return page.items.map(({ productName }) => productName)
}

const bodyOf = (given: Partial<ProductInput> = {}): ProductInput => ({
  productName: '白瓷飯碗',
  keyword: '',
  description: '',
  unit: '',
  price: 680_00,
  originalPrice: null,
  perPersonLimit: null,
  images: [],
  variants: [{ name: '', stock: 5 }],
  ...given,
})

describe('the list of products', () => {
  test('PRODUCT-46 Q finds a substring of the name, whatever the case or width; % and _ are letters', async () => {
    for (const productName of ['Blue Cup', '100% 棉圍裙', '大_碗', 'ＡＢＣ杯'])
      await shop.aProduct(firmId, { productName })
    expect(await names('CUP')).toEqual(['Blue Cup'])
    expect(await names('lue c')).toEqual(['Blue Cup'])
    expect(await names('%')).toEqual(['100% 棉圍裙'])
    expect(await names('_')).toEqual(['大_碗'])
    expect(await names('abc')).toEqual(['ＡＢＣ杯'])
    expect(await names("'")).toEqual([])
    expect(await names()).toHaveLength(4)
  })

  test('PRODUCT-47 Newest first unless sorted; pages carry the whole count, also past the end', async () => {
    for (const [productName, price, stock] of [
      ['甲', 300, 1],
      ['乙', 100, 9],
      ['丙', 200, 5],
    ] as const) {
      await shop.aProduct(firmId, { productName, price, variants: [{ name: '', stock }] })
    }
    expect(await names()).toEqual(['丙', '乙', '甲'])
    expect(await names(undefined, 'price')).toEqual(['乙', '丙', '甲'])
    expect(await names(undefined, '-stock')).toEqual(['乙', '丙', '甲'])
    const first = await shop.products.list(firmId, { limit: 2 })
    expect(first).toMatchObject({ total: 3, cursor: '2' })
    const past = await shop.products.list(firmId, { limit: 2, cursor: '9' })
    expect(past).toMatchObject({ items: [], total: 3 })
    await expect(shop.products.list(firmId, { limit: 2, sort: 'secret' })).rejects.toMatchObject({
      errorName: 'invalid',
    })
  })

  test('PRODUCT-48 A firm sees and changes its own products only', async () => {
    const other = await shop.aFirm()
    const theirs = await shop.aProduct(other, { keyword: 'A01' })
    await shop.aProduct(firmId, { keyword: 'A01' })
    expect(await names()).toHaveLength(1)
    await expect(shop.products.show(firmId, theirs.id)).rejects.toMatchObject({ errorName: 'notFound' })
    await expect(shop.products.change(firmId, theirs.id, bodyOf())).rejects.toMatchObject({ errorName: 'noData' })
    await expect(shop.products.remove(firmId, theirs.id)).rejects.toMatchObject({ errorName: 'noData' })
    const stolen = theirs.variants[0]?.id ?? ''
    expect(await shop.products.variants(firmId, [stolen])).toEqual([])
    const reserved = await db.transaction((tx) =>
      shop.products.reserve(tx, firmId, [{ variantId: stolen, quantity: 1 }]),
    )
    expect(reserved).toEqual({ ok: false, variantId: stolen, left: 0 })
  })
})

describe('a product', () => {
  test('PRODUCT-49 A keyword is used once in a firm; the error names the product that has it', async () => {
    await shop.aProduct(firmId, { productName: '飯碗', keyword: 'A01' })
    const twin = shop.aProduct(firmId, { keyword: 'A01' })
    await expect(twin).rejects.toMatchObject({
      errorName: 'conflict',
      reason: { reason: productErrors.keywordTaken, values: { product: '飯碗' } },
    })
    const other = await shop.aProduct(firmId, { keyword: 'B02' })
    await expect(shop.products.change(firmId, other.id, bodyOf({ keyword: 'A01' }))).rejects.toMatchObject({
      errorName: 'conflict',
      fields: { keyword: { values: { product: '飯碗' } } },
    })
    expect(await shop.products.show(firmId, other.id)).toMatchObject({ keyword: 'B02' })
  })

  test('PRODUCT-50 Changing keeps the ids of variants that stay, adds and takes off the others', async () => {
    const product = await shop.aProduct(firmId, {
      variants: [
        { name: '紅', stock: 1 },
        { name: '藍', stock: 2 },
      ],
    })
    const [red, blue] = product.variants
    const changed = await shop.products.change(
      firmId,
      product.id,
      bodyOf({
        variants: [
          { id: blue?.id, name: '紅', stock: 7 },
          { name: '綠', stock: 3 },
        ],
      }),
    )
    expect(changed.variants).toEqual([
      { id: blue?.id, name: '紅', keyword: '', stock: 7 },
      { id: expect.any(String), name: '綠', keyword: '', stock: 3 },
    ])
    expect(changed.stock).toBe(10)
    const [gone] = await shop.products.variants(firmId, [red?.id ?? ''])
    expect(gone).toMatchObject({ removed: true, left: 0 })
    const strange = bodyOf({ variants: [{ id: newId(), name: '', stock: 1 }] })
    await expect(shop.products.change(firmId, product.id, strange)).rejects.toMatchObject({ errorName: 'invalid' })
    const twice = bodyOf({
      variants: [
        { id: blue?.id, name: 'a', stock: 1 },
        { id: blue?.id, name: 'b', stock: 1 },
      ],
    })
    await expect(shop.products.change(firmId, product.id, twice)).rejects.toMatchObject({ errorName: 'invalid' })
  })

  test('PRODUCT-51 One that is taken off sale is gone from lists and rooms, frees its keyword, and still has its name', async () => {
    const product = await shop.aProduct(firmId, { keyword: 'A01' })
    const variantId = product.variants[0]?.id ?? ''
    expect(await shop.products.onSale(firmId, [product.id])).toEqual(new Set([product.id]))
    await shop.products.remove(firmId, product.id)
    expect(await names()).toEqual([])
    expect(await shop.products.forRoom(firmId, [product.id])).toEqual([])
    expect(await shop.products.onSale(firmId, [product.id])).toEqual(new Set())
    const [variant] = await shop.products.variants(firmId, [variantId])
    expect(variant).toMatchObject({ productName: '白瓷飯碗', removed: true, left: 0 })
    const reserved = await db.transaction((tx) => shop.products.reserve(tx, firmId, [{ variantId, quantity: 1 }]))
    expect(reserved.ok).toBe(false)
    await shop.aProduct(firmId, { keyword: 'A01' })
    await expect(shop.products.remove(firmId, product.id)).rejects.toMatchObject({ errorName: 'noData' })
  })

  test('PRODUCT-52 One that lives still to come sell is not taken off sale; the lives are named', async () => {
    const product = await shop.aProduct(firmId)
    shop.livesUsing.push('秋季選物', '年末特賣')
    try {
      await expect(shop.products.remove(firmId, product.id)).rejects.toMatchObject({
        errorName: 'conflict',
        reason: { reason: productErrors.productInUse, values: { lives: '秋季選物、年末特賣' } },
      })
    } finally {
      shop.livesUsing.length = 0
    }
    expect(await names()).toHaveLength(1)
  })

  test('PRODUCT-53 A room gets its products in its own order, with what is left now', async () => {
    const first = await shop.aProduct(firmId, { productName: '甲', images: ['/media/a.webp', '/media/b.webp'] })
    const second = await shop.aProduct(firmId, { productName: '乙' })
    const inRoom = await shop.products.forRoom(firmId, [second.id, newId(), first.id])
    expect(inRoom.map(({ productName, imageUrl }) => [productName, imageUrl])).toEqual([
      ['乙', ''],
      ['甲', '/media/a.webp'],
    ])
    expect(inRoom[0]?.variants).toEqual([{ variantId: second.variants[0]?.id, name: '', keyword: '', left: 50 }])
  })
})

import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildShop, type Shop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()
let shop: Shop
let clock: ManualClock
let firmId: string

beforeAll(async () => {
  clock = manualClock(new Date(shopOpensAt))
  shop = buildShop(db, { clock })
})
beforeEach(async () => {
  firmId = await shop.aFirm()
})

const variants = (...names: [string, number, string?][]) =>
  names.map(([name, stock, keyword = '']) => ({ name, stock, keyword }))

describe('keywords', () => {
  test('PRODUCT-21 A keyword means one product of a firm, be it its own or that of a variant', async () => {
    const shirt = await shop.aProduct(firmId, {
      productName: '上衣',
      keyword: 'B01',
      variants: variants(['紅', 1, 'B01R'], ['白', 1, 'B01W']),
    })
    expect(shirt.variants.map(({ keyword }) => keyword)).toEqual(['B01R', 'B01W'])
    for (const [given, field] of [
      [{ keyword: 'B01R' }, 'keyword'],
      [{ keyword: 'C01', variants: variants(['甲', 1], ['乙', 1, 'B01W']) }, 'variants.1.keyword'],
      [{ variants: variants(['', 1, 'B01']) }, 'variants.0.keyword'],
    ] as const) {
      await expect(
        shop.aProduct(firmId, { ...given, variants: [...('variants' in given ? given.variants : variants(['', 1]))] }),
      ).rejects.toMatchObject({
        errorName: 'conflict',
        fields: { [field]: { values: { product: '上衣' } } },
      })
    }
    const other = await shop.aFirm()
    await shop.aProduct(other, { keyword: 'B01R' })
    const [first] = await shop.products.variants(firmId, [shirt.variants[0]?.id ?? ''])
    expect(first?.keyword).toBe('B01R')
  })

  test('PRODUCT-22 A keyword that is given up is free; a product is found by its keywords too', async () => {
    const shirt = await shop.aProduct(firmId, { keyword: 'B01', variants: variants(['紅', 1, 'B01R'], ['白', 1]) })
    await shop.products.change(firmId, shirt.id, {
      ...shirt,
      variants: shirt.variants.map((it) => ({ ...it, keyword: '' })),
    })
    const hat = await shop.aProduct(firmId, { productName: '帽', keyword: 'B01R' })
    const found = await shop.products.list(firmId, { limit: 10, q: 'b01r' })
    expect(found.items.map(({ id }) => id)).toEqual([hat.id])
    await shop.products.remove(firmId, hat.id)
    await shop.aProduct(firmId, { keyword: 'B01R' })
  })
})

describe('the list by state', () => {
  test('PRODUCT-23 On sale, running out, sold out and off sale are counted and filtered, and the sort is checked', async () => {
    for (const [productName, stock, offSale] of [
      ['甲', 50, false],
      ['乙', 5, false],
      ['丙', 1, false],
      ['丁', 0, false],
      ['戊', 9, true],
    ] as const) {
      await shop.aProduct(firmId, { productName, offSale, variants: variants(['大', stock], ['小', 0]) })
    }
    expect(await shop.products.counts(firmId)).toEqual({ all: 5, onSale: 1, lowStock: 2, soldOut: 1, offSale: 1 })
    const names = async (status: 'onSale' | 'lowStock' | 'soldOut' | 'offSale', sort = 'productName') =>
      (await shop.products.list(firmId, { limit: 10, status, sort })).items.map(({ productName }) => productName)
    expect(await names('onSale')).toEqual(['甲'])
    expect(await names('lowStock', '-stock')).toEqual(['乙', '丙'])
    expect(await names('soldOut')).toEqual(['丁'])
    expect(await names('offSale', '-price')).toEqual(['戊'])
    await expect(names('soldOut', 'stock;drop')).rejects.toMatchObject({ errorName: 'invalid' })
  })
})

describe('changing many products', () => {
  const three = async () => [
    await shop.aProduct(firmId, { productName: '甲', price: 100_00 }),
    await shop.aProduct(firmId, { productName: '乙', price: 200_00, variants: variants(['紅', 3], ['白', 9]) }),
    await shop.aProduct(firmId, { productName: '丙', price: 300_00 }),
  ]
  const read = async () => (await shop.products.list(firmId, { limit: 10, sort: 'createdAt' })).items

  test('PRODUCT-24 Prices, offers, limits, exceptions and stock change in one call', async () => {
    const ids = (await three()).map(({ id }) => id)
    const { changed } = await shop.productBulk.changeMany(firmId, {
      ids,
      price: { by: 'percent', value: -10_00 },
      onSale: { step: { by: 'amount', value: -10_00 }, from: null, until: '2026-12-01T00:00:00Z' },
      specialOffer: { by: 'set', value: 50_00 },
      perPersonLimit: 2,
      returnException: 'perishable',
      stock: { by: 'add', value: 5 },
    })
    expect(changed).toBe(3)
    expect(await read()).toMatchObject([
      { price: 90_00, onSalePrice: 80_00, specialOfferPrice: 50_00, perPersonLimit: 2, stock: 55 },
      { price: 180_00, onSalePrice: 170_00, returnException: 'perishable', variants: [{ stock: 8 }, { stock: 14 }] },
      { price: 270_00, onSaleUntil: '2026-12-01T00:00:00.000Z' },
    ])
  })

  test('PRODUCT-25 When it makes no sense for one of them nothing changes, and that one is named with the reason', async () => {
    const before = await three()
    const ids = before.map(({ id }) => id)
    const refused = (change: object) => expect(shop.productBulk.changeMany(firmId, { ids, ...change })).rejects
    await refused({ specialOffer: { by: 'set', value: 150_00 } }).toMatchObject({
      errorName: 'conflict',
      reason: { en: `Couldn’t update “甲”: ${productErrors.specialOfferNotBelow.en}` },
    })
    await refused({ price: { by: 'set', value: 1_00 }, stock: { by: 'add', value: -4 } }).toMatchObject({
      reason: { 'zh-TW': '「乙」無法套用：庫存不夠扣' },
    })
    await refused({ ids: [...ids, newId()], offSale: true }).toMatchObject({ errorName: 'noData' })
    const other = await shop.aProduct(await shop.aFirm())
    await refused({ ids: [other.id], offSale: true }).toMatchObject({ errorName: 'noData' })
    expect(await read()).toEqual(before)
  })

  test('PRODUCT-26 A change of many is taken back whole; what was sold meanwhile stays sold', async () => {
    const before = await three()
    const ids = before.map(({ id }) => id)
    const { undo } = await shop.productBulk.changeMany(firmId, {
      ids,
      price: { by: 'amount', value: 50_00 },
      offSale: true,
      stock: { by: 'set', value: 20 },
    })
    const sold = before[0]?.variants[0]?.id ?? ''
    await db.transaction((tx) => shop.products.reserve(tx, firmId, [{ variantId: sold, quantity: 2 }]))
    clock.advance(1000)
    expect(await shop.productBulk.undoMany(firmId, undo)).toEqual({ changed: 3 })
    const after = await read()
    expect(after[0]?.stock).toBe((before[0]?.stock ?? 0) - 2)
    const withoutStock = (rows: typeof after) => rows.map((row) => ({ ...row, version: 0, stock: 0, variants: [] }))
    expect(withoutStock(after)).toEqual(withoutStock(before))
    const unversioned = (rows: typeof after) => rows.slice(1).map((row) => ({ ...row, version: 0 }))
    expect(unversioned(after)).toEqual(unversioned(before))
    await expect(shop.productBulk.undoMany(firmId, undo)).rejects.toMatchObject({
      errorName: 'conflict',
      reason: productErrors.undoTooLate,
    })
  })

  test('PRODUCT-27 Changes of many and reservations at once never wait for each other for ever, nor oversell', async () => {
    const products = await three()
    const ids = products.map(({ id }) => id)
    const lines = products.flatMap((product) => product.variants.map(({ id }) => ({ variantId: id, quantity: 1 })))
    const total = async () => (await read()).reduce((sum, { stock }) => sum + stock, 0)
    const before = await total()
    const reservations = Array.from({ length: 3 }, () =>
      db.transaction((tx) => shop.products.reserve(tx, firmId, lines)),
    )
    const changes = Array.from({ length: 3 }, (_, at) =>
      shop.productBulk.changeMany(firmId, { ids: at === 1 ? ids.toReversed() : ids, stock: { by: 'add', value: 1 } }),
    )
    await Promise.all([...reservations, ...changes])
    expect(await total()).toBe(before - 3 * lines.length + 3 * lines.length)
  })
})

import { describe, expect, test } from 'vitest'
import { aSmallShop, quantitiesOf, placeOrder } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import { createProductListStore } from './product-list.store.ts'
import { createStockStore } from './stock.store.ts'
import { addUpSold } from './stock.ts'

const { db, shop } = await sharedShop()

const reserve = (firmId: string, lines: readonly { variantId: string; quantity: number }[]) =>
  db.transaction((tx) => shop.products.reserve(tx, firmId, lines))

const twoVariants = async (first: number, second: number) => {
  const firmId = await shop.aFirm()
  const product = await shop.aProduct(firmId, {
    variants: [
      { name: '紅', stock: first },
      { name: '藍', stock: second },
    ],
  })
  const [red, blue] = product.variants
  return { firmId, product, red: red?.id ?? '', blue: blue?.id ?? '' }
}

const stockOf = async (variantId: string) => (await quantitiesOf(shop, variantId)).stock

describe('stock', () => {
  test('PRODUCT-54 All lines are reserved, or none, and the one that is short is named', async () => {
    const { firmId, red, blue } = await twoVariants(5, 1)
    const lines = (quantity: number) => [
      { variantId: blue, quantity },
      { variantId: red, quantity: 2 },
    ]
    expect(await reserve(firmId, lines(2))).toEqual({ ok: false, variantId: blue, left: 1 })
    expect([await stockOf(red), await stockOf(blue)]).toEqual([5, 1])
    expect(await reserve(firmId, lines(1))).toEqual({ ok: true })
    expect([await stockOf(red), await stockOf(blue)]).toEqual([3, 0])
  })

  test('PRODUCT-55 Two lines of one variant count together', async () => {
    const { firmId, red } = await twoVariants(5, 1)
    const twice = [
      { variantId: red, quantity: 3 },
      { variantId: red, quantity: 3 },
    ]
    expect(await reserve(firmId, twice)).toEqual({ ok: false, variantId: red, left: 5 })
    expect(await stockOf(red)).toBe(5)
  })

  test('PRODUCT-56 Reservations in opposite orders at once neither wait for each other for ever nor take too much', async () => {
    const { firmId, red, blue } = await twoVariants(30, 30)
    const forth = [
      { variantId: red, quantity: 1 },
      { variantId: blue, quantity: 1 },
    ]
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, at) => reserve(firmId, at % 2 === 0 ? forth : forth.toReversed())),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(30)
    expect([await stockOf(red), await stockOf(blue)]).toEqual([0, 0])
  })

  test('PRODUCT-1241 What was sold is counted beside its variant, read at once, and added up once, whoever counts and adds up meanwhile', async () => {
    const { firmId, red, blue } = await twoVariants(50, 50)
    const store = createStockStore(db)
    const count = (variantId: string, quantity: number) =>
      db.transaction((tx) => shop.products.countSold(tx, firmId, [{ variantId, quantity }]))
    const sold = async () => [(await quantitiesOf(shop, red)).sold, (await quantitiesOf(shop, blue)).sold]
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => [
        count(red, 1),
        count(blue, at % 2 === 0 ? 3 : -1),
        addUpSold(store),
      ]).flat(),
    )
    expect(await sold()).toEqual([20, 20])
    await addUpSold(store)
    expect(await sold()).toEqual([20, 20])
    const { rows } = await db.raw(
      `select sold, (select count(*)::int from "variantSold" where "firmId" = $1) as left from variant
       where "firmId" = $1 order by place`,
      [firmId],
    )
    expect(rows).toEqual([
      { sold: 20, left: 0 },
      { sold: 20, left: 0 },
    ])
  })

  test('PRODUCT-1250 The list stands by what was sold, also by what was not yet added up, and by none of a variant that was removed', async () => {
    const firmId = await shop.aFirm()
    const variants = [
      { name: '紅', stock: 50 },
      { name: '藍', stock: 50 },
    ]
    const made = [
      await shop.aProduct(firmId, { variants }),
      await shop.aProduct(firmId, { variants }),
      await shop.aProduct(firmId, { variants }),
    ]
    const [one, two, three] = made.map(({ variants: [red, blue] }) => ({ red: red?.id ?? '', blue: blue?.id ?? '' }))
    if (!one || !two || !three) throw new Error('three products')
    const count = (variantId: string, quantity: number) =>
      db.transaction((tx) => shop.products.countSold(tx, firmId, [{ variantId, quantity }]))
    await count(one.red, 2)
    await count(three.blue, 1)
    await addUpSold(createStockStore(db))
    await count(one.blue, 1)
    await count(two.red, 2)
    await count(two.blue, 9)
    await db.raw('update variant set "removedAt" = $2 where id = $1', [two.blue, new Date()])
    const list = createProductListStore(db)
    const page = { q: undefined, status: undefined, sort: 'sold', limit: 20, offset: 0 } as const
    const [first = '', second = '', third = ''] = made.map(({ id }) => id)
    expect(await list.ids(firmId, { ...page, descending: true })).toEqual([first, second, third])
    expect(await list.ids(firmId, { ...page, descending: false })).toEqual([third, second, first])
    expect(await list.ids(firmId, { ...page, descending: true, status: 'onSale', limit: 2 })).toEqual([first, second])
  })

  test('PRODUCT-57 Setting the stock with what the form showed keeps what was sold meanwhile sold', async () => {
    const small = await aSmallShop(shop, 10)
    const { firmId, product, variantId } = small
    await placeOrder(shop, small, { quantity: 4 })
    const change = (stock: number, stockBefore?: number) =>
      shop.products.change(firmId, product.id, {
        ...product,
        version: undefined,
        variants: [{ id: variantId, name: '', stock, ...(stockBefore === undefined ? {} : { stockBefore }) }],
      })
    expect(await change(10, 10)).toMatchObject({ stock: 6 })
    expect(await change(15, 10)).toMatchObject({ stock: 11 })
    expect(await change(0, 15)).toMatchObject({ stock: 0 })
    // Without it, what is given is what is on sale from now on; the order keeps its four.
    expect(await change(8)).toMatchObject({ stock: 8 })
    expect(await quantitiesOf(shop, variantId)).toEqual({ stock: 8, held: 4, sold: 0 })
  })

  test('PRODUCT-58 Edits by difference and orders at once lose nothing', async () => {
    const small = await aSmallShop(shop, 20)
    const { firmId, product, variantId } = small
    const edit = () =>
      shop.products.change(firmId, product.id, {
        ...product,
        version: undefined,
        variants: [{ id: variantId, name: '', stock: 23, stockBefore: 20 }],
      })
    await Promise.all(Array.from({ length: 10 }, () => [placeOrder(shop, small), edit()]).flat())
    expect(await quantitiesOf(shop, variantId)).toEqual({ stock: 20 + 30 - 10, held: 10, sold: 0 })
  })

  test('PRODUCT-59 A change of stock is published to the rooms after the commit, and not after a rollback', async () => {
    const { firmId, red, blue } = await twoVariants(5, 5)
    const published: unknown[] = []
    const stop = shop.bus.subscribe(`stock/${firmId}`, (message) => published.push(message))
    const failing = db.transaction(async (tx) => {
      await shop.products.reserve(tx, firmId, [{ variantId: red, quantity: 1 }])
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await reserve(firmId, [{ variantId: red, quantity: 2 }])
    await db.transaction((tx) =>
      shop.products.releaseStock(tx, firmId, [
        { variantId: red, quantity: 1 },
        { variantId: blue, quantity: 1 },
      ]),
    )
    await expect.poll(() => published.length).toBe(2)
    expect(published).toEqual([{ [red]: 3 }, { [red]: 4, [blue]: 6 }])
    stop()
  })
})

import { fail } from '@kaimai/contract/common/error.ts'
import { productDemandRoutes } from '@kaimai/contract/order/product-reminder.routes.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { Product, productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const bowl = record(Product, { id: idOf(1), productName: 'Bowl', keyword: 'A01', price: 128000, currency: 'TWD' })
const cup = record(Product, { id: idOf(2), productName: 'Cup', keyword: 'A02', price: 36000, currency: 'TWD' })

/** A firm's products; a search finds those whose name holds it. */
const sells = (wire: Wire, products: readonly (typeof bowl)[]) => {
  wire.answer(productRoutes.list, ({ query }) => {
    const items = products.filter(({ productName }) => productName.toLowerCase().includes(query.q ?? ''))
    return { items, total: items.length }
  })
  wire.answer(productImportRoutes.runs, () => ({ runs: [] }))
  wire.answer(productRoutes.counts, () => ({ all: 2, onSale: 2, lowStock: 0, soldOut: 0, offSale: 0 }))
}

test('PRODUCT-79 A search for products stands in the address and asks the server', async ({ wire, open, user }) => {
  sells(wire, [bowl, cup])
  const opened = await open(paths.manageProduct())
  await screen.findByRole('link', { name: /Bowl/ })
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or keyword' }), 'cup')
  await expect.poll(() => screen.queryByRole('link', { name: /Bowl/ })).toBeNull()
  expect(screen.getByRole('link', { name: /Cup/ })).toBeDefined()
  expect(opened.address()).toBe('/Manage-product?q=cup')
})

test('PRODUCT-80 A search without a result offers to clear it, and shows all products then', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl, cup])
  await open(paths.manageProduct({ q: 'plate' }))
  await screen.findByText('No results for “plate”')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByRole('link', { name: /Bowl/ })).toBeDefined()
})

test('PRODUCT-81 A firm without products is asked to add its first', async ({ wire, open, user }) => {
  sells(wire, [])
  const opened = await open(paths.manageProduct())
  await screen.findByText('Add your first product')
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'New product' }))
  expect(opened.address()).toBe('/Manage-product?product=new')
})

test('PRODUCT-82 A list of products that could not be loaded says why and is asked for again', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl])
  wire.answer(productRoutes.list, () => {
    throw fail('internal')
  })
  await open(paths.manageProduct())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Something went wrong on our side')
  sells(wire, [bowl])
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Bowl/ })).toBeDefined()
})

test('PRODUCT-83 Products chosen together are taken off sale in one call, which can be taken back', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl, cup])
  wire.answer(productRoutes.changeMany, () => ({ changed: 2, undo: [] }))
  await open(paths.manageProduct())
  await user.click(await screen.findByRole('checkbox', { name: 'Select Bowl' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Cup' }))
  const bar = screen.getByRole('toolbar', { name: '2 selected' })
  await user.click(within(bar).getByRole('button', { name: 'Take off sale' }))
  expect((await screen.findByText('2 products changed')).closest('[role=status]')?.textContent).toContain('Undo')
  expect(wire.sent(productRoutes.changeMany)).toEqual([{ body: { ids: [idOf(1), idOf(2)], offSale: true } }])
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('PRODUCT-84 A product that an upcoming live needs is not deleted, and the reason is said', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl])
  wire.answer(productRoutes.remove, () => {
    throw fail('conflict')
  })
  await open(paths.manageProduct())
  await user.click(await screen.findByRole('button', { name: 'More actions: Bowl' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete product' }))
  const question = await screen.findByRole('dialog', { name: 'Delete this product?' })
  await user.click(within(question).getByRole('button', { name: 'Delete product' }))
  expect((await screen.findByRole('alert')).textContent).toContain('changed by someone else')
  expect(screen.getByRole('link', { name: /Bowl/ })).toBeDefined()
})

test('PRODUCT-85 Who may only read products is offered nothing that changes them', async ({ wire, open }) => {
  sells(wire, [bowl])
  await open(paths.manageProduct(), { authority: { bombmyLive: 1 } })
  await screen.findByRole('link', { name: /Bowl/ })
  expect(screen.queryByRole('button', { name: 'New product' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('PRODUCT-1240 At a product that is sold out stands how many people wait for more of it', async ({
  wire,
  open,
}) => {
  sells(wire, [bowl, cup])
  wire.answer(productRoutes.counts, () => ({ all: 2, onSale: 0, lowStock: 0, soldOut: 2, offSale: 0 }))
  wire.answer(productDemandRoutes.list, () => ({ products: [{ productId: bowl.id, people: 12 }] }))
  await open(paths.manageProduct())
  expect(await screen.findByText('12 people waiting')).toBeDefined()
  expect(screen.getAllByText('Sold out').length).toBeGreaterThanOrEqual(2)
})

import { fail } from '@kaimai/contract/common/error.ts'
import { Product, productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { fill } from '../../../test/user.ts'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const variants = [{ id: idOf(11), name: '', keyword: '', stock: 5 }]
const bowl = record(Product, { id: idOf(1), version: 3, productName: 'Bowl', price: 128000, variants, stock: 5 })

const sells = (wire: Wire, products: readonly (typeof bowl)[]) => {
  wire.answer(productImportRoutes.runs, () => ({ runs: [] }))
  wire.answer(productRoutes.list, () => ({ items: products, total: products.length }))
  wire.answer(productRoutes.counts, () => ({ all: 1, onSale: 1, lowStock: 0, soldOut: 0, offSale: 0 }))
  wire.answer(productRoutes.show, () => bowl)
}
const field = (name: RegExp) => screen.getByRole('textbox', { name })

test('PRODUCT-72 A field of a product that is left wrong says so, and one that is left as it was says nothing', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl])
  await open(paths.manageProduct({ product: 'new' }))
  await screen.findByRole('dialog', { name: 'New product' })
  await user.click(field(/^Product name/))
  await user.tab()
  expect(field(/^Product name/).getAttribute('aria-invalid')).not.toBe('true')
  await fill(user, field(/^Order keyword/), 'A 01')
  await user.tab()
  expect(field(/^Order keyword/).getAttribute('aria-invalid')).toBe('true')
})

test('PRODUCT-73 A product that lacks something is not sent; its first faulty field is focused', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl])
  wire.answer(productRoutes.create, () => bowl)
  await open(paths.manageProduct({ product: 'new' }))
  await screen.findByRole('dialog', { name: 'New product' })
  await fill(user, field(/^Stock/), '5')
  await user.click(screen.getByRole('button', { name: 'Save product' }))
  await expect.poll(() => document.activeElement).toBe(field(/^Product name/))
  expect(field(/^Price/).getAttribute('aria-invalid')).toBe('true')
  expect(wire.sent(productRoutes.create)).toEqual([])
})

test('PRODUCT-74 A new product is sent with its price in cents, and the drawer closes', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [])
  wire.answer(productRoutes.create, () => bowl)
  const opened = await open(paths.manageProduct({ product: 'new' }))
  await screen.findByRole('dialog', { name: 'New product' })
  await fill(user, field(/^Product name/), 'Bowl')
  await fill(user, field(/^Order keyword/), 'a01')
  await fill(user, field(/^Price/), '1280.5')
  await fill(user, field(/^Stock/), '５')
  await user.click(screen.getByRole('button', { name: 'Save product' }))
  expect(await screen.findByText('“Bowl” added')).toBeDefined()
  expect(wire.sent(productRoutes.create)).toMatchObject([
    { body: { productName: 'Bowl', keyword: 'A01', price: 128050, variants: [{ name: '', stock: 5 }] } },
  ])
  expect(opened.address()).toBe('/Manage-product')
})

test('PRODUCT-75 An offer that is no cheaper than the price says so as soon as it is left', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl])
  await open(paths.manageProduct({ product: bowl.id }))
  await screen.findByRole('textbox', { name: /^Product name/ })
  await fill(user, field(/^Live offer price/), '1280')
  await user.tab()
  expect(field(/^Live offer price/).getAttribute('aria-invalid')).toBe('true')
  await fill(user, field(/^Live offer price/), '990')
  expect(field(/^Live offer price/).getAttribute('aria-invalid')).not.toBe('true')
})

test('PRODUCT-76 A name that two people changed is asked for, and saved as chosen on the newer version', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl])
  wire.answer(productRoutes.change, ({ body }) => {
    if (body.version !== 3) return bowl
    const fields = [{ field: 'productName', now: 'Rice bowl' }]
    wire.answer(productRoutes.show, () => ({ ...bowl, version: 4, productName: 'Rice bowl' }))
    throw fail('conflict', { conflict: { version: 4, changedBy: 'Mei', changedAt: null, fields } })
  })
  await open(paths.manageProduct({ product: bowl.id }))
  await screen.findByRole('textbox', { name: /^Product name/ })
  await fill(user, field(/^Product name/), 'Soup bowl')
  await user.click(screen.getByRole('button', { name: 'Save product' }))
  const question = await screen.findByRole('dialog', { name: 'Someone saved before you' })
  const save = within(question).getByRole('button', { name: 'Merge and save' })
  expect(save).toHaveProperty('disabled', true)
  const rows = within(question).getByRole('group', { name: 'Product name' })
  expect(rows.textContent).toContain('Rice bowl')
  fireEvent.click(within(rows).getByRole('radio', { name: /Yours/ }))
  await user.click(save)
  expect(await screen.findByText('“Soup bowl” saved')).toBeDefined()
  const sent = wire.sent(productRoutes.change).map(({ body }) => [body.version, body.productName])
  expect(sent).toEqual([
    [3, 'Soup bowl'],
    [4, 'Soup bowl'],
  ])
})

test('PRODUCT-77 Changes by two people to different fields are both saved without a question', async ({
  wire,
  open,
  user,
}) => {
  sells(wire, [bowl])
  wire.answer(productRoutes.change, ({ body }) => {
    if (body.version !== 3) return bowl
    const fields = [{ field: 'unit', now: 'box' }]
    wire.answer(productRoutes.show, () => ({ ...bowl, version: 4, unit: 'box' }))
    throw fail('conflict', { conflict: { version: 4, changedBy: 'Mei', changedAt: null, fields } })
  })
  await open(paths.manageProduct({ product: bowl.id }))
  await screen.findByRole('textbox', { name: /^Product name/ })
  await fill(user, field(/^Product name/), 'Bowl A')
  await user.click(screen.getByRole('button', { name: 'Save product' }))
  expect(await screen.findByText('“Bowl A” saved')).toBeDefined()
  expect(wire.sent(productRoutes.change).at(-1)).toMatchObject({
    body: { version: 4, productName: 'Bowl A', unit: 'box' },
  })
})

test('PRODUCT-78 Closing a product with changes asks first, and stays when told to', async ({ wire, open, user }) => {
  sells(wire, [bowl])
  await open(paths.manageProduct({ product: bowl.id }))
  await user.type(await screen.findByRole('textbox', { name: /^Product name/ }), ' A')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(field(/^Product name/)).toHaveProperty('value', 'Bowl A')
})

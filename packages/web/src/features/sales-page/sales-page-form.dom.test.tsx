import { Product, productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { SalesPage, salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const bowl = record(Product, { id: idOf(5), productName: 'Bowl', price: 128000, stock: 3 })
const page = record(SalesPage, {
  id: idOf(1),
  version: 2,
  title: 'Autumn kiln',
  customUrl: 'autumn-kiln',
  colorToneId: '#94500f',
  productIdList: [bowl.id],
  blockList: [
    { kind: 'text', id: 'a', heading: 'Who made it', text: '' },
    { kind: 'product', id: 'b', productId: bowl.id, note: '' },
  ],
})

const has = (wire: Wire, parts: Partial<typeof page> = {}) => {
  const shown = { ...page, ...parts }
  wire.answer(salesPageRoutes.show, () => shown)
  wire.answer(salesPageRoutes.checkUrl, () => ({ free: true, problem: '' }))
  wire.answer(salesPageRoutes.buyAction, () => ({ action: null }))
  wire.answer(productRoutes.list, () => ({ items: [bowl], total: 1 }))
  wire.answer(salesPageRoutes.change, ({ body }) =>
    record(SalesPage, { ...shown, published: body.published, state: 'open', version: 3 }),
  )
}
const address = paths.salesPageEdit({ pageId: page.id })

test('SALES-PAGE-42 A page without products is not published: it says what it needs', async ({ wire, open, user }) => {
  has(wire, { productIdList: [], blockList: [] })
  await open(address)
  await user.click(await screen.findByRole('button', { name: 'Publish page' }))
  expect(await screen.findByText('1 field needs fixing')).toBeDefined()
  expect(screen.getByRole('alert').textContent).not.toBe('')
  expect(wire.sent(salesPageRoutes.change)).toEqual([])
})

test('SALES-PAGE-43 A page that is published shows its link', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  await user.click(await screen.findByRole('button', { name: 'Publish page' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your sales page is published' })
  expect(dialog.textContent).toContain('/s/autumn-kiln')
  expect(wire.sent(salesPageRoutes.change)[0]?.body).toMatchObject({ published: true, version: 2 })
})

test('SALES-PAGE-45 A block that was removed comes back by undo', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  const blocks = within(await screen.findByRole('list', { name: 'Content blocks' }))
  await user.click(blocks.getByRole('button', { name: 'Remove “Text: Who made it”' }))
  expect(blocks.queryByRole('button', { name: /^Remove “Text/ })).toBeNull()
  const toast = (await screen.findByText('Block removed')).closest<HTMLElement>('[role=status]')
  await user.click(within(toast ?? document.body).getByRole('button', { name: 'Undo' }))
  expect(await blocks.findByRole('button', { name: 'Remove “Text: Who made it”' })).toBeDefined()
})

test('SALES-PAGE-46 A product that is taken off the page takes its card along', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  await user.click(await screen.findByRole('button', { name: 'Remove “Bowl”' }))
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await expect.poll(() => wire.sent(salesPageRoutes.change)).toHaveLength(1)
  const body = wire.sent(salesPageRoutes.change)[0]?.body
  expect(body?.productIdList).toEqual([])
  expect(body?.blockList.map(({ kind }) => kind)).toEqual(['text'])
})

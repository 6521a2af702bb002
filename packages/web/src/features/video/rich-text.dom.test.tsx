import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { productRoutes, Product } from '@kaimai/contract/product/product.routes.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { paths } from '../../lib/paths/paths.ts'

const product = record(Product, {
  id: idOf(1),
  version: 3,
  productName: 'Bowl',
  description: '<p>Made by <strong>hand</strong></p>',
  price: 680_00,
  variants: [{ id: idOf(2), name: '', keyword: '', stock: 5 }],
})

test('VIDEO-680 A text is shown with its emphasis in an editor that is named, counts, and whose buttons are one stop of Tab', async ({
  wire,
  open,
  user,
}) => {
  wire.answer(productRoutes.show, () => product)
  wire.answer(productRoutes.list, () => ({ items: [product], total: 1 }))
  wire.answer(productImportRoutes.runs, () => ({ runs: [] }))
  wire.answer(productRoutes.counts, () => ({ all: 1, onSale: 1, lowStock: 0, soldOut: 0, offSale: 0 }))
  await open(paths.manageProduct({ product: product.id }))
  // The editor is fetched when its first field is drawn.
  const editor = await screen.findByRole('textbox', { name: 'Description' }, { timeout: 60_000 })
  expect(editor.querySelector('strong')?.textContent).toBe('hand')
  expect(screen.getByText('12 / 4000')).toBeDefined()
  const bold = screen.getByRole('button', { name: /^Bold/ })
  expect(bold.tabIndex).toBe(0)
  bold.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Italic/ }))
})

test('VIDEO-790 An Escape that gives up a word in the editor leaves the drawer around it open; the next one closes it', async ({
  wire,
  open,
}) => {
  wire.answer(productRoutes.show, () => product)
  wire.answer(productRoutes.list, () => ({ items: [product], total: 1 }))
  wire.answer(productImportRoutes.runs, () => ({ runs: [] }))
  wire.answer(productRoutes.counts, () => ({ all: 1, onSale: 1, lowStock: 0, soldOut: 0, offSale: 0 }))
  const opened = await open(paths.manageProduct({ product: product.id }))
  const editor = await screen.findByRole('textbox', { name: 'Description' }, { timeout: 60_000 })
  expect(editor.isContentEditable).toBe(true)
  const before = opened.address()
  // Safari’s comes after the word, and looks like any other but for its code.
  for (const key of [
    { key: 'Escape', isComposing: true },
    { key: 'Escape', keyCode: 229 },
  ])
    fireEvent.keyDown(editor, key)
  expect(opened.address()).toBe(before)
  // What else belongs to a word is the editor’s own business: it hears of it.
  let heard = 0
  editor.addEventListener('keydown', () => (heard += 1), { capture: true, once: true })
  fireEvent.keyDown(editor, { key: 'Home', keyCode: 229 })
  expect(heard).toBe(1)
  fireEvent.keyDown(editor, { key: 'Escape' })
  await expect.poll(() => opened.address()).not.toBe(before)
})

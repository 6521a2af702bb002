import { fail } from '@kaimai/contract/common/error.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { ImportRun, type ImportRunRow } from '@kaimai/contract/common/import-run.ts'
import { productImportRoutes as routes } from '@kaimai/contract/product/product-import.routes.ts'
import { Product, productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const counts = { new: 1, change: 1, same: 0, bad: 1 }
let next = 0
let read: ImportRun
/** Each test has a run of its own: what is followed outlives a page. */
beforeEach(() => {
  next += 1
  read = record(ImportRun, {
    id: idOf(700 + next),
    state: 'ready',
    fileName: 'autumn.csv',
    userName: 'Mei',
    columns: [
      { key: 'keyword', title: 'Keyword' },
      { key: 'productName', title: 'Product name' },
      { key: 'price', title: 'Price' },
    ],
    leading: ['productName', 'price'],
    unknownHeaders: [],
    unknownNames: [],
    counts,
    outcome: { ...counts, new: 0, change: 0 },
    total: 2,
    done: 0,
    reason: '',
    sameFile: null,
  })
})
const rows: readonly ImportRunRow[] = [
  {
    line: 4,
    state: 'bad',
    cells: ['C1', 'Vase', '9.5'],
    note: '',
    before: {},
    stored: {},
    errors: [{ column: 'price', message: 'Enter whole dollars' }],
  },
  {
    line: 2,
    state: 'change',
    cells: ['A1', 'Bowl', '720'],
    note: '',
    before: { price: '680' },
    stored: {},
    errors: [],
  },
  { line: 3, state: 'new', cells: ['B1', 'Cup', '380'], note: '', before: {}, stored: {}, errors: [] },
]

const sells = (wire: Wire, runs: readonly ImportRun[] = []) => {
  const bowl = record(Product, { id: idOf(1), productName: 'Bowl', keyword: 'A1', price: 68000, currency: 'TWD' })
  wire.answer(productRoutes.list, () => ({ items: [bowl], total: 1 }))
  wire.answer(productRoutes.counts, () => ({ all: 1, onSale: 1, lowStock: 0, soldOut: 0, offSale: 0 }))
  wire.answer(routes.runs, () => ({ runs: [...runs] }))
  wire.answer(routes.read, () => read)
  wire.answer(routes.rows, ({ query }) => ({
    rows: rows.filter(({ state }) => query.state === undefined || state === query.state),
  }))
}

const chooseFile = async (user: UserEvent, content = 'a') => {
  await user.click(await screen.findByRole('button', { name: 'Import and export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Import products' }))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no field for a file')
  await user.upload(input, new File([content], 'autumn.csv', { type: 'text/csv' }))
  return dialog
}

test('PRODUCT-156 A preview shows the name and what changes first, old and new in one cell, and asks the server for each filter', async ({
  wire,
  open,
  user,
}) => {
  sells(wire)
  await open(paths.manageProduct())
  const dialog = await chooseFile(user)
  await within(dialog).findByText('Enter whole dollars')
  const heads = within(dialog)
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
  expect(heads.slice(1)).toEqual(['Product name', 'Price', 'Keyword'])
  await user.click(within(dialog).getByRole('radio', { name: /^Updated/ }))
  const cell = await within(dialog).findByRole('cell', { name: /Was 680.*Now 720/ })
  expect(cell.querySelector('del')?.textContent).toBe('680')
  expect(wire.sent(routes.rows).map(({ query }) => query.state)).toEqual(['bad', 'change'])
})

test('PRODUCT-226 A preview shows what will be stored where a cell says it otherwise, beside the old value and what the file has', async ({
  wire,
  open,
  user,
}) => {
  sells(wire)
  wire.answer(routes.rows, () => ({
    rows: rows.map((row) => (row.state === 'bad' ? row : { ...row, stored: { price: '1280' } })),
  }))
  await open(paths.manageProduct())
  const dialog = await chooseFile(user)
  await within(dialog).findByRole('cell', { name: /^380.*Stored as.*1280$/ })
  const changed = await within(dialog).findByRole('cell', { name: /Was 680.*Now 1280.*In the file: 720/ })
  expect(changed.querySelector('ins')?.textContent).toBe('1280')
})

test('PRODUCT-227 A guessed character set is named with the file’s words in each that it may be in, and another reads the file again', async ({
  wire,
  open,
  user,
}) => {
  sells(wire)
  const candidates = [
    { charset: 'big5' as const, sample: '輿槽荓' },
    { charset: 'gbk' as const, sample: '林佳颖' },
  ]
  wire.answer(routes.read, ({ body }) => ({
    ...read,
    source: { charset: body.charset ?? 'big5', isGuessed: body.charset === undefined, sheetName: '', candidates },
  }))
  await open(paths.manageProduct())
  const dialog = await chooseFile(user)
  await within(dialog).findByText(/so it’s read as Big5 \(Traditional Chinese\)/)
  const other = within(dialog).getByRole('radio', { name: /GBK.*林佳颖/ })
  expect(within(dialog).getByRole('radio', { name: /Big5.*輿槽荓/ })).toHaveProperty('checked', true)
  await user.click(other)
  await within(dialog).findByText(/Character encoding: GBK/)
  expect(wire.sent(routes.read).map(({ body }) => body.charset)).toEqual([undefined, 'gbk'])
})

test('PRODUCT-228 The sheet of a workbook that was read is named', async ({ wire, open, user }) => {
  read = { ...read, source: { charset: null, isGuessed: false, sheetName: 'Autumn', candidates: [] } }
  sells(wire)
  await open(paths.manageProduct())
  const dialog = await chooseFile(user)
  await within(dialog).findByText('Sheet: Autumn')
})

test('PRODUCT-229 A file that is no sheet is refused in the words of the server before it is sent', async ({
  wire,
  open,
  user,
}) => {
  sells(wire)
  await open(paths.manageProduct())
  const dialog = await chooseFile(user, '%PDF-1.7')
  expect((await within(dialog).findByRole('alert')).textContent).toBe(sheetErrors.sheetUnreadable.en)
  expect(wire.sent(routes.read)).toEqual([])
})

test('PRODUCT-157 A running import shows its rows and can be cancelled; what is written is said, and it can go on', async ({
  wire,
  open,
  user,
}) => {
  sells(wire)
  const running: ImportRun = { ...read, state: 'running', startedAt: read.createdAt }
  wire.answer(routes.start, () => running)
  wire.answer(routes.run, () => ({ ...running, done: 1 }))
  const stopped = { ...read, state: 'cancelled' as const, done: 1, outcome: { new: 1, change: 0, same: 0, bad: 1 } }
  wire.answer(routes.cancel, () => ({ ...stopped, startedAt: read.createdAt, endedAt: read.createdAt }))
  await open(paths.manageProduct())
  const dialog = await chooseFile(user)
  await user.click(await within(dialog).findByRole('button', { name: 'Import 2 valid rows' }))
  const bar = await within(dialog).findByRole('progressbar', { name: 'Import progress of autumn.csv' })
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('1 of 2 rows')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel import' }))
  await within(dialog).findByText('Import canceled. 1 imported row was kept')
  expect(within(dialog).getByText('1 row wasn’t imported')).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Continue import' })).toBeDefined()
  await expect.poll(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})

test('PRODUCT-158 An import that a colleague runs shows above the list with its progress, and leaving asks first until it ends', async ({
  wire,
  open,
}) => {
  const running: ImportRun = { ...read, state: 'running', startedAt: read.createdAt, done: 1 }
  sells(wire, [running])
  let now = running
  wire.answer(routes.run, () => now)
  await open(paths.manageProduct())
  await screen.findByText('Mei is importing autumn.csv')
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  const endedAt = new Date().toISOString()
  now = { ...running, state: 'done', done: 2, endedAt, outcome: { new: 1, change: 1, same: 0, bad: 1 } }
  await screen.findByText(/^Mei imported autumn\.csv/, undefined, { timeout: 30_000 })
  expect(screen.getByText('1 new, 1 updated, 0 unchanged, 1 skipped')).toBeDefined()
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})

test('PRODUCT-159 A file that can’t be read, and one that a colleague imports now, are refused in words', async ({
  wire,
  open,
  user,
}) => {
  sells(wire)
  wire.answer(routes.start, () => {
    throw fail('conflict')
  })
  await open(paths.manageProduct())
  const dialog = await chooseFile(user)
  await user.click(await within(dialog).findByRole('button', { name: 'Import 2 valid rows' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('changed by someone else')
  expect(within(dialog).getByRole('button', { name: 'Import 2 valid rows' })).toBeDefined()
})

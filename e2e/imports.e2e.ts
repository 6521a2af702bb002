import { readFile } from 'node:fs/promises'
import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { removeData, startServer } from './harness/server.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()

const header = '下單關鍵字,商品名稱,售價,庫存'
/** New products; the first of them with half a dollar. */
const linesOf = (rows: number, mark: string): string[] =>
  Array.from({ length: rows }, (_, at) => `${mark}${at},匯入的茶杯 ${mark}${at},${at === 0 ? '99.5' : '380'},${at % 9}`)

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) })

/** All that a list holds, page by page. */
const everyPage = async <T>(
  page: (cursor: string | undefined) => Promise<{ readonly items: readonly T[]; readonly cursor?: string | undefined }>,
): Promise<T[]> => {
  const all: T[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const next = await page(cursor)
    all.push(...next.items)
    cursor = next.cursor
  }
  return all
}

const openImport = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '匯入／匯出' }).click()
  await page.getByRole('menuitem', { name: '匯入商品' }).click()
}

const found = async (url: string, q: string): Promise<number> => {
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  return (await callApi(url, productRoutes.list, { query: { q, limit: 1 } }, headers)).total
}

test('JOURNEY-252 A merchant sees what 1,200 products of a file would change, imports them, loads the page again in the middle, and finds the note of what went through', async () => {
  const { url } = server()
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const [known] = (await callApi(url, productRoutes.list, { query: { limit: 1, sort: 'createdAt' } }, headers)).items
  if (!known) throw new Error('the demo firm sells something')
  await page.goto('/Manage-product')
  await openImport(page)
  const changed = `${known.keyword},${known.productName},${known.price / 100 + 20},`
  await choose(page, '秋窯商品.csv', [header, changed, ...linesOf(1200, 'CUP')].join('\r\n'))

  const dialog = page.getByRole('dialog')
  await dialog.getByText('新台幣沒有小數，請填整數金額，例如 1280').waitFor()
  await expectAccessible(page, 'the preview of an import')
  await dialog.getByRole('radio', { name: /^更新/ }).click()
  const cell = dialog.getByRole('cell').filter({ has: page.locator('del') })
  await cell.first().waitFor()
  expect((await cell.first().innerText()).replaceAll(/\s+/g, ' ')).toContain(`${known.price / 100} → `)
  await dialog.getByRole('button', { name: '只匯入正確的 1200 列' }).click()
  const bar = page.getByRole('progressbar', { name: '秋窯商品.csv 的匯入進度' })
  await bar.first().waitFor()
  await expect
    .poll(async () => Number(await bar.first().getAttribute('aria-valuenow')), { timeout: 60_000 })
    .toBeGreaterThan(0)

  // The browser asks before it leaves; who goes on finds the import where it is.
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await page.getByText('匯入了 秋窯商品.csv').waitFor({ timeout: 60_000 })
  await page.getByText('新增 1199、更新 1、不變 0、略過 1').waitFor()
  await expectAccessible(page, 'the note of an import')
  expect(await found(url, '匯入的茶杯 CUP')).toBe(1199)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載有誤的 1 列' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('秋窯商品-有誤的列.xlsx')
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
}, 180_000)

test('JOURNEY-253 An import is cancelled on the way: what is written stays and is said, and it goes on from there', async () => {
  const { url } = server()
  const { page } = await visitor({ name: '商家', shape: 'phone' })
  await logIn(page)
  await page.goto('/Manage-product')
  await openImport(page)
  await choose(page, '大批.csv', [header, ...linesOf(4001, 'BIG')].join('\r\n'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '只匯入正確的 4000 列' }).click()
  const bar = dialog.getByRole('progressbar')
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 60_000 }).toBeGreaterThan(0)
  await expectAccessible(page, 'a running import')
  await dialog.getByRole('button', { name: '取消匯入' }).click()
  await dialog.getByText(/^已取消，先前匯入的/).waitFor()
  const kept = await found(url, '匯入的茶杯 BIG')
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(4000)
  await dialog.getByText(`還有 ${4000 - kept} 列沒有匯入`).waitFor()
  await dialog.getByRole('button', { name: '繼續匯入' }).click()
  await dialog.getByText('已匯入 4000 列').waitFor({ timeout: 90_000 })
  expect(await found(url, '匯入的茶杯 BIG')).toBe(4000)
}, 180_000)

test('JOURNEY-254 A server that is killed in the middle of an import goes on with it, and no product stands twice', async () => {
  const first = await startServer()
  const { headers } = await loginApi(first.url, 'demo', 'kaimai-demo')
  const form = new FormData()
  form.append('fileName', '半路.csv')
  form.append('file', new Blob([[header, ...linesOf(3001, 'KIL')].join('\n')]))
  const run: ImportRun = await callApi(first.url, productImportRoutes.read, { body: form }, headers)
  const params = { id: run.id }
  await callApi(first.url, productImportRoutes.start, { params, body: {} }, headers)
  const doneAt = async (url: string) => (await callApi(url, productImportRoutes.run, { params }, headers)).done
  await expect.poll(() => doneAt(first.url), { interval: 20, timeout: 60_000 }).toBeGreaterThan(100)
  await first.kill()

  const second = await startServer({ dataDir: first.dataDir, port: first.port })
  expect(await doneAt(second.url)).toBeLessThan(3000)
  const state = async () => (await callApi(second.url, productImportRoutes.run, { params }, headers)).state
  await expect.poll(state, { interval: 200, timeout: 90_000 }).toBe('done')
  expect(await found(second.url, '匯入的茶杯 KIL')).toBe(3000)
  // A device has one login, and `found` has logged in since.
  const login = await loginApi(second.url, 'demo', 'kaimai-demo')
  const products = await everyPage((cursor) =>
    callApi(second.url, productRoutes.list, { query: { q: '匯入的茶杯 KIL', limit: 100, cursor } }, login.headers),
  )
  const wanted = linesOf(3001, 'KIL')
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(products.map(({ keyword }) => keyword).toSorted()).toEqual(wanted.toSorted())
  await second.stop()
  await removeData(second)
}, 240_000)

test('JOURNEY-256 A server that is killed in the middle of an import of people goes on with it: everybody stands once, and gets one letter', async () => {
  const first = await startServer()
  const { headers, form } = await signUpStage(first.url)
  const { id: signupId, liveIds } = await form('半路上的名單', { customUrl: 'half-way', hours: [30] })
  const addresses = Array.from({ length: 800 }, (_, at) => `half${at}@example.com`)
  const lines = addresses.map((address, at) => `客人 ${at},09${String(11_000_000 + at)},${address}`)
  const file = new FormData()
  const parts = { fileName: '半路.csv', signupId, liveId: liveIds[0] ?? '', consentSource: '市集', sendLinks: 'true' }
  for (const [name, value] of Object.entries(parts)) file.append(name, value)
  file.append('file', new Blob([['姓名,手機,信箱', ...lines].join('\n')]))
  const run: ImportRun = await callApi(first.url, signupUserImportRoutes.read, { body: file }, headers)
  expect(run.counts.new).toBe(addresses.length)
  const params = { id: run.id }
  await callApi(first.url, signupUserImportRoutes.start, { params, body: {} }, headers)
  const runAt = (url: string) => callApi(url, signupUserImportRoutes.run, { params }, headers)
  await expect.poll(async () => (await runAt(first.url)).done, { interval: 20, timeout: 60_000 }).toBeGreaterThan(100)
  await first.kill()

  const second = await startServer({ dataDir: first.dataDir, port: first.port })
  const { url } = second
  expect((await runAt(url)).done).toBeLessThan(addresses.length)
  await expect.poll(async () => (await runAt(url)).state, { interval: 200, timeout: 90_000 }).toBe('done')
  const people = await everyPage((cursor) =>
    callApi(url, signupUserRoutes.list, { query: { signupId, limit: 100, cursor } }, headers),
  )
  expect(people.map(({ email }) => email).toSorted()).toEqual(addresses.toSorted())
  const lettersTo = async () => {
    const query = { letterTemplateType: letterTypes.signupComplete, limit: 100 }
    const letters = await everyPage((cursor) =>
      callApi(url, letterRoutes.list, { query: { ...query, cursor } }, headers),
    )
    return letters.map(({ to }) => to).filter((to) => to.startsWith('half'))
  }
  // Seldom: each look reads all pages of the log, on a machine that is busy with the letters.
  const patience = { interval: 2_000, timeout: 180_000 }
  await expect.poll(async () => (await lettersTo()).length, patience).toBe(addresses.length)
  expect((await lettersTo()).toSorted()).toEqual(addresses.toSorted())
  await second.stop()
  await removeData(second)
}, 480_000)

test('JOURNEY-255 Comments of a file are put into the editor of their group, the changed ones in place of what they were', async () => {
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(page)
  await page.goto('/Manage-msgroup')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: '匯入', exact: true }).click()
  await choose(page, '留言.csv', '時間,虛擬觀眾,留言內容\r\n0:01.5,路過的小貓,第一次看直播\r\n99:99,小貓,時間不對\r\n')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^有誤/ }).waitFor()
  await dialog.getByRole('button', { name: '只匯入正確的 1 列' }).click()
  await page.getByRole('button', { name: '不建立，直接匯入' }).click()
  await dialog.getByText('已匯入 1 列').waitFor()
  await dialog.getByRole('button', { name: '關閉' }).last().click()
  const texts = () =>
    page.locator('input, textarea').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  await expect.poll(texts).toContain('第一次看直播')
  await expectAccessible(page, 'the editor with its note')
}, 120_000)

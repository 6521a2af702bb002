import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { productImportRoutes as routes } from '@kaimai/contract/product/product-import.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { sendFile } from '../../../test/sign-up-people.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let owner: Member
beforeEach(async () => {
  owner = await t.aFirm()
})

const header = '下單關鍵字,商品名稱,售價,庫存'
const linesOf = (count: number, price = 10): string =>
  Array.from({ length: count }, (_, at) => `K${at},商品 ${at},${price},${at % 7}`).join('\n')

const read = async (text: string, by = owner): Promise<ImportRun> => {
  const { body } = await sendFile(t, by, routes.read, { fileName: '秋窯.csv' }, text)
  return (body as { data: ImportRun }).data
}
const start = (id: string, by = owner) => t.call(routes.start, { params: { id }, body: {} }, by.headers)
const runOf = (id: string, by = owner) => t.call(routes.run, { params: { id } }, by.headers)
const products = async (by = owner): Promise<number> =>
  (await t.call(productRoutes.list, { query: { limit: 1 } }, by.headers)).total
const audited = async (action: string) =>
  (
    await t.platform.db.raw('select "actorName", "targetName", change from audit where "firmId" = $1 and action = $2', [
      owner.firmId,
      action,
    ])
  ).rows

/** Waits until some rows are written, and not all. */
const untilBegun = (id: string) =>
  expect.poll(async () => (await runOf(id)).done, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0)

test('PRODUCT-149 An import is written in batches, its answers say how far it is, and who brought in what stands in its note and in the log', async () => {
  const run = await read(`${header}\n${linesOf(260)}\n壞,,x,\n`)
  expect(run).toMatchObject({ state: 'ready', fileName: '秋窯.csv', total: 260, done: 0 })
  expect(await products()).toBe(0)
  await start(run.id)
  await untilBegun(run.id)
  await t.platform.jobs.idle()
  const ended = await runOf(run.id)
  expect(ended).toMatchObject({ state: 'done', done: 260, outcome: { new: 260, change: 0, same: 0, bad: 1 } })
  expect(await products()).toBe(260)
  expect((await t.call(routes.runs, {}, owner.headers)).runs.map(({ id }) => id)).toEqual([run.id])
  expect(await audited('product.importEnd')).toMatchObject([
    { targetName: '秋窯.csv', change: { importState: 'done', rowsNew: 260, rowsBad: 1, rowsLeft: 0 } },
  ])
  // Started again it stays as it is.
  expect((await start(run.id)).state).toBe('done')
})

test('PRODUCT-150 A cancelled import keeps what is written, says what is left, and goes on when it is started again', async () => {
  const run = await read(`${header}\n${linesOf(900)}\n`)
  await start(run.id)
  await untilBegun(run.id)
  const cancelled = await t.call(routes.cancel, { params: { id: run.id } }, owner.headers)
  expect(cancelled.state).toBe('cancelled')
  await t.platform.jobs.idle()
  const stopped = await runOf(run.id)
  expect(stopped.done).toBeLessThan(900)
  expect(await products()).toBe(stopped.done)
  await expect(t.call(routes.cancel, { params: { id: run.id } }, owner.headers)).rejects.toMatchObject({
    errorName: 'conflict',
  })
  await start(run.id)
  await t.platform.jobs.idle()
  expect(await runOf(run.id)).toMatchObject({ state: 'done', done: 900, outcome: { new: 900 } })
  expect(await products()).toBe(900)
}, 60_000)

test('PRODUCT-151 A batch that another process had begun to write is written once, stock by difference too', async () => {
  const first = await read(`${header}\n${linesOf(220)}\n`)
  await start(first.id)
  await t.platform.jobs.idle()
  const csv = String(await t.call(productRoutes.export, { query: { format: 'csv' } }, owner.headers))
  const more = csv.replaceAll(
    /,(\d+),(\d+),0,(?=[0-9a-f-]{36})/g,
    (_, stock: string, was: string) => `,${Number(stock) + 5},${was},0,`,
  )
  const run = await read(more)
  expect(run.counts).toEqual({ new: 0, change: 220, same: 0, bad: 0 })
  await t.platform.db.raw(`update "importRun" set state = 'running', "startedAt" = "createdAt" where id = $1`, [run.id])
  // Three workers at once, as after a node that was thought dead.
  const { productImport } = t.app.services
  await Promise.all([1, 2, 3].map(() => productImport.work(run.id, { isLast: true })))
  expect(await runOf(run.id)).toMatchObject({ state: 'done', done: 220 })
  const { rows } = await t.platform.db.raw('select sum(stock)::integer as stock from variant where "firmId" = $1', [
    owner.firmId,
  ])
  const before = Array.from({ length: 220 }, (_, at) => at % 7).reduce((sum, stock) => sum + stock, 0)
  expect(rows[0]?.['stock']).toBe(before + 220 * 5)
}, 60_000)

test('PRODUCT-152 The same file is not written twice at once, and after a colleague has written it it is looked at again', async () => {
  const text = `${header}\n${linesOf(300)}\n`
  const [mine, theirs] = [await read(text), await read(text)]
  t.clock.advance(1000)
  await start(mine.id)
  await expect(start(theirs.id)).rejects.toMatchObject({ errorName: 'conflict' })
  await t.platform.jobs.idle()
  await expect(start(theirs.id)).rejects.toMatchObject({ errorName: 'conflict' })
  const again = await read(text)
  expect(again).toMatchObject({ counts: { new: 0, same: 300 }, sameFile: { endedAt: expect.any(String) } })
  expect(await products()).toBe(300)
})

test('PRODUCT-153 A keyword that is taken between preview and import refuses its row with the reason, and the others go in', async () => {
  const run = await read(`${header}\n${linesOf(5)}\n`)
  const body = { productName: '先來的', keyword: 'K3', price: 1000, variants: [{ name: '', stock: 1 }] }
  await t.call(productRoutes.create, { body }, owner.headers)
  await t.platform.db.raw(`update product set "productName" = '別的' where "firmId" = $1`, [owner.firmId])
  await start(run.id)
  await t.platform.jobs.idle()
  const ended = await runOf(run.id)
  // The keyword means that product now: the row is its change, not a second product.
  expect(ended.outcome).toEqual({ new: 4, change: 1, same: 0, bad: 0 })
  expect(await products()).toBe(5)
})

test('PRODUCT-154 Rows of a preview come by their state in pages, those with errors first', async () => {
  const run = await read(`${header}\n${linesOf(150)}\nX1,,1,1\n`)
  const page = async (query: { state?: 'new' | 'bad'; offset?: number }) =>
    (await t.call(routes.rows, { params: { id: run.id }, query }, owner.headers)).rows.map(({ line }) => line)
  expect((await page({})).slice(0, 2)).toEqual([152, 2])
  expect(await page({ state: 'bad' })).toEqual([152])
  expect(await page({ state: 'new', offset: 100 })).toHaveLength(50)
})

test('PRODUCT-155 An import whose job has died goes on after two minutes, and rows of files are kept no longer than they are worked with', async () => {
  const run = await read(`${header}\n${linesOf(3)}\nX1,,1,1\n`)
  await t.platform.db.raw(`update "importRun" set state = 'running', "startedAt" = "createdAt" where id = $1`, [run.id])
  await t.platform.jobs.runTick('product/import-resume')
  await t.platform.jobs.idle()
  expect((await runOf(run.id)).state).toBe('running')
  t.clock.advance(3 * 60_000)
  await t.platform.jobs.runTick('product/import-resume')
  await t.platform.jobs.idle()
  expect((await runOf(run.id)).state).toBe('done')
  const left = async () =>
    Number(
      (await t.platform.db.raw('select count(*) as n from "importRow" where "runId" = $1', [run.id])).rows[0]?.['n'],
    )
  t.clock.advance(86_400_000 + 1000)
  await t.platform.jobs.runTick('product/import-sweep')
  expect(await left()).toBe(1)
  t.clock.advance(31 * 86_400_000)
  await t.platform.jobs.runTick('product/import-sweep')
  expect(await left()).toBe(0)
})

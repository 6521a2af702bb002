import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Charset } from '@kaimai/contract/common/sheet.ts'
import type { ImportRun, ImportRunRow } from '@kaimai/contract/common/import-run.ts'
import { productImportRoutes as routes } from '@kaimai/contract/product/product-import.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { bytesIn } from '../../../test/charset-bytes.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { sendFile } from '../../../test/sign-up-people.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { aWorkbook } from '../../../test/workbook.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const t = await sharedApp()
let owner: Member
beforeEach(async () => {
  owner = await t.aFirm()
})

const read = async (file: string | Uint8Array, charset?: Charset): Promise<ImportRun> => {
  const fields = { fileName: 'a.csv', ...(charset === undefined ? {} : { charset }) }
  const { status, body } = await sendFile(t, owner, routes.read, fields, file)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { data: ImportRun }).data
}
const rowsOf = async ({ id }: ImportRun): Promise<ImportRunRow[]> =>
  (await t.call(routes.rows, { params: { id }, query: { offset: 0 } }, owner.headers)).rows
const write = async ({ id }: ImportRun): Promise<void> => {
  await t.call(routes.start, { params: { id }, body: {} }, owner.headers)
  await t.platform.jobs.idle()
}
const products = async () =>
  (await t.call(productRoutes.list, { query: { limit: 50, sort: 'productName' } }, owner.headers)).items

test('PRODUCT-220 Prices 12,50 · 1 280,00 · 1.280,50 and stock 1,5 of a file with semicolons are refused at their cells with both readings; nothing of them is written', async () => {
  const run = await read('商品名稱;售價;庫存\n碗;12,50;1\n杯;1 280,00;1\n盤;1.280,50;1\n壺;100;1,5\n缽;1,280;1,000\n')
  expect(run.counts).toEqual({ new: 1, change: 0, same: 0, bad: 4 })
  const rows = await rowsOf(run)
  expect(rows.filter(({ state }) => state === 'bad').map(({ errors }) => errors)).toEqual([
    [{ column: 'price', message: '「12,50」可以讀成 12.5 或 1250，請改成沒有逗號的寫法' }],
    [{ column: 'price', message: '「1 280,00」可以讀成 1280 或 128000，請改成沒有逗號的寫法' }],
    [{ column: 'price', message: '「1.280,50」可以讀成 1280.5 或 1.2805，請改成沒有逗號的寫法' }],
    [{ column: 'stock', message: '「1,5」可以讀成 1.5 或 15，請改成沒有逗號的寫法' }],
  ])
  await write(run)
  expect(await products()).toMatchObject([{ productName: '缽', price: 128_000, variants: [{ stock: 1000 }] }])
})

test('PRODUCT-221 A preview says what will be stored where a cell says it otherwise, beside what stands there', async () => {
  const bowl = await aProduct(t, owner, { name: '碗', price: 680_00, stock: 8 })
  const variant = bowl.variants[0]
  expect(variant?.stock).toBe(8)
  const run = await read(
    `商品名稱,售價,庫存,匯出時庫存（請勿修改）,商品編號\n碗,"NT$1,280",15,10,${bowl.id}\n杯,380,3,,\n`,
  )
  const rows = await rowsOf(run)
  // Since the export two were sold: five more than then are thirteen.
  expect(rows.find(({ state }) => state === 'change')).toMatchObject({
    before: { price: '680', stock: '8' },
    stored: { price: '1280', stock: '13' },
  })
  expect(rows.find(({ state }) => state === 'new')).toMatchObject({ before: {}, stored: {} })
  await write(run)
  expect((await products()).find(({ id }) => id === bowl.id)).toMatchObject({
    price: 128_000,
    variants: [{ stock: 13 }],
  })
})

test('PRODUCT-222 Of a workbook whose first sheet is hidden the first visible one is read, and the preview names it', async () => {
  const rowsIn = (name: string) => [
    ['商品名稱', '售價', '庫存'],
    [name, 100, 1],
  ]
  const run = await read(
    aWorkbook([
      { name: '去年', state: 'hidden', rows: rowsIn('舊碗') },
      { name: '今年', rows: rowsIn('新碗') },
    ]),
  )
  expect(run.source).toEqual({ charset: null, isGuessed: false, sheetName: '今年', candidates: [] })
  await write(run)
  expect((await products()).map(({ productName }) => productName)).toEqual(['新碗'])
})

test('PRODUCT-223 A file whose header is Chinese is read in the character set that its columns are found in, as a guess', async () => {
  const file = bytesIn('gbk', '商品名称,售價,庫存,name\n,100,1,颖\n')
  const run = await read(file, 'gbk')
  expect(run.source).toMatchObject({ charset: 'gbk', isGuessed: false })
  const guessed = await read(bytesIn('gbk', '商品名稱,售價,庫存\n瓷碗,100,1\n'))
  expect(guessed.source).toMatchObject({ charset: 'gbk', isGuessed: true })
  expect((await rowsOf(guessed))[0]?.cells[0]).toBe('瓷碗')
  // Words of a file stand in the answer that reads it, and are not kept with the run.
  expect(guessed.source.candidates).toContainEqual({ charset: 'gbk', sample: '商品名稱、售價、庫存' })
  expect((await t.call(routes.run, { params: { id: guessed.id } }, owner.headers)).source.candidates).toEqual([])
})

test('PRODUCT-224 Runs and rows from before their files’ character sets were written down stay, with none', async () => {
  const run = await read('商品名稱,售價,庫存\n碗,"1,280",1\n')
  const text = await readFile(join(migrationsFolder, '220-import-source.sql'), 'utf8')
  const undone = new Error('undone')
  const moved = t.platform.db.transaction(async (tx) => {
    const query = (statement: ReturnType<typeof sql>) => statement.execute(tx.as())
    await query(sql`alter table "importRun" drop column source`)
    await query(sql`alter table "importRow" drop column stored`)
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await query(sql.raw(statement))
    const runs = await query(sql`select source from "importRun" where id = ${run.id}`)
    const rows = await query(sql`select stored from "importRow" where "runId" = ${run.id}`)
    expect(runs.rows).toEqual([{ source: { charset: null, isGuessed: false, sheetName: '' } }])
    expect(rows.rows).toEqual([{ stored: {} }])
    throw undone
  })
  await expect(moved).rejects.toBe(undone)
})

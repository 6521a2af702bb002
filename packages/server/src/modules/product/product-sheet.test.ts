import { beforeEach, describe, expect, test } from 'vitest'
import { recordStatements } from '../../../test/explain.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import { sheetBytes } from '../../../test/sheet-bytes.ts'
import { newId } from '../../platform/ids.ts'

const { db, shop } = await sharedShop()
let firmId: string

beforeEach(async () => {
  firmId = await shop.aFirm()
})

const bytesOf = (text: string) => new TextEncoder().encode(text)
const language = 'zh-TW'
const clerk = (id: string) => ({ id, userId: newId(), userName: '小林' })
/** Reads a file; `good` writes the rows without errors, `all` nothing while one is bad. */
const bring = async (content: string | Uint8Array, mode: 'preview' | 'good' | 'all' = 'all', to = firmId) => {
  const file = typeof content === 'string' ? bytesOf(content) : content
  const run = await shop.productImport.read(clerk(to), { file, fileName: 'a.csv', options: {}, language, ip: '' })
  const { rows } = await shop.productImport.rows(to, run.id, { offset: 0 })
  const done = mode === 'good' || (mode === 'all' && run.counts.bad === 0)
  if (done) {
    await shop.productImport.start(to, run.id)
    await shop.productImport.work(run.id, { isLast: true })
    expect((await shop.productImport.run(to, run.id)).state).toBe('done')
  }
  return { ...run, rows, done }
}
const take = async (format: 'xlsx' | 'csv', input = {}) => {
  return sheetBytes(await shop.productSheet.export(firmId, { format, ...input }, 'zh-TW'))
}
const read = async (of = firmId) =>
  (await shop.products.list(of, { limit: 100, sort: 'productName' })).items.map(({ variants, ...product }) => ({
    ...product,
    id: '',
    createdAt: '',
    variants: variants.map(({ name, keyword, stock }) => ({ name, keyword, stock })),
  }))

const aRichShop = async () => {
  await shop.aProduct(firmId, {
    productName: '=HYPERLINK("x") 碗',
    keyword: 'A01',
    description: '第一行\n第二行，"引號"',
    originalPrice: 880_00,
    onSalePrice: 600_00,
    onSaleFrom: '2026-11-20T12:00:00.000Z',
    onSaleUntil: '2026-11-30T12:00:00.000Z',
    specialOfferPrice: 550_00,
    perPersonLimit: 3,
    returnException: 'openedHygiene',
    taxType: 'zeroRated',
    temperature: 'chilled',
    weight: 1280,
  })
  await shop.aProduct(firmId, {
    productName: '上衣',
    keyword: '',
    offSale: true,
    variants: [
      { name: '紅', stock: 1, keyword: 'B01R' },
      { name: '白', stock: 0, keyword: '' },
    ],
  })
}

describe('products as a file', () => {
  test.each(['xlsx', 'csv'] as const)(
    'PRODUCT-32 An exported %s comes back the same: nothing to change',
    async (format) => {
      await aRichShop()
      const { counts, unknownHeaders } = await bring(await take(format), 'preview')
      expect(counts).toEqual({ new: 0, change: 0, same: 3, bad: 0 })
      expect(unknownHeaders).toEqual([])
    },
  )

  test.each(['xlsx', 'csv'] as const)(
    'PRODUCT-33 An exported %s makes the same products in another firm',
    async (format) => {
      await aRichShop()
      const before = await read()
      const bytes = await take(format)
      const other = await shop.aFirm()
      // Its ids are not the other firm's.
      expect((await bring(bytes, 'preview', other)).counts.bad).toBe(3)
      const withoutIds = bytesOf(new TextDecoder().decode(await take('csv')).replaceAll(/,[0-9a-f-]{36}(?=\r\n)/g, ','))
      expect((await bring(withoutIds, 'all', other)).counts).toEqual({ new: 3, change: 0, same: 0, bad: 0 })
      expect(await read(other)).toEqual(before)
    },
  )

  test('PRODUCT-34 A row finds its product by keyword; columns that are missing leave what is there, an empty cell clears', async () => {
    await aRichShop()
    const { counts, done } = await bring('關鍵字,商品名稱,直播優惠價,庫存\na01,新碗,,7\n')
    expect({ counts, done }).toEqual({ counts: { new: 0, change: 1, same: 0, bad: 0 }, done: true })
    const [, bowl] = await read()
    expect(bowl).toMatchObject({
      productName: '新碗',
      specialOfferPrice: null,
      onSalePrice: 600_00,
      price: 680_00,
      variants: [{ stock: 7 }],
      stock: 7,
    })
    expect((await shop.products.list(firmId, { limit: 5, q: '新碗' })).total).toBe(1)
  })

  test('PRODUCT-35 Rows of one product become its variants; those it has already are kept', async () => {
    const content = '商品名稱,售價,款式,款式關鍵字,庫存\n杯,100,大,C1,3\n杯,100,小,C2,4\n盤,50,,,1\n'
    expect((await bring(content)).counts).toEqual({ new: 3, change: 0, same: 0, bad: 0 })
    expect(await read()).toMatchObject([
      {
        productName: '杯',
        variants: [
          { name: '大', keyword: 'C1' },
          { name: '小', stock: 4 },
        ],
      },
      { productName: '盤', variants: [{ name: '', stock: 1 }] },
    ])
    const csv = new TextDecoder().decode(await take('csv', { q: '杯' })).split('\r\n')
    const [header, first = ''] = csv
    expect((await bring(`${header}\r\n${first.replace(',3,', ',30,')}\r\n`)).counts).toMatchObject({ change: 1 })
    expect((await read())[0]?.variants.map(({ stock }) => stock)).toEqual([30, 4])
  })

  test('PRODUCT-36 What is wrong is said at its cell; the whole product waits, the others can go in', async () => {
    await shop.aProduct(firmId, { productName: '帽', keyword: 'H1' })
    const content = [
      '商品編號,下單關鍵字,商品名稱,售價,特價,規格,規格關鍵字,庫存,7 天鑑賞期例外',
      ',A1,碗,100,200,,,1,',
      ',B1,衣,100,,紅,H1,1,',
      ',B1,衣,120,,白,,1,',
      ',C1,壺,,,,,,',
      '01900000-0000-7000-8000-00000000abcd,D1,盤,10,,,,1,',
      ',E1,瓶,10,,,,1,生鮮',
      ',F1,好的,10,,,,1,客製化商品',
      ',F1,又一個,10,,別款,,1,',
    ].join('\n')
    const { counts, rows } = await bring(content, 'good')
    expect(counts).toEqual({ new: 0, change: 0, same: 0, bad: 8 })
    const refused = Object.fromEntries(rows.map(({ line, errors }) => [line, errors.map(({ column }) => column)]))
    expect(refused).toEqual({
      2: ['onSalePrice'],
      3: ['variantKeyword'],
      4: ['price'],
      5: ['price', 'stock'],
      6: ['id'],
      7: ['returnException'],
      8: [''],
      9: ['productName'],
    })
    const fixed = content.split('\n').filter((_, at) => at === 0 || at === 7)
    expect((await bring(fixed.join('\n'), 'good')).counts).toEqual({ new: 1, change: 0, same: 0, bad: 0 })
    expect((await read()).find(({ keyword }) => keyword === 'F1')?.returnException).toBe('customised')
  })

  test('PRODUCT-37 The template imports as it is', async () => {
    const { counts } = await bring(await take('xlsx', { template: '1' }))
    expect(counts).toEqual({ new: 3, change: 0, same: 0, bad: 0 })
  })

  test('PRODUCT-38 5,000 rows are written by few statements', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `K${at},商品 ${at},${at + 1},${at % 50}`)
    const content = `關鍵字,商品名稱,售價,庫存\n${lines.join('\n')}\n`
    const statements = await recordStatements(async () => {
      expect((await bring(content)).counts.new).toBe(5000)
    })
    expect(statements.length).toBeLessThan(1500)
    expect((await bring(content, 'preview')).counts).toEqual({ new: 0, change: 0, same: 5000, bad: 0 })
    expect((await shop.products.list(firmId, { limit: 1 })).total).toBe(5000)
  }, 180_000)
})

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const sell = async (variantId: string, quantity: number) =>
  db.transaction((tx) => shop.products.reserve(tx, firmId, [{ variantId, quantity }]))

describe('an exported file that is brought back', () => {
  test('PRODUCT-39 An exported file that comes back as it is puts no sold piece on sale again', async () => {
    const { id, variants } = await shop.aProduct(firmId, { productName: '碗', variants: [{ name: '', stock: 10 }] })
    const file = await take('csv')
    await sell(variants[0]?.id ?? '', 4)
    const { counts } = await bring(file)
    expect(counts).toMatchObject({ same: 1, new: 0, change: 0, bad: 0 })
    expect((await shop.products.show(firmId, id)).stock).toBe(6)
  })

  test('PRODUCT-40 A stock that was changed in an exported file is a change against the exported figure', async () => {
    const { id, variants } = await shop.aProduct(firmId, { productName: '碗', variants: [{ name: '', stock: 10 }] })
    const file = textOf(await take('csv'))
    await sell(variants[0]?.id ?? '', 4)
    const line = (stock: number) => file.replace(/(,)10,10,0,/, `$1${stock},10,0,`)
    expect(line(15)).not.toBe(file)
    await bring(line(15))
    expect((await shop.products.show(firmId, id)).stock).toBe(11)
    await bring(line(0))
    expect((await shop.products.show(firmId, id)).stock).toBe(1)
    await bring(line(0))
    expect((await shop.products.show(firmId, id)).stock).toBe(0)
  })

  test('PRODUCT-41 A file that changes only prices leaves pieces sold that are sold while it is written', async () => {
    const { id, variants } = await shop.aProduct(firmId, { productName: '碗', variants: [{ name: '', stock: 100 }] })
    const content = (price: number) => `商品編號,商品名稱,售價\n${id},碗,${price}\n`
    const rounds = Array.from({ length: 8 }, (_, at) => at + 1)
    await Promise.all(rounds.flatMap((at) => [bring(content(at * 10)), sell(variants[0]?.id ?? '', 1)]))
    expect((await shop.products.show(firmId, id)).stock).toBe(100 - rounds.length)
  })

  test('PRODUCT-42 Rows without id and keyword mean the product of their name, and the preview says so', async () => {
    const content = (price: number) => `商品名稱,售價,庫存\n竹籃,${price},5\n陶杯,300,2\n`
    expect((await bring(content(100))).counts).toMatchObject({ new: 2 })
    const preview = await bring(content(120), 'preview')
    expect(preview.counts).toMatchObject({ new: 0, change: 1, same: 1 })
    expect(preview.rows.map(({ note }) => note)).toEqual(
      Array.from({ length: 2 }, () => '沒有編號和關鍵字，依名稱對應到現有的商品'),
    )
    await bring(content(120))
    const { items } = await shop.products.list(firmId, { limit: 10, sort: 'productName' })
    expect(items.map(({ productName, price }) => `${productName} ${price}`).toSorted()).toEqual([
      '竹籃 12000',
      '陶杯 30000',
    ])
  })

  test('PRODUCT-43 A name that several products have is asked for an id or a keyword, and nothing is written', async () => {
    await shop.aProduct(firmId, { productName: '碗', keyword: '' })
    await shop.aProduct(firmId, { productName: '碗', keyword: '' })
    const { rows, done } = await bring('商品名稱,售價,庫存\n碗,1,1\n')
    expect(done).toBe(false)
    expect(rows[0]).toMatchObject({
      state: 'bad',
      errors: [{ column: 'productName', message: '有好幾個商品叫這個名稱，請填商品編號或關鍵字' }],
    })
  })

  test('PRODUCT-44 Two groups of rows that mean one product each name the other', async () => {
    const { id } = await shop.aProduct(firmId, { productName: '碗', keyword: 'A01' })
    const { rows } = await bring(`商品編號,下單關鍵字,商品名稱,售價\n${id},,碗,1\n,A01,碗,2\n`, 'preview')
    expect(rows.find(({ line }) => line === 3)?.errors[0]?.message).toContain('第 2 列')
  })

  test('PRODUCT-166 A sheet has a description’s words: the same words leave its headings and pictures, others keep its pictures', async () => {
    const picture = '<img src="/media/image/iabcdefghij0123456789-1200x800.webp" alt="碗">'
    const description = `<h2>尺寸</h2><p>碗口 <strong>11 cm</strong></p>${picture}<ol><li>先洗</li><li>再用</li></ol>`
    await shop.aProduct(firmId, { productName: '碗', keyword: 'A01', description })
    const now = async () => (await read()).find((product) => product.productName === '碗')?.description
    const csv = new TextDecoder().decode(await take('csv'))
    expect(csv).toContain('尺寸\n\n碗口 11 cm\n\n1. 先洗\n2. 再用')
    expect((await bring(csv)).counts).toEqual({ new: 0, change: 0, same: 1, bad: 0 })
    expect(await now()).toBe(description)
    await bring('關鍵字,商品名稱,商品介紹\nA01,碗,碗口 12 cm\n')
    expect(await now()).toBe(`<p>碗口 12 cm</p>${picture}`)
    await bring('關鍵字,商品名稱,商品介紹\nA01,碗,\n')
    expect(await now()).toBe('')
  })

  test('PRODUCT-45 A file of prices makes a save from before it a conflict', async () => {
    const product = await shop.aProduct(firmId, { productName: '碗', keyword: 'A01' })
    await bring('商品名稱,下單關鍵字,售價\n碗,A01,99\n')
    await expect(shop.products.change(firmId, product.id, { ...product, description: '新' })).rejects.toMatchObject({
      errorName: 'conflict',
      conflict: { version: 2, fields: [{ field: 'price', now: 9900 }] },
    })
  })
})

describe('a file of products before it is written', () => {
  test('PRODUCT-145 A row that changes a product says what stands in the cells that it changes, and in no others', async () => {
    await shop.aProduct(firmId, { productName: '碗', keyword: 'A01', variants: [{ name: '', stock: 8 }] })
    const content = '關鍵字,商品名稱,售價,每人限購,庫存\nA01,碗,720,2,5\nA02,盤,100,,1\n'
    const { rows, leading } = await bring(content, 'preview')
    expect(rows.map(({ line, before }) => [line, before])).toEqual([
      [2, { price: '680', perPersonLimit: '', stock: '8' }],
      [3, {}],
    ])
    expect(leading).toEqual(['productName', 'price', 'perPersonLimit', 'stock'])
  })

  test('PRODUCT-146 A fraction of a dollar is refused at its cell in words, unless it stood there before', async () => {
    const { id } = await shop.aProduct(firmId, { productName: '碗', keyword: 'A01', price: 680_50 })
    const content = `商品編號,商品名稱,售價,直播優惠價,庫存\n${id},碗,680.5,,1\n,盤,99.9,88.88,1\n,杯,99.00,,1\n`
    const { rows, counts } = await bring(content, 'good')
    expect(counts).toEqual({ new: 1, change: 1, same: 0, bad: 1 })
    expect(rows[0]).toMatchObject({ line: 3, state: 'bad' })
    expect(rows[0]?.errors).toEqual([
      { column: 'price', message: '新台幣沒有小數，請填整數金額，例如 1280' },
      { column: 'specialOfferPrice', message: '新台幣沒有小數，請填整數金額，例如 1280' },
    ])
    expect((await read()).map(({ productName }) => productName).toSorted()).toEqual(['碗', '杯'].toSorted())
  })

  test('PRODUCT-147 Two colleagues who bring in the same products at once make none of them twice, with keywords and without', async () => {
    const lines = Array.from({ length: 250 }, (_, at) => (at % 2 === 0 ? `K${at},商品 ${at},10,1` : `,商品 ${at},10,1`))
    const content = (end: string) => `關鍵字,商品名稱,售價,庫存\n${lines.join('\n')}\n${end}`
    // Not the same bytes: those are refused while one of them runs.
    const runs = await Promise.all(['', '\n'].map((end) => bring(content(end), 'good')))
    expect(runs.map(({ done }) => done)).toEqual([true, true])
    expect((await shop.products.list(firmId, { limit: 1 })).total).toBe(250)
  }, 60_000)

  test('PRODUCT-148 Two products of one name that stand apart in a file stay two, whatever batch each is written in', async () => {
    const others = Array.from({ length: 150 }, (_, at) => `商品 ${at},10,1`)
    await bring(`商品名稱,售價,庫存\n碗,10,1\n${others.join('\n')}\n碗,20,1\n`)
    expect(
      (await shop.products.list(firmId, { limit: 10, q: '碗' })).items.map(({ price }) => price).toSorted(),
    ).toEqual([1000, 2000])
  })
})

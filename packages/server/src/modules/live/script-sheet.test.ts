import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readScriptTime, showScriptTime } from '@kaimai/contract/live/script-sheet.rules.ts'
import type { ScriptSheet } from '@kaimai/contract/live/script-sheet.routes.ts'
import { readScript } from './read-script-sheet.ts'
import type { SheetProduct } from './sheet-products.ts'
import { writeScript } from './write-script-sheet.ts'

const products: SheetProduct[] = [
  { id: '00000000-0000-7000-8000-000000000001', productName: '柴燒側把壺', keyword: 'A01' },
  { id: '00000000-0000-7000-8000-000000000002', productName: '粉引小缽', keyword: '' },
  // Named like another one's keyword, and like another one.
  { id: '00000000-0000-7000-8000-000000000003', productName: 'a01', keyword: '' },
  { id: '00000000-0000-7000-8000-000000000004', productName: '月白釉茶杯', keyword: '' },
  { id: '00000000-0000-7000-8000-000000000005', productName: '月白釉茶杯', keyword: '' },
]
const people = { byNames: async () => new Map([['阿德', { name: '阿德', userImgId: 'set-7' }]]) }

const seconds = fc.oneof(
  fc.integer({ min: 0, max: 60_000 }).map((tenths) => tenths / 10),
  fc.integer({ min: 0, max: 6_000_000 }).map((ms) => ms / 1000),
)
const later = (at: number, by: number) => Math.round((at + by) * 1000) / 1000
const productId = fc.constantFrom(...products.map(({ id }) => id))
const words = fc.constantFrom('晚安', '+1', "'=1+1", '=SUM(A1)', 'a,b;"c"', '180ml 適合幾個人？', '＋1 謝謝', '-', "'")

const scripts: fc.Arbitrary<ScriptSheet> = fc
  .record({
    commentList: fc.array(
      fc.record({
        commentTime: seconds,
        userName: fc.constantFrom('阿德', '小鹿媽咪', '@all'),
        commentText: words,
        userImgId: fc.constantFrom('set-1', 'set-2'),
      }),
      { maxLength: 12 },
    ),
    productList: fc.array(
      fc
        .record({
          productId,
          at: fc.option(seconds),
          by: fc.option(fc.integer({ min: 1, max: 300 })),
          livePrice: fc.option(fc.integer({ min: 0, max: 900_000 })),
          showLeft: fc.boolean(),
        })
        .map(({ at, by, ...rest }) => ({
          ...rest,
          showAt: at,
          hideAt: at === null || by === null ? null : later(at, by),
        })),
      { maxLength: 8 },
    ),
    fakeTicket: fc.array(
      fc.record({ at: seconds, userName: fc.constant('林*君'), productId, quantity: fc.integer({ min: 1, max: 99 }) }),
      { maxLength: 6 },
    ),
    callToAction: fc.array(
      fc
        .record({
          at: seconds,
          by: fc.option(fc.integer({ min: 1, max: 60 })),
          text: words,
          url: fc.constantFrom('', 'https://a.tw/x?y=1'),
        })
        .map(({ at, by, ...rest }) => ({ ...rest, at, until: by === null ? null : later(at, by) })),
      { maxLength: 5 },
    ),
    audienceCurve: fc.array(fc.record({ at: seconds, count: fc.nat(100_000) }), { maxLength: 6 }),
  })
  .map((script) => ({
    ...script,
    commentList: script.commentList.toSorted((a, b) => a.commentTime - b.commentTime),
    fakeTicket: script.fakeTicket.toSorted((a, b) => a.at - b.at),
    callToAction: script.callToAction.toSorted((a, b) => a.at - b.at),
    audienceCurve: script.audienceCurve.toSorted((a, b) => a.at - b.at),
  }))

const bytesOf = (content: unknown): Uint8Array => {
  if (content instanceof Uint8Array) return content
  throw new Error('a sheet is bytes')
}

const fileOf = async (lines: readonly string[]) => Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
const read = (file: Uint8Array, mode: 'preview' | 'all' | 'good' = 'all') =>
  readScript({ file, mode, language: 'zh-TW', products, people })

describe('the programme as a file', () => {
  test('LIVE-100 What is exported comes back the same, as Excel and as CSV, in both languages', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        scripts,
        fc.constantFrom('xlsx', 'csv'),
        fc.constantFrom('zh-TW', 'en'),
        async (script, format, language) => {
          const rows = Object.values(script).reduce((sum, list) => sum + list.length, 0)
          fc.pre(rows > 0)
          const { content } = await writeScript({ format, language, name: '節目', script, products })
          const back = await readScript({ file: bytesOf(content), mode: 'all', language, products, people })
          expect(back.rows.filter(({ state }) => state === 'bad')).toEqual([])
          expect(back.script).toEqual(script)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('LIVE-101 A time is the same after it was written and read, to the thousandth', () => {
    fc.assert(fc.property(seconds, (at) => readScriptTime(showScriptTime(at)) === at))
    expect([readScriptTime('1:02:03.25'), readScriptTime('83'), readScriptTime('1:75'), readScriptTime('x')]).toEqual([
      3723.25,
      83,
      undefined,
      undefined,
    ])
  })

  test('LIVE-102 Every row that is wrong says why at its cell, and the good ones come in when asked', async () => {
    const file = await fileOf([
      '時間,結束,種類,名字,內容,商品,數量,直播價',
      '00:12.5,,留言,阿德,晚安,,,',
      '00:13,,留言,,誰說的,,,',
      ',,留言,阿德,什麼時候,,,',
      '00:20,,廣告,阿德,x,,,',
      '1:00,0:50,商品,,,A01,,1980',
      '1:00,2:00,商品,,,B99,,',
      '1:00,2:00,商品,,,月白釉茶杯,,',
      '1:00,2:00,商品,,,粉引小缽,,"1,280"',
      '1:30,,模擬購買,林*君,,A01,200,',
      '1:40,,虛擬觀眾,,,,,',
      '1:75,,虛擬觀眾,,,,12,',
    ])
    const preview = await read(file, 'preview')
    expect(preview.script.commentList).toEqual([])
    expect(preview.counts).toEqual({ new: 2, change: 0, same: 0, bad: 9 })
    const errors = new Map(preview.rows.map(({ line, errors: found }) => [line, found.map(({ column }) => column)]))
    expect([3, 4, 5, 6, 7, 8, 10, 11, 12].map((line) => errors.get(line))).toEqual([
      ['name'],
      ['time'],
      ['kind'],
      ['until'],
      ['product'],
      ['product'],
      ['quantity'],
      ['quantity'],
      ['time'],
    ])
    expect(preview.rows.find(({ line }) => line === 7)?.errors[0]?.message).toContain('B99')
    expect((await read(file)).done).toBe(false)
    const good = await read(file, 'good')
    expect(good.script).toEqual({
      commentList: [{ commentTime: 12.5, userName: '阿德', commentText: '晚安', userImgId: 'set-7' }],
      productList: [{ productId: products[1]?.id, showAt: 60, hideAt: 120, livePrice: 128_000, showLeft: true }],
      fakeTicket: [],
      callToAction: [],
      audienceCurve: [],
    })
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Line } from '@kaimai/contract/common/fields.ts'
import { comparableWord } from '@kaimai/contract/room/giveaway.schema.ts'
import { readScriptTime, showScriptTime } from '@kaimai/contract/live/script-sheet.rules.ts'
import { type ScriptSheet, scriptListNames } from '@kaimai/contract/live/script-sheet.routes.ts'
import { mergeScriptList, type ScriptRow } from '@kaimai/contract/live/script-sheet-merge.rules.ts'
import { sheetBytes } from '../../../test/sheet-bytes.ts'
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
  fc.integer({ min: 0, max: 86_000_000 }).map((ms) => ms / 1000),
)
const later = (at: number, by: number) => Math.round((at + by) * 1000) / 1000
const productId = fc.constantFrom(...products.map(({ id }) => id))
const words = fc.constantFrom('晚安', '+1', "'=1+1", '=SUM(A1)', 'a,b;"c"', '180ml 適合幾個人？', '＋1 謝謝', '-', "'")

/** Whatever the contract takes as a line, also what a sheet could take for a formula, a number or more cells. */
const line = (max: number): fc.Arbitrary<string> =>
  fc.oneof(words, fc.string({ unit: 'grapheme', minLength: 1, maxLength: max })).filter((text) => {
    const parsed = Line(max).safeParse(text)
    return parsed.success && parsed.data === text
  })

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
    poll: fc.array(
      fc.record({
        at: seconds,
        question: line(80),
        options: fc.array(line(30), { minLength: 2, maxLength: 4 }),
        seconds: fc.integer({ min: 10, max: 900 }),
      }),
      { maxLength: 5 },
    ),
    giveaway: fc.array(
      fc.record({
        at: seconds,
        prize: line(60),
        word: line(20).filter((word) => comparableWord(word) !== ''),
        winners: fc.integer({ min: 1, max: 20 }),
        seconds: fc.integer({ min: 10, max: 900 }),
      }),
      { maxLength: 5 },
    ),
    audienceCurve: fc.array(fc.record({ at: seconds, count: fc.nat(100_000) }), { maxLength: 6 }),
  })
  .map((script) => ({
    ...script,
    commentList: script.commentList.toSorted((a, b) => a.commentTime - b.commentTime),
    fakeTicket: script.fakeTicket.toSorted((a, b) => a.at - b.at),
    callToAction: script.callToAction.toSorted((a, b) => a.at - b.at),
    poll: script.poll.toSorted((a, b) => a.at - b.at),
    giveaway: script.giveaway.toSorted((a, b) => a.at - b.at),
    audienceCurve: script.audienceCurve.toSorted((a, b) => a.at - b.at),
  }))

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
          const file = await writeScript({ format, language, name: '節目', script, products })
          const back = await readScript({ file: await sheetBytes(file), mode: 'all', language, products, people })
          expect(back.rows.filter(({ state }) => state === 'bad')).toEqual([])
          for (const list of scriptListNames)
            expect(back.script[list].map(({ id: _id, ...row }) => row)).toEqual(script[list])
        },
      ),
      { numRuns: 15 },
    )
  })

  test('LIVE-600 Importing what was exported changes nothing, merged or as a replacement, in the script of the studio', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.constantFrom('xlsx', 'csv'), async (script, format) => {
        fc.pre(Object.values(script).some((list) => list.length > 0))
        const file = await writeScript({ format, language: 'en', name: 'script', script, products })
        const back = await readScript({ file: await sheetBytes(file), mode: 'all', language: 'en', products, people })
        for (const way of ['merge', 'replace'] as const) {
          for (const list of scriptListNames) {
            const current: readonly ScriptRow[] = script[list]
            const file = back.script[list].map((row: ScriptRow, at) => ({ line: back.lines[list][at] ?? 0, row }))
            const merged = mergeScriptList(list, current, file, { way })
            expect(merged.removed).toEqual([])
            expect(merged.rows.length).toBe(current.length)
            // The very same objects, in their order.
            for (const [at, row] of merged.rows.entries()) expect(row).toBe(current[at])
          }
        }
      }),
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
    expect(preview.script.commentList).toHaveLength(1)
    expect(preview.lines).toMatchObject({ commentList: [2], productList: [9] })
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
      poll: [],
      giveaway: [],
      audienceCurve: [],
    })
  })

  test('LIVE-732 A row’s id stands in the file and comes back, of polls and giveaways too', async () => {
    const empty = { commentList: [], productList: [], fakeTicket: [], callToAction: [], audienceCurve: [] }
    const poll = [{ id: 'q-first', at: 12.345, question: '先看哪一件？', options: ['壺', '杯 / 缽'], seconds: 45 }]
    const giveaway = [{ id: 'g1', at: 90, prize: '手作碟', word: '＋1 我要', winners: 3, seconds: 120 }]
    const script = { ...empty, poll, giveaway }
    for (const format of ['xlsx', 'csv'] as const) {
      const file = await writeScript({ format, language: 'zh-TW', name: '節目', script, products })
      const back = await read(await sheetBytes(file))
      expect(back.script).toEqual(script)
      expect(back.lines).toMatchObject({ poll: [2], giveaway: [3] })
    }
  })

  test('LIVE-733 A poll’s or giveaway’s line that can’t be one says why at its cell, and what it leaves out is as in a new one', async () => {
    const file = await fileOf([
      '時間,種類,內容,數量,選項 1,選項 2,選項 3,選項 4,留言關鍵字,開放秒數',
      '00:10,投票,先看哪一件？,,壺,,杯,,,',
      '00:20,投票,只有一個,,壺,,,,,',
      '00:30,投票,,,壺,杯,,,,',
      '00:40,投票,太短,,壺,杯,,,,5',
      '00:50,抽獎,手作碟,,,,,,我要,',
      '01:00,抽獎,手作碟,21,,,,,我要,30',
      '01:10,抽獎,手作碟,2,,,,,,30',
    ])
    const preview = await read(file, 'preview')
    expect(preview.script.poll).toEqual([{ at: 10, question: '先看哪一件？', options: ['壺', '杯'], seconds: 60 }])
    expect(preview.script.giveaway).toEqual([{ at: 50, prize: '手作碟', word: '我要', winners: 1, seconds: 60 }])
    const errors = new Map(preview.rows.map(({ line: at, errors: found }) => [at, found.map(({ column }) => column)]))
    expect([3, 4, 5, 7, 8].map((at) => errors.get(at))).toEqual([
      ['option2'],
      ['text'],
      ['seconds'],
      ['quantity'],
      ['word'],
    ])
  })

  test('LIVE-734 A file with more lines of a kind than a live holds names the kind and the number at the first that is too many', async () => {
    const lines = Array.from({ length: 101 }, (_, at) => `${at},投票,第 ${at} 題,好,不好`)
    const preview = await read(await fileOf(['時間,種類,內容,選項 1,選項 2', ...lines]), 'preview')
    expect(preview.counts).toMatchObject({ new: 100, bad: 1 })
    expect(preview.rows.find(({ line: at }) => at === 102)?.errors[0]?.message).toBe('一場直播最多 100 筆投票')
  })
})

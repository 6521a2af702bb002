import { describe, expect, test } from 'vitest'
import { scriptSheetRoutes } from '@kaimai/contract/live/script-sheet.routes.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { multipart, urlOf } from '../../../test/test-app.ts'
import { aWorkbook } from '../../../test/workbook.ts'
import { readScript } from './read-script-sheet.ts'

const t = await sharedApp()

const people = { byNames: async () => new Map<string, { name: string; userImgId: string }>() }
const read = (file: Uint8Array) => readScript({ file, mode: 'preview', language: 'zh-TW', products: [], people })

describe('times of a script’s file', () => {
  test('LIVE-824 Real times of a workbook are what their cells show, with a note how 1:23 as h:mm was understood', async () => {
    const rows = [
      ['時間', '結束', '種類', '名字', '內容'],
      [{ value: 0.0576388889, format: 'h:mm' }, '', '留言', '阿德', '一'],
      [{ value: 0.000960648, format: 'h:mm:ss' }, '', '留言', '阿德', '二'],
      [{ value: 2.7291666667, format: '[mm]:ss' }, '', '留言', '阿德', '三'],
      [{ value: 0.03125, format: 'mm:ss.0' }, '', '留言', '阿德', '四'],
      ['0:10', { value: 0.0138888889, format: 'h:mm' }, '行動呼籲', '', '領折價券'],
      [0.03125, '', '留言', '阿德', '五'],
    ]
    const { script, rows: shown } = await read(aWorkbook([{ name: '節目', rows }]))
    expect(script.commentList.map(({ commentTime, commentText }) => [commentText, commentTime])).toEqual([
      ['一', 83],
      ['二', 83],
      ['四', 2700],
      ['三', 3930],
    ])
    expect(script.callToAction).toMatchObject([{ at: 10, until: 20 }])
    const noteOf = (line: number) => shown.find((row) => row.line === line)?.note
    expect([2, 3, 4, 5, 6].map(noteOf)).toEqual([
      '試算表的「1:23」是時:分，這裡讀成影片的 01:23.0（分:秒）',
      '',
      '試算表的「3930:00」是時:分，這裡讀成影片的 65:30.0（分:秒）',
      '',
      '試算表的「0:20」是時:分，這裡讀成影片的 00:20.0（分:秒）',
    ])
    // Without its format nobody knows what it shows.
    expect(shown[0]).toMatchObject({ line: 7, state: 'bad', errors: [{ column: 'time' }] })
  })

  test('LIVE-825 A preview over HTTP says what will be stored, names the sheet, and refuses a price of 12,50 and 1,5 winners with both readings', async () => {
    const member = await t.aFirm()
    const rows = [
      ['時間', '種類', '名字', '內容', '數量', '留言關鍵字', '開放秒數'],
      ['83', '留言', '阿德', '晚安', '', '', ''],
      ['1:40', '抽獎', '', '手作碟', '1,5', '我要', '60'],
    ]
    const form = multipart(
      {},
      {
        file: aWorkbook([
          { name: '舊', state: 'hidden', rows: [['x']] },
          { name: '節目', rows },
        ]),
      },
    )
    const { status, body } = await t.request({
      method: 'POST',
      url: urlOf(scriptSheetRoutes.readScript, {}),
      headers: { ...member.headers, ...form.headers },
      payload: form.payload,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: {
        source: { charset: null, sheetName: '節目' },
        rows: [
          {
            line: 3,
            state: 'bad',
            errors: [{ column: 'quantity', message: '「1,5」可以讀成 1.5 或 15，請改成沒有逗號的寫法' }],
          },
          { line: 2, state: 'new', stored: { time: '0:01:23.0' } },
        ],
      },
    })
  })
})

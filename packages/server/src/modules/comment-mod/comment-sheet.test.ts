import { commentModImportRoutes as imports } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { sendFile } from '../../../test/sign-up-people.ts'
import { aVideo } from '../../../test/studio.ts'
import { type Member, urlOf } from '../../../test/test-app.ts'
import { aWorkbook, type WorkbookCell } from '../../../test/workbook.ts'

const t = await sharedApp()
let member: Member
beforeAll(async () => {
  member = await aFirmWithHours(t)
  await t.call(virtualUserRoutes.create, { body: { name: '小鹿', userImgId: 'deer' } }, member.headers)
})

/** Reads a file and takes in what it brings: its rows as the preview shows them, its comments as the editor gets them. */
const bring = async (file: string | Uint8Array, group: { readonly commentModId?: string } = {}) => {
  const { body } = await sendFile(t, member, imports.read, { fileName: 'a.csv', ...group }, file)
  const { data: run } = body as { data: ImportRun }
  const params = { id: run.id }
  const { rows } = await t.call(imports.rows, { params, query: {} }, member.headers)
  await t.call(imports.start, { params, body: { makeUsers: false } }, member.headers)
  await t.platform.jobs.idle()
  const { comments } = await t.call(imports.comments, { params }, member.headers)
  return { run, rows, comments }
}
const timed = (cells: readonly WorkbookCell[]) =>
  aWorkbook([
    {
      name: '留言',
      rows: [['時間', '虛擬觀眾', '留言內容'], ...cells.map((cell, at) => [cell, '小鹿', `第 ${at} 句`])],
    },
  ])

/** A group with these comments, as its file. */
const exported = async (
  format: 'csv' | 'xlsx',
  comments: readonly { readonly commentTime: number; readonly commentText: string; readonly userName?: string }[],
) => {
  const commentModList = comments.map((comment) => ({ userName: '小鹿', ...comment, userImgId: '' }))
  const body = { commentModName: `留言 ${format}`, videoId: await aVideo(t, member), commentModList }
  const { id } = await t.call(commentModRoutes.create, { body }, member.headers)
  const url = urlOf(commentModRoutes.download, { params: { id }, query: { format } })
  const reply = await t.app.http.inject({ method: 'GET', url, headers: { ...member.headers } })
  return { id, bytes: new Uint8Array(reply.rawPayload) }
}
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('COMMENT-MOD-145 Real times of a workbook are what their cells show: 1:23 as h:mm is a minute and 23 seconds, and the preview says so', async () => {
  const { rows, comments } = await bring(
    timed([
      { value: 0.0576388889, format: 'h:mm' },
      { value: 0.000960648, format: 'h:mm:ss' },
      { value: 2.7291666667, format: '[mm]:ss' },
      { value: 0.03125, format: 'mm:ss.0' },
      { value: 0.03125, format: 'h:mm' },
    ]),
  )
  const at = (text: string) => comments.find(({ commentText }) => commentText === text)?.commentTime
  expect([0, 1, 2, 3, 4].map((place) => at(`第 ${place} 句`))).toEqual([83, 83, 3930, 2700, 45])
  expect(rows.map(({ note }) => note)).toEqual([
    '試算表的「1:23」是時:分，這裡讀成影片的 01:23.0（分:秒）',
    '',
    '試算表的「3930:00」是時:分，這裡讀成影片的 65:30.0（分:秒）',
    '',
    '試算表的「0:45」是時:分，這裡讀成影片的 00:45.0（分:秒）',
  ])
})

test('COMMENT-MOD-146 A time that has lost its format is refused in words, not read as 0 seconds', async () => {
  const { body } = await sendFile(t, member, imports.read, { fileName: 'a.xlsx' }, timed([0.03125, 83.4]))
  const { data: run } = body as { data: ImportRun }
  const { rows } = await t.call(imports.rows, { params: { id: run.id }, query: {} }, member.headers)
  expect(rows.map(({ state, errors }) => [state, errors.map(({ column }) => column)])).toEqual([
    ['bad', ['commentTime']],
    ['new', []],
  ])
  expect(rows[0]?.errors[0]?.message).toContain('試算表的時間數值')
})

test('COMMENT-MOD-147 A comment at 65:30.0 that was exported, opened as a real time in a spreadsheet program and saved, is at 65:30', async () => {
  const { id, bytes } = await exported('csv', [{ commentTime: 3930, commentText: '還有貨嗎' }])
  const csv = textOf(bytes)
  expect(csv).toContain('1:05:30.0,')
  // A program takes it for a time of day: it saves what it shows, padded or to the hundredth, or a workbook.
  const value = 3930 / 86_400
  for (const file of [
    csv,
    csv.replace('1:05:30.0', '01:05:30'),
    csv.replace('1:05:30.0', '01:05:30.00'),
    timed([{ value, format: 'mm:ss.0' }]),
    timed([{ value, format: '[h]:mm:ss' }]),
    timed([{ value, format: 'hh:mm:ss.00' }]),
  ])
    expect((await bring(file)).comments.map(({ commentTime }) => commentTime)).toEqual([3930])
  const hourless = await bring('時間,虛擬觀眾,留言內容\n1:04:10.0,小鹿,甲\n05:30.0,小鹿,乙\n')
  expect(hourless.rows.map(({ note }) => note)).toEqual(['', expect.stringContaining('把小時去掉了')])
  // Saved as the text that it shows, only the group still knows the hour.
  const [lost] = (await bring(csv.replace('1:05:30.0', '05:30.0'), { commentModId: id })).rows
  expect(lost).toMatchObject({ state: 'new', note: expect.stringContaining('群組裡是 65:30.0，檔案裡是 05:30.0') })
  const [same] = (await bring(csv, { commentModId: id })).rows
  expect(same).toMatchObject({ state: 'same', note: '' })
})

test('COMMENT-MOD-148 Comments +1, -1 and @小美 come back the same from CSV, from .xlsx, and from the CSV saved as .xlsx', async () => {
  const texts = ['+1', '-1', '@小美', '=1+1', "'+1", '+886912345678']
  const comments = texts.map((commentText, at) => ({ commentTime: at, commentText }))
  const csv = (await exported('csv', comments)).bytes
  const cells: string[][] = parse(textOf(csv))
  // Only signs and digits run nothing, and other programs take them as they are.
  expect(cells.slice(1).map((row) => row[2])).toEqual(['+1', "'-1", "'@小美", "'=1+1", "''+1", '+886912345678'])
  for (const file of [csv, (await exported('xlsx', comments)).bytes, aWorkbook([{ name: 'a', rows: cells }])]) {
    const read = await bring(file)
    expect(read.comments.map(({ commentText }) => commentText)).toEqual(texts)
  }
})

test('COMMENT-MOD-151 Comments 3/4, 1E5, 007 and 12:30 have a quote in CSV, which no spreadsheet program takes away, and come back without', async () => {
  const texts = ['3/4', '1E5', '007', '12:30', '真的嗎？']
  const comments = texts.map((commentText, at) => ({ commentTime: at, commentText, userName: '007' }))
  const csv = (await exported('csv', comments)).bytes
  const cells: string[][] = parse(textOf(csv))
  expect(cells.slice(1).map((row) => row.slice(1))).toEqual([
    ["'007", "'3/4"],
    ["'007", "'1E5"],
    ["'007", "'007"],
    ["'007", "'12:30"],
    ["'007", '真的嗎？'],
  ])
  for (const file of [csv, aWorkbook([{ name: 'a', rows: cells }])]) {
    const read = await bring(file)
    expect(read.comments.map(({ commentText }) => commentText)).toEqual(texts)
  }
})

test('COMMENT-MOD-149 A comment that is only 1 is noted: a spreadsheet program makes it of +1', async () => {
  const { rows } = await bring(
    aWorkbook([
      {
        name: '留言',
        rows: [
          ['時間', '虛擬觀眾', '留言內容'],
          ['0:10', '小鹿', 1],
          ['0:20', '小鹿', '+1'],
        ],
      },
    ]),
  )
  expect(rows.map(({ note }) => note)).toEqual(['這一格只有「1」，試算表可能把 +1 存成了 1，請確認', ''])
})

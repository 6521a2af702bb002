import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import type { Charset } from '@kaimai/contract/common/sheet.ts'
import { signupUserImportRoutes as routes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { bytesIn } from '../../../test/charset-bytes.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { sendFile } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { aWorkbook } from '../../../test/workbook.ts'

const t = await sharedApp()
const member = await t.aFirm('器日')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const aStage = async () => {
  const live = await aLive(t, member, { minutes: 60 })
  const form = await aForm(t, member, [{ liveId: live.id, capacity: null }])
  const read = async (file: string | Uint8Array, charset?: Charset): Promise<ImportRun> => {
    const given = {
      signupId: form.id,
      liveId: live.id,
      consentSource: '春季市集',
      sendLinks: 'true',
      fileName: 'a.csv',
    }
    const fields = charset === undefined ? given : { ...given, charset }
    const { status, body } = await sendFile(t, member, routes.read, fields, file)
    expect(status, JSON.stringify(body)).toBe(200)
    return (body as { data: ImportRun }).data
  }
  const rowsOf = async ({ id }: ImportRun) =>
    (await t.call(routes.rows, { params: { id }, query: { offset: 0 } }, member.headers)).rows
  const write = async ({ id }: ImportRun): Promise<void> => {
    await t.call(routes.start, { params: { id }, body: {} }, member.headers)
    await t.platform.jobs.idle()
  }
  const people = async () =>
    (await t.call(signupUserRoutes.list, { query: { signupId: form.id, limit: 100 } }, member.headers)).items
  return { form, read, rowsOf, write, people }
}
const fileOf = (name: string, n: number) => `name,phone,email\n${name},0912345${100 + n},guest${n}@example.com\n`

test('SIGNUP-USER-184 A row saved in GBK, Shift_JIS or EUC-KR is shown before anything is written, and stored by its own name once its character set is chosen', async () => {
  const persons = [
    ['gbk', '林佳颖'],
    ['shift_jis', 'さくら'],
    ['euc-kr', '김민수'],
  ] as const
  for (const [at, [charset, name]] of persons.entries()) {
    const { read, rowsOf, write, people } = await aStage()
    const bytes = bytesIn(charset, fileOf(name, at))
    const guess = await read(bytes)
    expect(guess.source).toMatchObject({ isGuessed: true })
    expect(guess.source.candidates).toContainEqual({ charset, sample: name })
    expect(await people()).toEqual([])
    const chosen = await read(bytes, charset)
    expect(chosen.source).toMatchObject({ charset, isGuessed: false })
    expect((await rowsOf(chosen))[0]?.cells[0]).toBe(name)
    await write(chosen)
    expect((await people()).map((person) => person.name)).toEqual([name])
  }
})

test('SIGNUP-USER-185 陳? in a file in Big5 is noted, for a sign may have been lost; in UTF-8 it is what somebody wrote', async () => {
  const { read, rowsOf } = await aStage()
  const bytes = bytesIn('big5', fileOf('陳?', 20))
  const big5 = await rowsOf(await read(bytes))
  expect(big5[0]).toMatchObject({ cells: ['陳?', '0912345120', 'guest20@example.com'], state: 'new' })
  expect(big5[0]?.note).toContain('「陳?」的問號可能是 Big5 存不了的字')
  expect((await rowsOf(await read(fileOf('陳?', 21))))[0]?.note).toBe('')
})

test('SIGNUP-USER-186 An exported phone is +886912345678 as other programs take it, and comes back the same from CSV, and from .xlsx as a text or as the number that a spreadsheet made of it', async () => {
  const first = await aStage()
  await first.write(await first.read(fileOf('林美惠', 45)))
  const body = { signupId: first.form.id, format: 'csv' as const }
  const csv = String(await t.call(signupUserRoutes.exportExcel, { body }, member.headers))
  const [header = [], row = []]: string[][] = parse(csv.replace('\uFEFF', ''))
  const place = header.indexOf('電話')
  expect(row[place]).toBe('+886912345145')
  const quoted = row.map((cell, at) => (at === place ? `'${cell}` : cell))
  const asNumber = row.map((cell, at) => (at === place ? 886_912_345_145 : cell))
  const rows = [row, quoted, asNumber].map((cells) => aWorkbook([{ name: '報名', rows: [header, cells] }]))
  for (const file of [csv, ...rows]) {
    const { read, write, people } = await aStage()
    const run = await read(file)
    expect(run.counts).toMatchObject({ new: 1, bad: 0 })
    await write(run)
    expect((await people()).map(({ phone }) => phone)).toEqual(['+886912345145'])
  }
})

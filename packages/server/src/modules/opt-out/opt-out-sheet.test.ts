import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { optOutRoutes, optOutSheetRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { sendFile } from '../../../test/sign-up-people.ts'
import { type Member, urlOf } from '../../../test/test-app.ts'
import { aWorkbook } from '../../../test/workbook.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await t.aFirm('器日')
})

const bringIn = async (text: string | Uint8Array): Promise<ImportRun> => {
  const { body } = await sendFile(t, member, optOutSheetRoutes.read, { fileName: 'rows.csv' }, text)
  const run = (body as { data: ImportRun }).data
  if (run.counts.new + run.counts.change > 0) {
    await t.call(optOutSheetRoutes.start, { params: { id: run.id }, body: {} }, member.headers)
    await t.platform.jobs.idle()
  }
  return run
}
const listed = async () => {
  const { items } = await t.call(optOutRoutes.list, { query: { sort: 'createdAt' } }, member.headers)
  return items.map(({ contact, note, source }) => `${contact} ${note} ${source}`).toSorted()
}
const exported = async (headers = member.headers) =>
  String(await t.call(optOutSheetRoutes.export, { query: { format: 'csv' } }, headers))

test('OPT-OUT-100 A list of opt-outs comes in from a file, each mail box and number once however it is spelled, and what is neither is refused', async () => {
  await t.call(optOutRoutes.create, { body: { contact: 'mei@example.com', note: '來電' } }, member.headers)
  const run = await bringIn(
    '電子郵件或手機,備註\nMEI@example.com,來電\nlin@example.com,門市\nLin@example.com,\nx@,\n0912-345-678,簡訊\n',
  )
  expect(run.counts).toEqual({ new: 2, change: 0, same: 1, bad: 2 })
  expect(await listed()).toEqual([
    '+886912345678 簡訊 staff',
    'lin@example.com 門市 staff',
    'mei@example.com 來電 staff',
  ])
})

test('OPT-OUT-101 What is taken out as a file comes in as the same, and whoever may not see addresses takes none out', async () => {
  for (const contact of ['mei@example.com', 'lin@example.com'])
    await t.call(optOutRoutes.create, { body: { contact, note: '來電, 3/2' } }, member.headers)
  const file = await exported()
  expect(file).toContain('lin@example.com')
  expect((await bringIn(file)).counts).toEqual({ new: 0, change: 0, same: 2, bad: 0 })
  const analyst = await t.aMember(member, 'analyst')
  expect(await errorNameOf(exported(analyst.headers))).toBe('forbidden')
})

test('OPT-OUT-102 Nobody is taken off the list without a reason, and the reason stands in the audit log', async () => {
  const { id } = await t.call(optOutRoutes.create, { body: { contact: 'mei@example.com', note: '' } }, member.headers)
  const remove = (reason: string, by = member) =>
    t.call(optOutRoutes.remove, { params: { id }, body: { reason } }, by.headers)
  expect(await errorNameOf(remove(''))).toBe('invalid')
  expect(await errorNameOf(remove('本人要求', await t.aFirm('別家')))).toBe('noData')
  expect(await listed()).toEqual(['mei@example.com  staff'])
  await remove('本人 3/2 來電要求恢復')
  expect(await listed()).toEqual([])
  const { rows } = await t.platform.db.raw(
    `select "targetName" as name, change ->> 'reason' as reason from audit where "firmId" = $1 and action = 'optOut.remove'`,
    [member.firmId],
  )
  expect(rows).toEqual([{ name: 'mei@example.com', reason: '本人 3/2 來電要求恢復' }])
})

test('OPT-OUT-730 Contacts are kept in one form however they were pasted: typed in, from CSV and from a workbook they are the same rows', async () => {
  const pasted = [
    ['\u202aMei@example.com\u202c', 'mei@example.com'],
    ['ｌｉｎ＠example.com', 'lin@example.com'],
    ['mailto:wang@example.com.', 'wang@example.com'],
    ['０９１２‑３４５–６７８', '+886912345678'],
    ['00886912345677', '+886912345677'],
    // A spreadsheet has taken the zero.
    ['912345676', '+886912345676'],
  ] as const
  for (const [contact] of pasted) await t.call(optOutRoutes.create, { body: { contact, note: '' } }, member.headers)
  const all = pasted.map(([, kept]) => `${kept}  staff`).toSorted()
  expect(await listed()).toEqual(all)
  const csv = ['電子郵件或手機', ...pasted.map(([contact]) => contact), ''].join('\n')
  expect((await bringIn(csv)).counts).toEqual({ new: 0, change: 0, same: 6, bad: 0 })
  const rows = [['電子郵件或手機'], ...pasted.map(([contact]) => [contact === '912345676' ? 912_345_676 : contact])]
  const workbook = aWorkbook([{ name: '退訂', rows }])
  expect((await bringIn(workbook)).counts).toEqual({ new: 0, change: 0, same: 6, bad: 0 })
  expect(await listed()).toEqual(all)
})

test('OPT-OUT-731 Refused rows taken out as CSV and as a workbook come in again as they were, and corrected they are taken', async () => {
  const wrong = ['9.12346E+08', '+1', '=1+1@', "'quoted", '02-2345-6789']
  const run = await bringIn(['電子郵件或手機,備註', ...wrong.map((contact) => `${contact},"a, b"`), ''].join('\n'))
  expect(run.counts).toMatchObject({ new: 0, bad: 5 })
  const cellsOf = async ({ id }: ImportRun) => {
    const { rows } = await t.call(optOutSheetRoutes.rows, { params: { id }, query: { offset: 0 } }, member.headers)
    return rows.map(({ cells }) => cells)
  }
  expect((await cellsOf(run)).map(([contact]) => contact)).toEqual(wrong)
  for (const format of ['csv', 'xlsx'] as const) {
    const url = urlOf(optOutSheetRoutes.refused, { params: { id: run.id }, query: { format } })
    const { rawPayload } = await t.app.http.inject({ method: 'GET', url, headers: member.headers })
    const again = await bringIn(rawPayload)
    expect(again.counts).toMatchObject({ new: 0, bad: 5 })
    expect(await cellsOf(again)).toEqual(await cellsOf(run))
  }
  const query = { format: 'csv' as const }
  const file = String(await t.call(optOutSheetRoutes.refused, { params: { id: run.id }, query }, member.headers))
  const corrected = await bringIn(file.replace('9.12346E+08', '0912345678'))
  expect(corrected.counts).toMatchObject({ new: 1, bad: 4 })
  expect(await listed()).toEqual(['+886912345678 a, b staff'])
})

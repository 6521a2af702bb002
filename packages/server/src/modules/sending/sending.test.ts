import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { type SendingList, sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aFreeText, aList, aSending } from '../../../test/sending.ts'
import { sendFile } from '../../../test/sign-up-people.ts'
import type { Member } from '../../../test/test-app.ts'
import { aWorkbook } from '../../../test/workbook.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'
import { newAddressLimits } from '../letter/new-addresses.ts'

const t = await sharedApp()
let member: Member
const handed: MailLetter[] = []
vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
  handed.push(letter)
  return { outcome: 'handed', reference: `r:${letter.id}` }
})
/** In Taipei; days pass in these tests, and each begins on one of its own. */
let day = 20
beforeEach(async () => {
  day += 1
  t.clock.set(new Date(Date.UTC(2026, 10, day, 4)))
  member = await t.aFirm('器日')
  await t.platform.jobs.idle()
  handed.length = 0
})

const show = (id: string) => t.call(sendingRoutes.show, { params: { id } }, member.headers)
const look = async () => {
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
}
const people = (count: number) => Array.from({ length: count }, (_, i) => `p${i}@example.com`)

test('SENDING-520 A list is counted by reason and nothing leaves before it is sent', async () => {
  await t.call(optOutRoutes.create, { body: { contact: 'LEFT@example.com', note: '' } }, member.headers)
  const block = { liveId: null, email: 'blocked@example.com', reason: '洗版' }
  await t.call(blockRoutes.create, { body: block as never }, member.headers)
  const text = [
    'mei@example.com',
    'Mei@example.com',
    'left@example.com',
    'blocked@example.com',
    '林小美',
    'x@',
    '',
  ].join('\n')
  const counted = await t.call(
    sendingRoutes.preview,
    { body: { audience: aList(text), letterTemplateId: null } },
    member.headers,
  )
  expect(counted).toMatchObject({
    people: 1,
    dropped: { noAddress: 1, invalid: 1, duplicate: 1, blocked: 1, optedOut: 1, bounced: 0 },
    lacking: [],
  })
  await t.platform.jobs.idle()
  expect(handed).toEqual([])
})

test('SENDING-521 Each person gets the letter once, also where the writing of recipients runs again', async () => {
  const id = await aSending(t, member, people(120).join('\n'))
  await t.platform.jobs.idle()
  expect(new Set(handed.map(({ to }) => to)).size).toBe(120)
  expect(handed).toHaveLength(120)
  expect(await show(id)).toMatchObject({ state: 'sent', people: 120, counts: { sent: 120, waiting: 0 } })
  // As a process leaves it that was killed after the recipients stood and before it was noted how far.
  const waiting = people(120).map((to) => ({ to, name: '', language: 'zh-TW' }))
  await t.platform.db.raw('update sending set written = 0, waiting = $2::jsonb where id = $1', [
    id,
    JSON.stringify(waiting),
  ])
  await t.platform.jobs.enqueue('write-recipients', { id })
  await t.platform.jobs.idle()
  expect(handed).toHaveLength(120)
})

test('SENDING-522 Who lacks a value is said before anything leaves; with a fallback everybody gets it', async () => {
  const letterTemplateId = await aFreeText(t, member, '{{name}}')
  const audience = aList('林小美, mei@example.com\nlin@example.com')
  const counted = await t.call(sendingRoutes.preview, { body: { audience, letterTemplateId } }, member.headers)
  expect(counted.lacking).toEqual([{ variable: 'name', count: 1, addresses: ['lin@example.com'] }])
  const body = { title: '秋窯開賣', letterTemplateId, audience, scheduledAt: null }
  expect(await errorNameOf(t.call(sendingRoutes.create, { body }, member.headers))).toBe('invalid')
  await t.platform.jobs.idle()
  expect(handed).toEqual([])
  await aSending(t, member, '林小美, mei@example.com\nlin@example.com')
  await t.platform.jobs.idle()
  expect(handed.map(({ html }) => /(林小美|您)，器日/.exec(html)?.[1]).toSorted()).toEqual(['您', '林小美'].toSorted())
})

test('SENDING-523 Nothing leaves between 21:00 and 09:00 in Taipei, and all of it at 09:00', async () => {
  t.clock.set(new Date(Date.UTC(2026, 10, day, 13, 30)))
  member = await t.aFirm('夜店')
  const id = await aSending(t, member, people(3).join('\n'))
  await t.platform.jobs.idle()
  await look()
  expect(handed).toEqual([])
  expect(await show(id)).toMatchObject({ state: 'sending', counts: { waiting: 3 } })
  t.clock.set(new Date(Date.UTC(2026, 10, day + 1, 1)))
  await look()
  expect(handed).toHaveLength(3)
  day += 1
})

test('SENDING-524 A scheduled sending leaves at its time, and what was stopped before goes no more', async () => {
  const at = new Date(Date.UTC(2026, 10, day, 4, 5)).toISOString()
  const kept = await aSending(t, member, people(2).join('\n'), at)
  const stopped = await aSending(t, member, 'mei@example.com', at)
  await t.platform.jobs.idle()
  await look()
  expect(handed).toEqual([])
  expect((await show(kept)).state).toBe('scheduled')
  await t.call(sendingRoutes.stop, { params: { id: stopped } }, member.headers)
  await t.call(sendingRoutes.stop, { params: { id: stopped } }, member.headers)
  t.clock.set(new Date(Date.UTC(2026, 10, day, 4, 5)))
  await look()
  expect(handed.map(({ to }) => to).toSorted()).toEqual(people(2))
  expect((await show(kept)).state).toBe('sent')
  expect(await show(stopped)).toMatchObject({ state: 'stopped', counts: { waiting: 0, sent: 0, skipped: 1 } })
})

test('SENDING-525 Who opts out between the making and the time of a sending gets nothing of it', async () => {
  const at = new Date(Date.UTC(2026, 10, day, 4, 5)).toISOString()
  const id = await aSending(t, member, 'mei@example.com\nlin@example.com', at)
  await t.platform.jobs.idle()
  await t.call(optOutRoutes.create, { body: { contact: 'mei@example.com', note: '' } }, member.headers)
  t.clock.set(new Date(Date.UTC(2026, 10, day, 4, 5)))
  await look()
  expect(handed.map(({ to }) => to)).toEqual(['lin@example.com'])
  expect((await show(id)).counts).toMatchObject({ sent: 1, skipped: 1 })
})

test('SENDING-526 Another firm neither sees nor stops a sending, and its people are in the log by its id', async () => {
  const id = await aSending(t, member, people(2).join('\n'))
  await t.platform.jobs.idle()
  const log = await t.call(letterRoutes.list, { query: { letterId: id } }, member.headers)
  expect(log.items.map(({ to }) => to).toSorted()).toEqual(people(2))
  const other = await t.aFirm('別家')
  expect((await t.call(sendingRoutes.list, { query: {} }, other.headers)).items).toEqual([])
  expect(await errorNameOf(t.call(sendingRoutes.show, { params: { id } }, other.headers))).toBe('noData')
  expect(await errorNameOf(t.call(sendingRoutes.stop, { params: { id } }, other.headers))).toBe('noData')
})

test('SENDING-527 A list in which nobody is left, and a template of another firm, are refused by their field', async () => {
  const letterTemplateId = await aFreeText(t, member)
  const body = { title: '秋窯開賣', letterTemplateId, audience: aList('林小美'), scheduledAt: null }
  expect(await errorNameOf(t.call(sendingRoutes.create, { body }, member.headers))).toBe('invalid')
  const other = await t.aFirm('別家')
  const theirs = { ...body, audience: aList('mei@example.com') }
  expect(await errorNameOf(t.call(sendingRoutes.create, { body: theirs }, other.headers))).toBe('invalid')
})

test('SENDING-217 Of new addresses as many get their letter as the hour allows, and the others wait, however many they are', async () => {
  const { limit } = newAddressLimits.starting
  const id = await aSending(t, member, people(limit + 45).join('\n'))
  await t.platform.jobs.idle()
  expect(handed).toHaveLength(limit)
  expect((await show(id)).counts).toMatchObject({ sent: limit, waiting: 45 })
  const second = await aSending(t, member, ['new@example.com', 'other@example.com'].join('\n'))
  await t.platform.jobs.idle()
  expect((await show(second)).counts).toMatchObject({ sent: 0, waiting: 2 })
})

const readFile = async (text: string | Uint8Array, fields: Record<string, string> = {}) => {
  const { status, body } = await sendFile(t, member, sendingRoutes.readList, fields, text)
  return { status, list: (body as { data: SendingList }).data, body }
}

test('SENDING-218 A file with e-mails, names and languages becomes a list that is counted as a pasted one, and nothing of it is kept', async () => {
  const file =
    'Name,E-mail,語言,電話\n林小美,mei@example.com,English,0912\n,mei@example.com,,\n阿德,x@,,\n"王, 先生",wang@example.com,中文,\n'
  const { list } = await readFile(file)
  expect(list.rows).toBe(4)
  const counted = await t.call(
    sendingRoutes.preview,
    { body: { audience: aList(list.text), letterTemplateId: null } },
    member.headers,
  )
  expect(counted).toMatchObject({ people: 2, dropped: { duplicate: 1, invalid: 1 } })
  const id = await aSending(t, member, list.text)
  await t.platform.jobs.idle()
  expect(handed.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
    ['mei@example.com', 'Autumn sale'],
    ['wang@example.com', '秋窯開賣'],
  ])
  expect(await show(id)).toMatchObject({ audience: 'list', people: 2, consent: '門市紙本名單' })
})

test('SENDING-219 A file without e-mails is refused at the file, in the caller’s words', async () => {
  for (const text of ['姓名,電話\n林小美,0912345678\n', '', 'Email\n']) {
    const { status, body } = await readFile(text)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { name: 'invalid', fields: { file: expect.any(String) } } })
  }
})

test('SENDING-733 The same people pasted, from CSV and from a workbook get the same letter, and what is wrong with others is counted alike', async () => {
  const rows = [
    ['\u200e林\u200b小美', '\u202aMei＠example.com\u202c'],
    ['阿德　Ａ', 'mailto:de@example.com.'],
    ['王', 'ＷＡＮＧ@例子.test'],
    ['林小美', 'mei@example.com'],
    ['陳', '0912345678'],
  ]
  const tos = ['mei@example.com', 'de@example.com', 'wang@xn--fsqu00a.test']
  const header = ['姓名', '電子郵件']
  const asText = [header, ...rows].map((cells) => cells.join(',')).join('\n')
  const lists = [
    rows.map((cells) => cells.join(', ')).join('\n'),
    (await readFile(asText)).list.text,
    (await readFile(Buffer.from(`\ufeff${asText}`, 'utf16le'))).list.text,
    (await readFile(aWorkbook([{ name: '名單', rows: [header, ...rows] }]))).list.text,
  ]
  const letterTemplateId = await aFreeText(t, member, '{{name}}')
  for (const [at, text] of lists.entries()) {
    handed.length = 0
    const audience = aList(text)
    const preview = await t.call(sendingRoutes.preview, { body: { audience, letterTemplateId } }, member.headers)
    expect(preview).toMatchObject({ people: 3, dropped: { duplicate: 1, noAddress: 1, invalid: 0 }, lacking: [] })
    const body = { title: `名單 ${at}`, letterTemplateId, audience, scheduledAt: null }
    await t.call(sendingRoutes.create, { body }, member.headers)
    await t.platform.jobs.idle()
    const greeted = ['林小美', '阿德 A', '王'].map((name, place) => {
      const html = handed.map((letter) => (letter.to === tos[place] ? letter.html : '')).join('')
      return html.includes(`${name}，器日`)
    })
    expect(greeted).toEqual([true, true, true])
    expect(handed.map(({ to }) => to).toSorted()).toEqual(tos.toSorted())
  }
})

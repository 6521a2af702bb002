import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loggedInAgain } from '../../../test/login.ts'
import { aFreeText, aList, aSending } from '../../../test/sending.ts'
import { testApp } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'

/** A firm on an app of its own, at noon in Taipei unless the test says when; `handed` are the letters that left. */
const aStage = async (startAt = '2026-12-05T04:00:00Z') => {
  const t = await testApp({ startAt })
  onTestFinished(() => t.close())
  const handed: MailLetter[] = []
  vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
    handed.push(letter)
    return { outcome: 'handed', reference: letter.id }
  })
  const member = await t.aFirm('器日')
  await t.platform.jobs.idle()
  handed.length = 0
  const byMember = () => loggedInAgain(t, member)
  const show = async (id: string) => t.call(sendingRoutes.show, { params: { id } }, (await byMember()).headers)
  const look = async () => {
    await t.platform.jobs.runTick('letters-due')
    await t.platform.jobs.idle()
  }
  return { t, member, byMember, handed, show, look }
}
const people = (count: number) => Array.from({ length: count }, (_, i) => `p${i + 1}@example.com`)

test('SENDING-300 A sending whose worker was killed loses nobody, calls nobody twice, and is not finished before all are (letters.md 1)', async () => {
  const { t, member, handed, show, look } = await aStage()
  const id = await aSending(t, member, people(10).join('\n'))
  await t.platform.jobs.idle()
  const idOf = new Map(handed.map(({ to, id: letterId }) => [to, letterId]))
  // As a worker leaves it that took all ten and was killed: two are settled, the third was in the hands of the transport.
  await t.platform.db.raw(
    `update "letterRecipient" set "leaseUntil" = $2, "sentAt" = null,
       state = case when "toAddress" in ('p1@example.com', 'p2@example.com') then 'sent'
         when "toAddress" = 'p3@example.com' then 'handing' else 'queued' end
     where "letterId" = $1`,
    [id, new Date(t.clock.ms() + 60_000)],
  )
  handed.length = 0
  await look()
  expect(handed).toEqual([])
  expect(await show(id)).toMatchObject({ state: 'sending', people: 10, counts: { sent: 2, waiting: 8 } })
  for (let looks = 0; looks < 4; looks += 1) {
    t.clock.advance(10 * 60_000)
    await look()
  }
  expect(handed.map(({ to }) => to).toSorted()).toEqual(people(10).slice(3).toSorted())
  for (const letter of handed) expect(letter.id).toBe(idOf.get(letter.to))
  expect(await show(id)).toMatchObject({ state: 'unsure', counts: { sent: 9, unknown: 1, waiting: 0 } })
  const { rows } = await t.platform.db.raw(
    'select count(*)::int as n, count(distinct key)::int as keys from "letterRecipient" where "letterId" = $1',
    [id],
  )
  expect(rows).toEqual([{ n: 10, keys: 10 }])
})

test('SENDING-301 A gateway that opens every link of two hundred letters opts nobody out; one click of a mail program does, once (letters.md 11)', async () => {
  const { t, member, handed } = await aStage()
  await aSending(t, member, people(200).join('\n'))
  await t.platform.jobs.idle()
  expect(handed).toHaveLength(200)
  const linkOf = ({ headers = {} }: MailLetter): string =>
    new URL(headers['List-Unsubscribe']?.replace(/^<|>$/g, '') ?? '').pathname
  const open = async (method: 'GET' | 'HEAD', url: string) => (await t.app.http.inject({ method, url })).statusCode
  const answers = new Set<number>()
  for (const url of handed.map(linkOf)) {
    for (let times = 0; times < 4; times += 1) answers.add(await open('GET', url))
    for (let times = 0; times < 2; times += 1) answers.add(await open('HEAD', url))
  }
  expect([...answers]).toEqual([200])
  const optedOut = async () =>
    (await t.call(optOutRoutes.list, { query: {} }, member.headers)).items.map(({ contact }) => contact)
  expect(await optedOut()).toEqual([])
  const seventh = handed.find(({ to }) => to === 'p7@example.com')
  for (let times = 0; times < 2; times += 1) {
    const { statusCode } = await t.app.http.inject({
      method: 'POST',
      url: seventh ? linkOf(seventh) : '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect([statusCode, await optedOut()]).toEqual([200, ['p7@example.com']])
  }
})

test('SENDING-302 Seven spellings of two mail boxes, one of which has opted out, are one letter, and the count says so (letters.md 21)', async () => {
  const { t, member, handed, show } = await aStage()
  await t.call(optOutRoutes.create, { body: { contact: 'MEI@example.test', note: '' } }, member.headers)
  const text = [
    'Mei@Example.test',
    'mei@example.TEST',
    ' mei@example.test.',
    'ｍｅｉ@example.test',
    'mei＠example.test',
    'mei@例子.test',
    'mei@xn--fsqu00a.test',
  ].join('\n')
  const dropped = { noAddress: 0, invalid: 0, duplicate: 5, blocked: 0, optedOut: 1, bounced: 0 }
  const body = { audience: aList(text), letterTemplateId: null }
  expect(await t.call(sendingRoutes.preview, { body }, member.headers)).toMatchObject({ people: 1, dropped })
  const id = await aSending(t, member, text)
  await t.platform.jobs.idle()
  expect(handed.map(({ to }) => to)).toEqual(['mei@xn--fsqu00a.test'])
  expect(await show(id)).toMatchObject({ people: 1, dropped, state: 'sent' })
})

test('SENDING-303 Five sendings around the quiet hours of one night leave at once or at nine, and none in between (letters.md 8)', async () => {
  const { t, byMember, handed, look } = await aStage('2026-12-05T12:00:00Z')
  const leftAt: string[] = []
  const seen = async (instant: string) => {
    t.clock.set(new Date(instant))
    await look()
    for (const { to } of handed.splice(0)) leftAt.push(`${to} ${instant}`)
  }
  const instants = ['2026-12-05T12:59:59Z', '2026-12-05T13:00:00Z', '2026-12-05T16:30:00Z', '2026-12-06T00:59:59Z']
  for (const [i, instant] of [...instants, '2026-12-06T01:00:00Z'].entries()) {
    await seen(instant)
    await aSending(t, await byMember(), `n${i}@example.com`)
    await seen(instant)
  }
  await seen('2026-12-06T01:00:01Z')
  expect(leftAt.toSorted()).toEqual([
    'n0@example.com 2026-12-05T12:59:59Z',
    ...[1, 2, 3, 4].map((i) => `n${i}@example.com 2026-12-06T01:00:00Z`),
  ])
})

test('SENDING-306 Five text messages around the quiet hours of one night leave as e-mails do (letters.md 8)', async () => {
  const { t, member, byMember, look } = await aStage('2026-12-05T12:00:00Z')
  await t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: 'test', tenths: 100 })
  const sms = { 'zh-TW': '【{{firmName}}】今晚八點開窯', en: '' }
  const instants = ['2026-12-05T12:59:59Z', '2026-12-05T13:00:00Z', '2026-12-05T16:30:00Z', '2026-12-06T00:59:59Z']
  for (const [i, instant] of [...instants, '2026-12-06T01:00:00Z'].entries()) {
    t.clock.set(new Date(instant))
    await look()
    const body = { title: instant, channel: 'sms' as const, sms, audience: aList(`091234567${i}`), scheduledAt: null }
    await t.call(sendingRoutes.create, { body }, (await byMember()).headers)
    await look()
  }
  const { rows } = await t.platform.db.raw(
    `select "toAddress" as number, "sentAt" as at from "letterRecipient" where "firmId" = $1 and channel = 'sms'`,
    [member.firmId],
  )
  const leftAt = rows.map(({ number, at }) => `${String(number)} ${at instanceof Date ? at.toISOString() : String(at)}`)
  expect(leftAt.toSorted()).toEqual([
    '+886912345670 2026-12-05T12:59:59.000Z',
    ...[1, 2, 3, 4].map((i) => `+88691234567${i} 2026-12-06T01:00:00.000Z`),
  ])
})

test('SENDING-307 At eleven in the evening a code, a confirmation, a reminder and a receipt leave at once; what advertises waits for nine', async () => {
  const { t, member, handed, look } = await aStage('2026-12-05T15:00:00Z')
  const types = ['signupCode', 'signupComplete', 'liveNotice', 'paidNotice', 'freeText'] as const
  const addressOf = (type: string) => `${type.toLowerCase()}@example.com`
  const content = { subject: '器日', blocks: [{ kind: 'text' as const, text: '{{name|您}}好' }] }
  for (const type of types)
    await t.platform.db.transaction((tx) =>
      t.app.services.letters.queue(tx, {
        firmId: member.firmId,
        firmName: '器日',
        type: letterTypes[type],
        contents: { 'zh-TW': content, en: content },
        letters: [{ key: `night:${newId()}`, name: '林', to: addressOf(type), language: 'zh-TW', values: {} }],
      }),
    )
  await look()
  const exempt = types.filter((type) => type !== 'freeText').map(addressOf)
  expect(handed.map(({ to }) => to).toSorted()).toEqual(exempt.toSorted())
  handed.length = 0
  t.clock.set(new Date('2026-12-06T01:00:00Z'))
  await look()
  expect(handed.map(({ to }) => to).toSorted()).toEqual([addressOf('freeText')])
})

test('SENDING-304 Five thousand pasted lines, three in ten of them rubbish, are counted by reason, and each mail box gets one letter', async () => {
  const { t, member, handed, show } = await aStage()
  const lines = Array.from({ length: 5_000 }, (_, i) => {
    if (i % 10 === 0) return '電話 0912345678'
    if (i % 10 === 1) return `wrong${i}@`
    return i % 10 === 2 ? 'Same@Example.com' : `小美, p${i}@example.com`
  })
  const dropped = { noAddress: 500, invalid: 500, duplicate: 499, blocked: 0, optedOut: 0, bounced: 0 }
  const text = lines.join('\r\n')
  const body = { audience: aList(text), letterTemplateId: await aFreeText(t, member) }
  expect(await t.call(sendingRoutes.preview, { body }, member.headers)).toMatchObject({
    people: 3_501,
    dropped,
    lacking: [],
  })
  const id = await aSending(t, member, text)
  await t.platform.jobs.idle()
  // A new firm: what is beyond the hour's new addresses waits.
  const anHour = (await t.call(letterRoutes.held, {}, member.headers)).anHour
  expect(await show(id)).toMatchObject({
    people: 3_501,
    dropped,
    state: 'sending',
    counts: { sent: anHour, waiting: 3_501 - anHour, failed: 0, unknown: 0 },
  })
  expect(new Set(handed.map(({ to }) => to)).size).toBe(anHour)
})

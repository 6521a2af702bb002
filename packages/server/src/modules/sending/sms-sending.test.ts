import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { type SendingList, sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { aList } from '../../../test/sending.ts'
import { aPerson, sendFile, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { type Member, WireError } from '../../../test/test-app.ts'
import { aWorkbook } from '../../../test/workbook.ts'

const t = await sharedApp()
let member: Member
/** Days pass in these tests, and each begins on one of its own, at noon in Taipei. */
let day = 1
beforeEach(async () => {
  day += 2
  t.clock.set(new Date(Date.UTC(2026, 11, day, 4)))
  member = await aFirmWithHours(t, '器日')
  await t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: 'test', tenths: 100 })
})

const sms = {
  'zh-TW': '【{{firmName}}】{{name|您}}好，今晚八點開窯',
  en: '【{{firmName}}】 Hi {{name|there}}, live at 8',
}
const bodyOf = (more: object = {}) => ({
  title: '秋窯簡訊',
  channel: 'sms' as const,
  sms,
  audience: aList('林小美, 0912345671\n0912345672\n+886 912 345 673'),
  scheduledAt: null,
  ...more,
})
const create = (more: object = {}) => t.call(sendingRoutes.create, { body: bodyOf(more) }, member.headers)
const preview = (more: object = {}) => {
  const { title: _title, scheduledAt: _scheduledAt, ...body } = bodyOf(more)
  return t.call(sendingRoutes.preview, { body }, member.headers)
}
const tenths = () => t.app.services.firms.points.balance(member.firmId)
const logOf = async (letterId: string) =>
  (await t.call(letterRoutes.list, { query: { letterId } }, member.headers)).items
const show = (id: string) => t.call(sendingRoutes.show, { params: { id } }, member.headers)
const look = async () => {
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
}
const refusedOf = (call: Promise<unknown>): Promise<WireError> =>
  call.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => {
      if (error instanceof WireError) return error
      throw error
    },
  )

test('SENDING-230 A text message goes once to each number of a list, in the person’s language, for the points that were said before', async () => {
  const audience = aList('林小美, 0912345671\n0912-345-671\nWang, 0912345672, English\n02-2345-6789')
  const counted = await preview({ audience })
  expect(counted).toMatchObject({
    people: 2,
    dropped: { duplicate: 1, invalid: 1 },
    // The English one takes two with the link that it ends with.
    sms: { tenths: 30, missingTenths: 0, mostSegments: 2 },
  })
  const { id } = await create({ audience })
  expect(await tenths()).toBe(70)
  await t.platform.jobs.idle()
  const log = await logOf(id)
  const texts = await Promise.all(
    log.map(async (row) => (await t.call(letterRoutes.show, { params: { id: row.id } }, member.headers)).text),
  )
  expect(texts.toSorted()).toEqual(['【器日】 Hi Wang, live at 8', '【器日】林小美好，今晚八點開窯'])
  expect(log.map(({ to, channel, state }) => [to, channel, state]).toSorted()).toEqual([
    ['+886912345671', 'sms', 'sent'],
    ['+886912345672', 'sms', 'sent'],
  ])
  expect(await show(id)).toMatchObject({ channel: 'sms', state: 'sent', people: 2, counts: { sent: 2 } })
})

test('SENDING-231 Too few points refuse all of them before the first leaves, and say how many are missing', async () => {
  const audience = aList(Array.from({ length: 13 }, (_, i) => `09123456${String(i).padStart(2, '0')}`).join('\n'))
  expect((await preview({ audience })).sms).toMatchObject({ tenths: 130, missingTenths: 30 })
  const refused = await refusedOf(create({ audience }))
  expect(refused.errorName).toBe('balanceTooLow')
  expect(refused.message).toContain('還差 3 點')
  await t.platform.jobs.idle()
  expect((await t.call(sendingRoutes.list, { query: {} }, member.headers)).items).toEqual([])
  expect(await tenths()).toBe(100)
})

test('SENDING-232 What was stopped gives its points back once, also of those who were no recipients yet', async () => {
  const at = new Date(Date.UTC(2026, 11, day, 6)).toISOString()
  const { id } = await create({ scheduledAt: at })
  await t.platform.jobs.idle()
  expect(await tenths()).toBe(70)
  // As it stands while recipients are still being written.
  const waiting = (await logOf(id)).map(({ to }) => ({ to, name: '', language: 'zh-TW', tenths: 10 }))
  await t.platform.db.raw(`delete from "letterRecipient" where "letterId" = $1 and "toAddress" <> $2`, [
    id,
    waiting[0]?.to,
  ])
  await t.platform.db.raw('update sending set written = 1, waiting = $2::jsonb where id = $1', [
    id,
    JSON.stringify(waiting),
  ])
  for (let times = 0; times < 2; times += 1) {
    await t.call(sendingRoutes.stop, { params: { id } }, member.headers)
    await look()
  }
  expect(await tenths()).toBe(100)
})

test('SENDING-233 No text message of a sending leaves between 21:00 and 09:00 in Taipei', async () => {
  t.clock.set(new Date(Date.UTC(2026, 11, day, 13, 30)))
  member = await aFirmWithHours(t, '夜店')
  await t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: 'test', tenths: 100 })
  const { id } = await create()
  await t.platform.jobs.idle()
  await look()
  expect((await show(id)).counts).toMatchObject({ waiting: 3, sent: 0 })
  t.clock.set(new Date(Date.UTC(2026, 11, day + 1, 1)))
  member = await loggedInAgain(t, member)
  await look()
  expect((await show(id)).counts).toMatchObject({ waiting: 0, sent: 3 })
})

test('SENDING-234 Who opted out by number or by e-mail gets no text message, not even one that was queued before, nor does who is blocked', async () => {
  const live = await aLive(t, member)
  const form = await aForm(t, member, [{ liveId: live.id }])
  const [left, mailed, blocked, kept] = [aPerson(), aPerson(), aPerson(), aPerson()]
  for (const person of [left, mailed, blocked, kept]) await signUp(t, form.customUrl, [live.id], person)
  const optOut = (contact: string) => t.call(optOutRoutes.create, { body: { contact, note: '' } }, member.headers)
  await optOut(left.phone)
  await optOut(mailed.email)
  const block = { liveId: null, phone: blocked.phone, phoneCountry: 'TW', reason: '洗版' }
  await t.call(blockRoutes.create, { body: block as never }, member.headers)
  const audience = { kind: 'form' as const, signupId: form.id }
  expect(await preview({ audience })).toMatchObject({ people: 1, dropped: { optedOut: 2, blocked: 1 } })
  const at = new Date(Date.UTC(2026, 11, day, 6)).toISOString()
  const { id } = await create({ audience, scheduledAt: at })
  await t.platform.jobs.idle()
  await optOut(kept.phone)
  t.clock.set(new Date(Date.UTC(2026, 11, day, 6)))
  member = await loggedInAgain(t, member)
  await look()
  expect((await show(id)).counts).toMatchObject({ sent: 0, skipped: 1 })
  await look()
  expect(await tenths()).toBe(100)
})

test('SENDING-235 A text that must not be sent is refused at its own field before anything is made', async () => {
  const refusals = [
    [{ sms: { ...sms, 'zh-TW': '今晚八點開窯' } }, 'sms.zh-TW'],
    [{ sms: { ...sms, en: 'Live at 8' }, audience: aList('Wang, 0912345672, English') }, 'sms.en'],
    [{ sms: { ...sms, 'zh-TW': '【{{firmName}}】看 https://bit.ly/abc' } }, 'sms.zh-TW'],
    [{ sms: { ...sms, 'zh-TW': '【{{firmName}}】{{orderNo}}' } }, 'sms.zh-TW'],
    [{ sms: { ...sms, 'zh-TW': '【{{firmName}}】{{name}}' } }, 'sms.zh-TW'],
    [{ sms: null }, 'sms.zh-TW'],
  ] as const
  for (const [more, field] of refusals) {
    const refused = await refusedOf(create(more))
    expect([refused.errorName, Object.keys(refused.fields)]).toEqual(['invalid', [field]])
  }
  expect(await errorNameOf(create({ channel: 'email' }))).toBe('invalid')
  expect((await t.call(sendingRoutes.list, { query: {} }, member.headers)).items).toEqual([])
  expect(await tenths()).toBe(100)
})

test('SENDING-236 A file of phones becomes a list for text messages', async () => {
  const { body } = await sendFile(
    t,
    member,
    sendingRoutes.readList,
    { channel: 'sms' },
    '姓名,手機號碼\n林小美,0912-345-671\n王,02-2345-6789\n',
  )
  const { text } = (body as { data: SendingList }).data
  expect(await preview({ audience: aList(text) })).toMatchObject({ people: 1, dropped: { invalid: 1 } })
})

test('SENDING-734 Numbers without their zero, with full-width digits or marks that nobody sees are the same pasted, from CSV and from a workbook, and a shortened one is counted', async () => {
  const numbers = ['912345671', '０９１２‑３４５–６７２', '\u202a00886912345673\u202c', 'tel:0912345674', '9.12E+08']
  const csv = ['姓名,手機號碼', ...numbers.map((number) => `林小美,${number}`), ''].join('\n')
  const rows = [['姓名', '手機號碼'], ...numbers.map((number, at) => ['林小美', at === 0 ? Number(number) : number])]
  const listOf = async (file: string | Uint8Array) => {
    const { body } = await sendFile(t, member, sendingRoutes.readList, { channel: 'sms' }, file)
    return (body as { data: SendingList }).data.text
  }
  for (const text of [numbers.join('\n'), await listOf(csv), await listOf(aWorkbook([{ name: '名單', rows }]))])
    expect(await preview({ audience: aList(text) })).toMatchObject({ people: 4, dropped: { noAddress: 1, invalid: 0 } })
})

/** As a provider has refused it. */
const failIn = async (id: string, phones: readonly string[]) => {
  await t.platform.jobs.idle()
  await t.platform.db.raw(
    `update "letterRecipient" set state = 'failed', problem = 'no' where "letterId" = $1 and "toAddress" = any($2)`,
    [id, phones],
  )
}
const resend = (id: string) => t.call(sendingRoutes.resend, { params: { id } }, member.headers)

test('SENDING-238 Another round of text messages goes to the failed alone, and each message that left is paid for once', async () => {
  const { id } = await create()
  await failIn(id, ['+886912345672', '+886912345673'])
  // One has got its points back meanwhile, both are to be paid for once.
  await look()
  expect(await tenths()).toBe(90)
  await t.platform.db.raw(`update "letterRecipient" set state = 'bounced' where "toAddress" = '+886912345673'`)
  expect((await show(id)).counts).toMatchObject({ sent: 1, failed: 2, resendable: 1 })
  await resend(id)
  expect(await tenths()).toBe(80)
  await look()
  expect((await show(id)).counts).toMatchObject({ sent: 2, failed: 1, resendable: 0 })
  await resend(id)
  await look()
  expect(await tenths()).toBe(80)

  // One whose points have not come back yet takes none again.
  await failIn(id, ['+886912345672'])
  await resend(id)
  expect(await tenths()).toBe(80)
  await look()
  expect([(await show(id)).counts.sent, await tenths()]).toEqual([2, 80])
})

test('SENDING-239 Another round without the points, or with a text that must not be sent any more, is refused in words and changes nothing', async () => {
  const { id } = await create({ sms: { ...sms, 'zh-TW': '【{{firmName}}】{{name|您}}好，今晚八點' } })
  await failIn(id, ['+886912345672', '+886912345673'])
  await look()
  await t.app.services.firms.points.add(member.firmId, { kind: 'reserve', key: 'others', tenths: -75 })
  const refused = await refusedOf(resend(id))
  expect(refused.errorName).toBe('balanceTooLow')
  expect(refused.message).toContain('還差 0.5 點')
  expect([(await show(id)).counts.failed, await tenths()]).toEqual([2, 15])

  await t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: 'more', tenths: 100 })
  await t.platform.db.raw(
    `insert into "letterSetting" ("firmId", "smsBrand") values ($1, '新店')
     on conflict ("firmId") do update set "smsBrand" = '新店'`,
    [member.firmId],
  )
  expect((await refusedOf(resend(id))).errorName).toBe('conflict')
  expect([(await show(id)).counts.failed, await tenths()]).toEqual([2, 115])
})

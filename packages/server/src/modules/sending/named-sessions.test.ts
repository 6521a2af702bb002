import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import type { TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { liveCustomerRoutes } from '@kaimai/contract/live-customer/live-customer.routes.ts'
import type { SendingAudience } from '@kaimai/contract/sending/sending.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aList } from '../../../test/sending.ts'
import { aPerson, joinRoom, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, inMinutes } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
/** Noon in Taipei, so that marketing leaves; each test has a day of its own. */
let day = 1
beforeEach(async () => {
  day += 3
  t.clock.set(new Date(Date.UTC(2027, 0, day, 4)))
  member = await aFirmWithHours(t, '器日')
  await t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: 'test', tenths: 1_000 })
})

type Live = Awaited<ReturnType<typeof aLive>>
type Content = TemplateContents['en']
const heading = (text: string): Content['blocks'][number] => ({ kind: 'heading', text })
const saying = (subject: string, ...blocks: Content['blocks']): Content => ({ subject, blocks })
/** All that can be said of a session. */
const ofSession = saying('{{sessionTitle}}', heading('{{liveBeginAt}}'), {
  kind: 'button',
  label: '進入直播間',
  url: '{{liveUrl}}',
})
const aTemplate = async (content: Content = ofSession): Promise<string> => {
  const contents = { 'zh-TW': content, en: content }
  const body = { letterTemplateName: '再看一次', letterTemplateType: letterTypes.freeText, contents }
  return (await t.call(letterTemplateRoutes.create, { body }, member.headers)).id
}
const send = async (audience: SendingAudience, letterTemplateId: string, scheduledAt: string | null = null) =>
  t.call(sendingRoutes.create, { body: { title: '再看一次', audience, letterTemplateId, scheduledAt } }, member.headers)
const look = async () => {
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
}
/** The letters of a mailing as staff sees them, by address. */
const lettersOf = async (letterId: string) => {
  await look()
  const { items } = await t.call(letterRoutes.list, { query: { letterId } }, member.headers)
  const shown = await Promise.all(items.map(({ id }) => t.call(letterRoutes.show, { params: { id } }, member.headers)))
  return new Map(shown.map((letter) => [letter.to, letter]))
}
const allOf = (liveId: string): SendingAudience => ({ kind: 'session', liveId, who: 'all' })
const move = (live: Live, minutes: number) =>
  t.call(
    liveRoutes.change,
    { params: { id: live.id }, body: LiveBody.parse({ ...live, beginAt: inMinutes(t, minutes) }) },
    member.headers,
  )
const timeOf = ({ beginAt }: Pick<Live, 'beginAt'>, zone = 'Asia/Taipei', language: 'zh-TW' | 'en' = 'zh-TW') =>
  letterTime(Date.parse(beginAt), zone, language)

test('SENDING-741 A letter to people of a session says which and when in each one’s language, and holds the link that lets that one in', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const mei = await signUp(t, form.customUrl, [live.id])
  const tom = await signUp(t, form.customUrl, [live.id], aPerson(), { 'accept-language': 'en' })
  const letters = await lettersOf((await send(allOf(live.id), await aTemplate())).id)
  const ofMei = letters.get(mei.person.email)
  const ofTom = letters.get(tom.person.email)
  expect([ofMei?.subject, ofTom?.subject]).toEqual(['霧白與青瓷', '霧白與青瓷'])
  expect(ofMei?.text).toContain(timeOf(live))
  expect(ofTom?.text).toContain(timeOf(live, 'Asia/Taipei', 'en'))
  expect(ofMei?.text).toContain(`/stream/${live.streamId}/${mei.key}`)
  expect(ofTom?.text).toContain(`/stream/${live.streamId}/${tom.key}`)
  expect(ofMei?.html).toContain(mei.key)
  expect(ofMei?.html).not.toContain(tom.key)
  expect((await joinRoom(t, live.streamId, mei.key)).status).toBe(200)
})

test('SENDING-742 Who is invited, and who came without a sign-up, gets the live’s short link, which lets nobody in as somebody else', async () => {
  const live = await aLive(t, member, { minutes: 600 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { key } = await signUp(t, form.customUrl, [live.id])
  const guest = { liveId: live.id, name: '陳老闆', phone: '', email: 'boss@example.com', language: 'zh-TW' as const }
  await t.call(liveCustomerRoutes.create, { body: guest }, member.headers)
  const audience = { kind: 'customers' as const, liveId: live.id, consent: '門市邀請' }
  const letters = await lettersOf((await send(audience, await aTemplate())).id)
  expect([...letters.keys()]).toEqual(['boss@example.com'])
  const letter = letters.get('boss@example.com')
  expect(letter?.subject).toBe('秋窯開窯夜')
  expect(letter?.text).toContain(`/stream/${live.shortUrl}`)
  expect(letter?.text).not.toContain(key)
  const led = await t.request({ method: 'GET', url: `/stream/${live.shortUrl}` })
  expect(led.status).toBe(302)
})

test('SENDING-743 A letter to the people of a form names to each the session of theirs that is next', async () => {
  const soon = await aLive(t, member, { minutes: 120 })
  const later = await aLive(t, member, { minutes: 1_500 })
  const form = await aForm(t, member, [{ liveId: soon.id }, { liveId: later.id }])
  const both = await signUp(t, form.customUrl, [later.id, soon.id])
  const one = await signUp(t, form.customUrl, [later.id])
  const letters = await lettersOf((await send({ kind: 'form', signupId: form.id }, await aTemplate())).id)
  expect(letters.get(both.person.email)?.text).toContain(timeOf(soon))
  expect(letters.get(both.person.email)?.text).toContain(`/stream/${soon.streamId}/`)
  expect(letters.get(one.person.email)?.text).toContain(timeOf(later))
  expect(letters.get(one.person.email)?.text).toContain(`/stream/${later.streamId}/${one.key}`)
})

test('SENDING-744 A list has no session: a text that says something of one is refused before anybody is written to, unless it says what stands there instead', async () => {
  const list = aList('林小美, mei@example.com\ntom@example.com')
  const countdown = saying('開窯', { kind: 'countdown' })
  for (const [content, variable] of [
    [ofSession, 'sessionTitle'],
    [saying('開窯', heading('{{liveBeginAt}}')), 'liveBeginAt'],
    [countdown, 'liveBeginAt'],
  ] as const) {
    const letterTemplateId = await aTemplate(content)
    const { lacking } = await t.call(
      sendingRoutes.preview,
      { body: { audience: list, letterTemplateId } },
      member.headers,
    )
    expect(lacking).toContainEqual({ variable, count: 2, addresses: ['mei@example.com', 'tom@example.com'] })
    await expect(send(list, letterTemplateId)).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { letterTemplateId: expect.stringContaining('沒有場次') },
    })
  }
  expect((await t.call(sendingRoutes.list, { query: {} }, member.headers)).items).toEqual([])
  const safe = await aTemplate(saying('{{sessionTitle|開窯夜}}', heading('{{name|您}}好')))
  const letters = await lettersOf((await send(list, safe)).id)
  expect(letters.get('mei@example.com')?.subject).toBe('開窯夜')
})

test('SENDING-745 A letter that waits while its session is moved says the new time when it leaves, and a text message too', async () => {
  const live = await aLive(t, member, { minutes: 600 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { person } = await signUp(t, form.customUrl, [live.id])
  const at = inMinutes(t, 10)
  const { id } = await send(allOf(live.id), await aTemplate(), at)
  const said = '【器日】{{liveBeginAt}}開窯'
  const sms = { title: '簡訊', channel: 'sms' as const, sms: { 'zh-TW': said, en: '' }, audience: allOf(live.id) }
  const { id: smsId } = await t.call(sendingRoutes.create, { body: { ...sms, scheduledAt: at } }, member.headers)
  expect((await lettersOf(id)).get(person.email)).toMatchObject({
    state: 'queued',
    text: expect.stringContaining(timeOf(live)),
  })
  const moved = await move(live, 900)
  expect(timeOf(moved)).not.toBe(timeOf(live))
  expect((await lettersOf(id)).get(person.email)?.text).toContain(timeOf(moved))
  t.clock.advance(11 * 60_000)
  await look()
  for (const letter of [...(await lettersOf(id)).values(), ...(await lettersOf(smsId)).values()]) {
    expect(letter.state).toBe('sent')
    expect(letter.text).toContain(timeOf(moved))
    expect(letter.text).not.toContain(timeOf(live))
  }
})

test('SENDING-746 A text message with a personal link takes the points that its count said, and who reads the list of letters sees no link', async () => {
  const live = await aLive(t, member, { minutes: 600 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { key, person } = await signUp(t, form.customUrl, [live.id])
  const body = {
    title: '簡訊',
    channel: 'sms' as const,
    sms: { 'zh-TW': '【器日】{{sessionTitle}} {{liveUrl}}', en: '' },
    audience: allOf(live.id),
  }
  const balance = () => t.app.services.firms.points.balance(member.firmId)
  const before = await balance()
  const { sms } = await t.call(sendingRoutes.preview, { body }, member.headers)
  const { id } = await t.call(sendingRoutes.create, { body: { ...body, scheduledAt: null } }, member.headers)
  const [letter] = (await lettersOf(id)).values()
  expect(letter).toMatchObject({ state: 'sent', subject: '【器日】霧白與青瓷 …' })
  expect(letter?.text).toMatch(new RegExp(`霧白與青瓷 \\S+/stream/${live.streamId}/${key}$`))
  // Whole texts are priced as they leave, with the link by which the next one is refused.
  const [leaving] = await t.platform.db
    .raw(`select "pointTenths" as tenths from "letterRecipient" where "letterId" = $1`, [id])
    .then(({ rows }) => rows)
  expect(before - (await balance())).toBe(sms?.tenths)
  expect(leaving).toEqual({ tenths: sms?.tenths })
  expect(person.phone).not.toBe('')
})

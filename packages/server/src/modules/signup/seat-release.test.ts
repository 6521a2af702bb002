import { sessionLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { takenIn } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { joinRoom, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'
import { seatReleaseTick } from './seat-release.service.ts'

const hour = 60
const days = 24 * hour
const minuteMs = 60_000

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const browser = (name: string) => ({ cookie: `kaimai_device=${name.padEnd(20, '-')}` })
/** A free form whose one session, in five days, has one place. */
const aFullForm = async (inDays = 5) => {
  const live = await aLive(t, member, { minutes: inDays * days })
  const { customUrl } = await aForm(t, member, [{ liveId: live.id, capacity: 1 }])
  const headers = browser(customUrl)
  const holder = await signUp(t, customUrl, [live.id], undefined, headers)
  return { live, customUrl, headers, ...holder }
}
const pass = async (minutes: number) => {
  t.clock.advance(minutes * minuteMs)
  await t.platform.jobs.runTick(seatReleaseTick)
  await t.platform.jobs.idle()
}
const askedOf = async (email: string): Promise<string[]> => {
  const asked = await lettersTo(t, email, ({ key }) => key.startsWith('keep-place:'))
  return asked.map(({ text }) => text)
}
const keyIn = (text = ''): string => /#keep=(\S+)/.exec(text)?.[1] ?? ''
const keep = (key: string, again = false) => t.call(publicSignupRoutes.keepPlace, { body: { key, again } })

test('SIGNUP-930 The holder of a silent seat of a full form is asked by letter before anything else happens', async () => {
  const { live, person } = await aFullForm()
  await pass(11 * hour)
  expect(await askedOf(person.email)).toHaveLength(0)
  await pass(hour)
  await pass(hour)
  const asked = await askedOf(person.email)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('保留我的名額')
  expect(await takenIn(t, live.id)).toBe(1)
})

test('SIGNUP-931 A seat whose holder stays silent is free for the next sign-up after 24 hours', async () => {
  const { live, customUrl, person } = await aFullForm()
  await pass(12 * hour)
  await pass(12 * hour - 1)
  expect(await takenIn(t, live.id)).toBe(1)
  await pass(1)
  expect(await takenIn(t, live.id)).toBe(0)
  const next = await signUp(t, customUrl, [live.id])
  expect(next.key).not.toBe('')
  expect(await keep(keyIn((await askedOf(person.email))[0]))).toEqual({ state: 'released' })
})

test('SIGNUP-932 Nobody loses a seat without having been asked twelve hours before', async () => {
  const { live, person } = await aFullForm()
  await pass(30 * hour)
  expect(await askedOf(person.email)).toHaveLength(1)
  await pass(11 * hour)
  expect(await takenIn(t, live.id)).toBe(1)
  await pass(hour)
  expect(await takenIn(t, live.id)).toBe(0)
})

test('SIGNUP-933 Whoever keeps the place by the link of the letter is safe', async () => {
  const { live, person } = await aFullForm()
  await pass(12 * hour)
  expect(await keep(keyIn((await askedOf(person.email))[0]))).toEqual({ state: 'kept' })
  await pass(2 * days)
  expect(await takenIn(t, live.id)).toBe(1)
})

test('SIGNUP-934 A page that stands open a minute after the sign-up is a sign of life', async () => {
  const { live, customUrl, headers, person } = await aFullForm()
  t.clock.advance(minuteMs)
  await t.call(publicSignupRoutes.seen, { body: { customUrl } }, headers)
  await pass(30 * hour)
  await pass(12 * hour)
  expect(await askedOf(person.email)).toHaveLength(0)
  expect(await takenIn(t, live.id)).toBe(1)
})

test('SIGNUP-935 What is heard within the first minute belongs to the sign-up itself', async () => {
  const { customUrl, headers, person } = await aFullForm()
  await t.call(publicSignupRoutes.seen, { body: { customUrl } }, headers)
  await pass(12 * hour)
  expect(await askedOf(person.email)).toHaveLength(1)
})

test('SIGNUP-936 A page that is open in another browser is no sign of life', async () => {
  const { customUrl, person } = await aFullForm()
  t.clock.advance(minuteMs)
  await t.call(publicSignupRoutes.seen, { body: { customUrl } }, browser('somebody else'))
  await pass(12 * hour)
  expect(await askedOf(person.email)).toHaveLength(1)
})

test('SIGNUP-937 Nobody is asked for a seat, or loses it, within the last 24 hours before the session', async () => {
  const { live, person } = await aFullForm(2)
  await pass(12 * hour)
  expect(await askedOf(person.email)).toHaveLength(1)
  await pass(12 * hour)
  await pass(12 * hour)
  expect(await takenIn(t, live.id)).toBe(1)
})

test('SIGNUP-938 A form that is not full releases nobody', async () => {
  const live = await aLive(t, member, { minutes: 5 * days })
  const { customUrl } = await aForm(t, member, [{ liveId: live.id, capacity: 2 }])
  const { person } = await signUp(t, customUrl, [live.id])
  await pass(12 * hour)
  await pass(12 * hour)
  expect(await askedOf(person.email)).toHaveLength(0)
  expect(await takenIn(t, live.id)).toBe(1)
})

test('SIGNUP-939 The link of a released seat takes a place again while there is one', async () => {
  const { live, person } = await aFullForm()
  await pass(12 * hour)
  await pass(12 * hour)
  const key = keyIn((await askedOf(person.email))[0])
  expect(await keep(key, true)).toEqual({ state: 'kept' })
  expect(await takenIn(t, live.id)).toBe(1)
})

test('SIGNUP-940 The link of a released seat says that the session is full again', async () => {
  const { live, customUrl, person } = await aFullForm()
  await pass(12 * hour)
  await pass(12 * hour)
  await signUp(t, customUrl, [live.id])
  expect(await keep(keyIn((await askedOf(person.email))[0]), true)).toEqual({ state: 'full' })
})

test('SIGNUP-941 A released seat’s personal link opens its room no more', async () => {
  const { live, key } = await aFullForm()
  await pass(12 * hour)
  await pass(12 * hour)
  t.clock.advance(4 * days * minuteMs)
  expect((await joinRoom(t, live.streamId, key)).status).toBe(410)
})

test('SIGNUP-943 A personal link that is opened days before its room opens is a sign of life', async () => {
  const { live, key } = await aFullForm()
  await t.call(publicSignupRoutes.seen, { body: { viewerKey: key } })
  await pass(12 * hour)
  await pass(12 * hour)
  expect(await takenIn(t, live.id)).toBe(1)
  t.clock.advance(4 * days * minuteMs)
  expect((await joinRoom(t, live.streamId, key)).status).toBe(200)
})

test('SIGNUP-1330 Staff who asks a full form twice whether seats are kept writes once to who has not answered, and to nobody else', async () => {
  const live = await aLive(t, member, { minutes: 5 * days })
  const form = await aForm(t, member, [{ liveId: live.id, capacity: 2 }])
  const [silent, answers] = [await signUp(t, form.customUrl, [live.id]), await signUp(t, form.customUrl, [live.id])]
  await pass(12 * hour)
  expect(await keep(keyIn((await askedOf(answers.person.email))[0]))).toEqual({ state: 'kept' })
  // As where the letters that went by themselves never came to be.
  await t.platform.db.raw(`delete from "letterRecipient" where "firmId" = $1 and starts_with(key, 'keep-place:')`, [
    member.firmId,
  ])
  const { headers } = await loggedInAgain(t, member)
  const press = () => t.call(sessionLetterRoutes.signupNotice, { body: { signupId: form.id } }, headers)
  for (let times = 0; times < 2; times += 1) {
    expect(await press()).toEqual({ people: 1 })
    await t.platform.jobs.idle()
  }
  expect(await askedOf(silent.person.email)).toHaveLength(1)
  expect(await askedOf(answers.person.email)).toHaveLength(0)
})

test('SIGNUP-942 A key that was made up keeps nothing', async () => {
  const { person } = await aFullForm()
  await pass(12 * hour)
  const key = keyIn((await askedOf(person.email))[0])
  await expect(keep(`${key.slice(0, -2)}xx`)).rejects.toMatchObject({ errorName: 'notFound' })
  await expect(keep('nonsense')).rejects.toMatchObject({ errorName: 'notFound' })
})

test('SIGNUP-1105 A mail scanner that opens the link of the letter keeps no place; the page’s own call does (letters.md 11)', async () => {
  const { customUrl, live, person } = await aFullForm()
  await pass(13 * hour)
  const [text] = await askedOf(person.email)
  const key = keyIn(text)
  const kept = async () => {
    const { rows } = await t.platform.db.raw(
      `select count(*)::int as n from "signupSeat" where "liveId" = $1 and "seenAt" is not null`,
      [live.id],
    )
    return Number(rows[0]?.['n'])
  }
  for (const method of ['GET', 'HEAD', 'GET'])
    for (const url of [
      `/f/${customUrl}`,
      `/api/room/signup?customUrl=${customUrl}`,
      pathOf(publicSignupRoutes.keepPlace),
    ])
      await t.request({ method, url })
  expect(await kept()).toBe(0)
  expect(await keep(key)).toEqual({ state: 'kept' })
  expect(await keep(key)).toEqual({ state: 'kept' })
  expect(await kept()).toBe(1)
})

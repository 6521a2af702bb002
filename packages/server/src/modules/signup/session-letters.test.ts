import {
  automaticDefaults,
  automaticLetterRoutes,
  sessionLetterRoutes,
} from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { aPerson, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, inMinutes } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'
import { sessionLettersTick } from './session-letters.service.ts'

const t = await sharedApp()
const minuteMs = 60_000
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const aSession = async (minutes: number) => {
  const live = await aLive(t, member, { minutes })
  const form = await aForm(t, member, [{ liveId: live.id }])
  return { live, form, beginAtMs: Date.parse(live.beginAt) }
}
/** Signs up, and has the letter about it before the clock moves. */
const signsUp = async (customUrl: string, liveIds: readonly string[], person = aPerson(), headers = {}) => {
  const seated = await signUp(t, customUrl, liveIds, person, headers)
  await t.platform.jobs.idle()
  return seated
}
/** The clock stands so many minutes before an instant, and what is due by then has been sent. */
const at = async (instantMs: number, minutesBefore: number) => {
  // What was asked for before is written down at its own time.
  await t.platform.jobs.idle()
  t.clock.advance(instantMs - minutesBefore * minuteMs - t.clock.ms())
  await t.platform.jobs.runTick(sessionLettersTick)
  await t.platform.jobs.idle()
  member = await loggedInAgain(t, member)
}
const change = (live: object & { id: string }, part: object) =>
  t.call(liveRoutes.change, { params: { id: live.id }, body: LiveBody.parse({ ...live, ...part }) }, member.headers)
const choose = (part: object) =>
  t.call(automaticLetterRoutes.change, { body: { ...automaticDefaults, ...part } }, member.headers)
const typesTo = async (email: string) => (await lettersTo(t, email)).map(({ type, state }) => [type, state])
const { signupComplete, liveNotice, liveBegins, liveMoved, liveCancelled } = letterTypes
const sent = (type: number) => [type, 'sent']

test('SIGNUP-1300 Through the life of a moved and then cancelled session each person gets each letter once, in the own language and with the time of then', async () => {
  const letters: MailLetter[] = []
  const spy = vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
    letters.push(letter)
    return { outcome: 'handed', reference: letter.id }
  })
  onTestFinished(() => spy.mockRestore())
  const { live, form, beginAtMs } = await aSession(3 * 1440)
  const people: { readonly email: string; readonly language: 'zh-TW' | 'en' }[] = []
  for (const language of ['zh-TW', 'en'] as const)
    for (let count = 0; count < 3; count += 1) {
      const { person } = await signsUp(form.customUrl, [live.id], aPerson(), { 'accept-language': language })
      people.push({ email: person.email, language })
    }
  await at(beginAtMs, 1500)
  await at(beginAtMs, 1440)
  await at(beginAtMs, 1439)
  // Moved by two days after the first reminder: the second one goes at the new time.
  t.clock.advance(minuteMs)
  const movedMs = beginAtMs + 2 * 1440 * minuteMs
  await change(live, { beginAt: new Date(movedMs).toISOString() })
  await at(beginAtMs, 60)
  await at(movedMs, 1440)
  // A jump over the reminder of an hour before that ends while it is still true.
  await at(movedMs, 20)
  await at(movedMs, 19)
  await t.call(liveRoutes.remove, { params: { id: live.id } }, member.headers)
  await at(movedMs, 0)
  await at(movedMs, -1)
  const life = [signupComplete, liveNotice, liveMoved, liveNotice, liveNotice, liveCancelled]
  for (const { email, language } of people) {
    const got = await lettersTo(t, email)
    expect(got.map(({ type, state }) => [type, state])).toEqual(life.map(sent))
    const [, first, moved, second, third, cancelled] = got
    for (const letter of got) expect([letter.language, letter.subject.includes('霧白與青瓷')]).toEqual([language, true])
    expect(first?.text).toContain(letterTime(beginAtMs, 'Asia/Taipei', language))
    for (const letter of [moved, second, third, cancelled])
      expect(letter?.text).toContain(letterTime(movedMs, 'Asia/Taipei', language))
    expect(new Set(got.map(({ key }) => key)).size).toBe(life.length)
    const files = letters.filter(({ to }) => to === email).map(({ attachments = [] }) => attachments[0])
    const last = String(files.at(-1)?.content ?? '').split('\r\n')
    expect(last.filter((line) => /^(METHOD|UID|SEQUENCE|STATUS)/.test(line))).toEqual([
      'METHOD:CANCEL',
      `UID:${live.id}@kaimai`,
      'SEQUENCE:2',
      'STATUS:CANCELLED',
    ])
  }
  expect(letters.filter(({ to }) => people.some(({ email }) => email === to))).toHaveLength(people.length * life.length)
})

test('SIGNUP-1301 Who signs up after a reminder was due gets the next one alone, and everybody the letter that it begins', async () => {
  await choose({ liveNoticeMinutes: [60, 10] })
  const { live, form, beginAtMs } = await aSession(120)
  const early = await signsUp(form.customUrl, [live.id])
  await at(beginAtMs, 60)
  t.clock.advance(minuteMs)
  const late = await signsUp(form.customUrl, [live.id])
  await at(beginAtMs, 30)
  await at(beginAtMs, 10)
  await at(beginAtMs, 0)
  await at(beginAtMs, -1)
  expect(await typesTo(early.person.email)).toEqual([signupComplete, liveNotice, liveNotice, liveBegins].map(sent))
  expect(await typesTo(late.person.email)).toEqual([signupComplete, liveNotice, liveBegins].map(sent))
})

test('SIGNUP-1302 A clock that jumps over a whole session sends nothing late, and nothing of what the firm has switched off', async () => {
  const { live, form } = await aSession(2 * 1440)
  const { person } = await signsUp(form.customUrl, [live.id])
  await at(Date.parse(live.endAt), 0)
  expect(await typesTo(person.email)).toEqual([sent(signupComplete)])
  await choose({ liveNotice: 'none', liveBegins: 'none' })
  const quiet = await aSession(2 * 1440)
  const silent = await signsUp(quiet.form.customUrl, [quiet.live.id])
  for (const minutes of [1440, 60, 0]) await at(quiet.beginAtMs, minutes)
  expect(await typesTo(silent.person.email)).toEqual([sent(signupComplete)])
})

test('SIGNUP-1303 A reminder that still waits when its session is moved or begins is sent no more', async () => {
  const { live, form, beginAtMs } = await aSession(2 * 1440)
  const { person } = await signsUp(form.customUrl, [live.id])
  await at(beginAtMs, 1440)
  const wait = () =>
    t.platform.db.raw(
      `update "letterRecipient" set state = 'queued', "dueAt" = $2 where "toAddress" = $1 and type = $3`,
      [person.email, t.clock.now(), liveNotice],
    )
  await wait()
  t.clock.advance(minuteMs)
  await change(live, { beginAt: inMinutes(t, 3000) })
  await t.platform.jobs.runTick('letters-due')
  expect(await typesTo(person.email)).toEqual([sent(signupComplete), [liveNotice, 'skipped'], sent(liveMoved)])
})

test('SIGNUP-1304 Work that breaks off in the middle is taken up where it stood: nobody is left out, nobody is written to twice', async () => {
  const { live, form, beginAtMs } = await aSession(2 * 1440)
  const people = []
  for (let count = 0; count < 4; count += 1) people.push(await signsUp(form.customUrl, [live.id]))
  await at(beginAtMs, 1440)
  // As a process leaves it that died before it wrote that it was done: with no place kept, and with one in the middle.
  for (const place of ['null', `(select min(id::text)::uuid from "signupUser" where "firmId" = $1)`]) {
    await t.platform.db.raw(
      `update "sessionLetter" set "doneAt" = null, "lastPersonId" = ${place} where "firmId" = $1`,
      [member.firmId],
    )
    await at(beginAtMs, 1439)
    for (const { person } of people) expect(await typesTo(person.email)).toEqual([signupComplete, liveNotice].map(sent))
  }
  const { rows } = await t.platform.db.raw(
    `select count(*) as open from "sessionLetter" where "firmId" = $1 and "doneAt" is null`,
    [member.firmId],
  )
  expect(Number(rows[0]?.['open'])).toBe(0)
})

test('SIGNUP-1305 Staff sends a reminder now: to everybody once for each begin, and later to who has come since', async () => {
  const { live, form } = await aSession(2 * 1440)
  const early = await signsUp(form.customUrl, [live.id])
  const send = () => t.call(sessionLetterRoutes.liveNotice, { body: { liveId: live.id } }, member.headers)
  expect(await send()).toEqual({ people: 1 })
  await t.platform.jobs.idle()
  t.clock.advance(minuteMs)
  const late = await signsUp(form.customUrl, [live.id])
  expect(await send()).toEqual({ people: 2 })
  await t.platform.jobs.idle()
  for (const { person } of [early, late])
    expect(await typesTo(person.email)).toEqual([signupComplete, liveNotice].map(sent))
})

test('SIGNUP-1306 No reminder goes of a session that is cancelled or of another firm, and none that it begins before it does', async () => {
  const { live } = await aSession(60)
  const call = (name: 'liveNotice' | 'liveBegins', headers = member.headers) =>
    t.call(sessionLetterRoutes[name], { body: { liveId: live.id } }, headers)
  await expect(call('liveBegins')).rejects.toMatchObject({ errorName: 'conflict' })
  const other = await t.aFirm()
  await expect(call('liveNotice', other.headers)).rejects.toMatchObject({ errorName: 'noData' })
  await t.call(liveRoutes.remove, { params: { id: live.id } }, member.headers)
  await expect(call('liveNotice')).rejects.toMatchObject({ errorName: 'conflict' })
})

test('SIGNUP-1307 Staff sends confirmations of a form: who has had one gets no second', async () => {
  const { live, form } = await aSession(600)
  const { person } = await signsUp(form.customUrl, [live.id])
  await t.platform.jobs.idle()
  const body = { signupId: form.id }
  expect(await t.call(sessionLetterRoutes.signupComplete, { body }, member.headers)).toEqual({ people: 1 })
  // Nobody was asked to keep a seat.
  expect(await t.call(sessionLetterRoutes.signupNotice, { body }, member.headers)).toEqual({ people: 0 })
  expect(await typesTo(person.email)).toEqual([sent(signupComplete)])
  // Of a person whose letter was never written, as of one who came with another system.
  await t.platform.db.raw(`delete from "letterRecipient" where "toAddress" = $1`, [person.email])
  t.clock.advance(minuteMs)
  await t.call(sessionLetterRoutes.signupComplete, { body }, member.headers)
  expect(await typesTo(person.email)).toEqual([sent(signupComplete)])
})

test('SIGNUP-1308 Staff writes that a session runs while it does, and the press stands in the log', async () => {
  await choose({ liveBegins: 'none' })
  const { live, form, beginAtMs } = await aSession(60)
  const { person } = await signsUp(form.customUrl, [live.id])
  await at(beginAtMs, 0)
  const send = () => t.call(sessionLetterRoutes.liveBegins, { body: { liveId: live.id } }, member.headers)
  for (const _ of [1, 2]) expect(await send()).toEqual({ people: 1 })
  expect(await typesTo(person.email)).toEqual([signupComplete, liveBegins].map(sent))
  const { rows } = await t.platform.db.raw(
    `select target, "targetName" from audit where "firmId" = $1 and action = 'letter.send'`,
    [member.firmId],
  )
  expect(rows).toEqual([1, 2].map(() => ({ target: live.id, targetName: live.liveName })))
})

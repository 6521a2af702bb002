import {
  type AutomaticLetters,
  automaticDefaults,
  automaticLetterRoutes,
} from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aFirmWithHours } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aVideo } from '../../../test/studio.ts'
import { testApp } from '../../../test/test-app.ts'
import type { MailLetter, SendOutcome } from '../../platform/ports/mail.ts'

// The evening of letters.md: a session on 2026-12-05 from 20:00 to 21:30 in Taipei.

const startAt = '2026-12-03T04:00:00Z'
const minuteMs = 60_000
const { signupComplete, liveNotice, liveCancelled } = letterTypes
const away: SendOutcome = { outcome: 'refused', reason: 'connect ECONNREFUSED', permanent: false, isAway: true }
const busy: SendOutcome = { outcome: 'refused', reason: '451 try again', permanent: false }

const anEvening = async (chosen: Partial<AutomaticLetters> = {}) => {
  const t = await testApp({ startAt })
  onTestFinished(() => t.close())
  const handed: MailLetter[] = []
  let refusal: SendOutcome | undefined
  vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
    if (refusal) return refusal
    handed.push(letter)
    return { outcome: 'handed', reference: letter.id }
  })
  const member = await aFirmWithHours(t, '器日')
  const body = { ...automaticDefaults, liveBegins: 'none' as const, ...chosen }
  await t.call(automaticLetterRoutes.change, { body }, member.headers)
  const aSession = async (beginAt: string) => {
    const minutes = (Date.parse(beginAt) - t.clock.ms()) / minuteMs
    const by = await loggedInAgain(t, member)
    const live = await aLive(t, by, { minutes, videoId: await aVideo(t, by, 90) })
    return { live, form: await aForm(t, by, [{ liveId: live.id }]) }
  }
  const { live, form } = await aSession('2026-12-05T12:00:00Z')
  /** It is so late, and all that is due has been handed over. */
  const at = async (instant: string) => {
    // What was asked for before is written down at its own time.
    await t.platform.jobs.idle()
    t.clock.set(new Date(instant))
    await t.platform.jobs.runTick('signup/session-letters')
    await t.platform.jobs.idle()
    await t.platform.jobs.runTick('letters-due')
    await t.platform.jobs.idle()
  }
  const lettersOf = async (email: string) => (await lettersTo(t, email)).map(({ type, state }) => [type, state])
  const refuse = (by: SendOutcome | undefined) => {
    refusal = by
  }
  const byMember = async () => (await loggedInAgain(t, member)).headers
  return { t, byMember, live, form, aSession, at, lettersOf, handed, refuse }
}
const sent = (type: number) => [type, 'sent']

test('LETTER-850 A reminder that would leave when its session has begun is skipped as too late, and a restored copy sends it no second time (letters.md 4)', async () => {
  const { t, live, form, at, lettersOf, handed, refuse } = await anEvening({ liveNoticeMinutes: [1440, 10] })
  const { person } = await signUp(t, form.customUrl, [live.id])
  // The worker was down at 12:00 and came back twenty minutes later: still before the begin.
  await at('2026-12-04T12:20:00Z')
  await at('2026-12-04T12:21:00Z')
  expect(await lettersOf(person.email)).toEqual([signupComplete, liveNotice].map(sent))
  refuse(busy)
  await at('2026-12-05T11:50:00Z')
  expect(await lettersOf(person.email)).toEqual([sent(signupComplete), sent(liveNotice), [liveNotice, 'queued']])
  refuse(undefined)
  await at('2026-12-05T12:30:00Z')
  const skipped = [sent(signupComplete), sent(liveNotice), [liveNotice, 'skipped']]
  expect(await lettersOf(person.email)).toEqual(skipped)
  // As a copy of the database holds it that was made before the begin, and started on another host after it.
  await t.platform.db.raw(
    `update "letterRecipient" set state = 'queued', "leaseUntil" = null where "toAddress" = $1 and type = $2 and state = 'skipped'`,
    [person.email, liveNotice],
  )
  await at('2026-12-05T13:00:00Z')
  expect(await lettersOf(person.email)).toEqual(skipped)
  expect(handed.filter(({ to }) => to === person.email)).toHaveLength(2)
})

test('LETTER-879 A reminder that waited for a mail server that was away until its session began is skipped as too late, the confirmation arrives', async () => {
  const { t, live, form, at, lettersOf, handed, refuse } = await anEvening({ liveNoticeMinutes: [60] })
  refuse(away)
  const { person } = await signUp(t, form.customUrl, [live.id])
  for (const time of ['11:00', '11:20', '11:40']) await at(`2026-12-05T${time}:00Z`)
  expect(await lettersOf(person.email)).toEqual([signupComplete, liveNotice].map((type) => [type, 'queued']))
  refuse(undefined)
  await at('2026-12-05T12:05:00Z')
  expect(await lettersOf(person.email)).toEqual([sent(signupComplete), [liveNotice, 'skipped']])
  expect(handed.filter(({ to }) => to === person.email)).toHaveLength(1)
})

test('LETTER-851 A worker that is down over the ten minutes before a session sends none of its reminders late (letters.md 4)', async () => {
  const { t, live, form, at, lettersOf } = await anEvening({ liveNoticeMinutes: [10] })
  const { person } = await signUp(t, form.customUrl, [live.id])
  await at('2026-12-05T11:45:00Z')
  await at('2026-12-05T12:30:00Z')
  await at('2026-12-05T13:00:00Z')
  expect(await lettersOf(person.email)).toEqual([sent(signupComplete)])
})

test('LETTER-852 Who signs up forty minutes before gets the confirmation and the last reminder alone (letters.md 5)', async () => {
  const { t, live, form, at, lettersOf, handed } = await anEvening({ liveNoticeMinutes: [1440, 60, 10] })
  for (const instant of ['2026-12-04T12:00:00Z', '2026-12-05T11:00:00Z', '2026-12-05T11:20:00Z']) await at(instant)
  const { person } = await signUp(t, form.customUrl, [live.id])
  for (const time of ['11:21', '11:49', '11:50', '11:59', '12:00', '12:30']) await at(`2026-12-05T${time}:00Z`)
  expect(await lettersOf(person.email)).toEqual([signupComplete, liveNotice].map(sent))
  expect(handed.filter(({ to }) => to === person.email)).toHaveLength(2)
})

test('LETTER-853 Of a cancelled session who wants letters gets one that says so and no reminder, who wants none gets nothing (letters.md 7)', async () => {
  const { t, byMember, live, form, at, lettersOf } = await anEvening({ liveNoticeMinutes: [60, 10] })
  const people: string[] = []
  for (let count = 0; count < 5; count += 1) people.push((await signUp(t, form.customUrl, [live.id])).person.email)
  const [left = '', ...staying] = people
  const { items } = await t.call(signupUserRoutes.list, { query: { signupId: form.id, q: left } }, await byMember())
  const signupUserIds = items.map(({ id }) => id)
  expect(signupUserIds).toHaveLength(1)
  await t.platform.jobs.idle()
  await t.call(signupUserRoutes.cancelNotice, { body: { signupUserIds, isCancelNotice: true } }, await byMember())
  await at('2026-12-05T09:00:00Z')
  await t.call(liveRoutes.remove, { params: { id: live.id } }, await byMember())
  for (const time of ['09:01', '11:00', '11:50', '12:00', '12:30']) await at(`2026-12-05T${time}:00Z`)
  for (const email of staying) expect(await lettersOf(email)).toEqual([signupComplete, liveCancelled].map(sent))
  expect(await lettersOf(left)).toEqual([sent(signupComplete)])
  const audience = { kind: 'session' as const, liveId: live.id, who: 'all' as const }
  const counted = await t.call(sendingRoutes.preview, { body: { audience, letterTemplateId: null } }, await byMember())
  expect(counted).toMatchObject({ people: 4, dropped: { optedOut: 1 } })
})

test('LETTER-854 A session that is moved and cancelled is one entry of a calendar, and each file says how new it is (letters.md 23)', async () => {
  const { t, byMember, live, form, aSession, at, handed } = await anEvening({ liveNoticeMinutes: [1440] })
  const { person } = await signUp(t, form.customUrl, [live.id])
  await at('2026-12-03T05:00:00Z')
  const moved = LiveBody.parse({ ...live, beginAt: '2026-12-06T11:30:00Z' })
  await t.call(liveRoutes.change, { params: { id: live.id }, body: moved }, await byMember())
  const other = await aSession('2026-12-06T03:00:00Z')
  const neighbour = await signUp(t, other.form.customUrl, [other.live.id])
  await at('2026-12-05T11:30:00Z')
  await t.call(liveRoutes.remove, { params: { id: live.id } }, await byMember())
  await at('2026-12-05T11:31:00Z')
  const filesTo = (email: string) =>
    handed
      .filter(({ to }) => to === email)
      .map(({ attachments = [] }) => String(attachments[0]?.content ?? '').split('\r\n'))
  const files = filesTo(person.email)
  const uid = `UID:${live.id}@kaimai`
  const first = ['DTSTART:20261205T120000Z', 'DTEND:20261205T133000Z']
  const last = ['DTSTART:20261206T113000Z', 'DTEND:20261206T130000Z']
  const said = files.map((lines) =>
    lines.filter((line) => /^(METHOD|UID|SEQUENCE|DTSTART|DTEND|STATUS)/.test(line)).toSorted(),
  )
  expect(said).toEqual(
    [
      ['METHOD:PUBLISH', uid, 'SEQUENCE:0', ...first],
      ['METHOD:PUBLISH', uid, 'SEQUENCE:1', ...last],
      ['METHOD:PUBLISH', uid, 'SEQUENCE:1', ...last],
      ['METHOD:CANCEL', uid, 'SEQUENCE:2', 'STATUS:CANCELLED', ...last],
    ].map((lines) => lines.toSorted()),
  )
  for (const lines of files) {
    expect(lines.filter((line) => /^DTSTAMP:\d{8}T\d{6}Z$/.test(line))).toHaveLength(1)
    expect(lines.join('\n')).not.toContain('TZID')
  }
  const theirs = filesTo(neighbour.person.email).flat()
  expect(theirs).toContain(`UID:${other.live.id}@kaimai`)
  expect(theirs).not.toContain(uid)
})

const unsubscribe = async (t: Awaited<ReturnType<typeof testApp>>, letter: MailLetter | undefined) => {
  const link = /^<(.+)>$/.exec(letter?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const { statusCode, body } = await t.app.http.inject({ method: 'POST', url: new URL(link).pathname })
  expect(statusCode).toBe(200)
  return body
}

test('LETTER-1054 Who unsubscribes in a reminder gets no other letter of the sign-up, not even one that waits, and keeps the place', async () => {
  const { t, byMember, live, form, at, lettersOf, handed, refuse } = await anEvening({
    liveNoticeMinutes: [1440, 60, 10],
  })
  const left = await signUp(t, form.customUrl, [live.id])
  const staying = await signUp(t, form.customUrl, [live.id])
  await at('2026-12-04T12:00:00Z')
  const ofPerson = (email: string) => handed.filter(({ to }) => to === email)
  expect(ofPerson(left.person.email)).toHaveLength(2)
  // The next reminder waits for a mail server that is away while its person unsubscribes in the one before.
  refuse(away)
  await at('2026-12-05T11:00:00Z')
  const body = await unsubscribe(t, ofPerson(left.person.email).at(-1))
  expect(body).toContain('「器日」不會再寄報名通知與行銷信件給您。您的報名會保留')
  refuse(undefined)
  for (const time of ['11:10', '11:50', '12:00']) await at(`2026-12-05T${time}:00Z`)
  expect(await lettersOf(left.person.email)).toEqual([sent(signupComplete), sent(liveNotice), [liveNotice, 'skipped']])
  expect(await lettersOf(staying.person.email)).toEqual([signupComplete, liveNotice, liveNotice, liveNotice].map(sent))
  const query = { signupId: form.id, q: left.person.email }
  const { items } = await t.call(signupUserRoutes.list, { query }, await byMember())
  expect(items).toMatchObject([{ isCancelNotice: true, seats: [{ liveId: live.id }] }])
  const opened = { params: { id: items[0]?.id ?? '' } }
  const { events } = await t.call(signupUserRoutes.show, opened, await byMember())
  expect(events.filter(({ kind }) => kind === 'noticesStopped')).toMatchObject([{ actor: '' }])
})

test('LETTER-1055 Who unsubscribes in one letter stops the letters of every sign-up with that address, and a later one sends its link', async () => {
  const { t, form, aSession, live, at, lettersOf, handed } = await anEvening({ liveNoticeMinutes: [60] })
  const other = await aSession('2026-12-05T12:00:00Z')
  const { person } = await signUp(t, form.customUrl, [live.id])
  await signUp(t, other.form.customUrl, [other.live.id], person)
  await t.platform.jobs.idle()
  await unsubscribe(
    t,
    handed.find(({ to }) => to === person.email),
  )
  await unsubscribe(
    t,
    handed.find(({ to }) => to === person.email),
  )
  for (const time of ['11:00', '11:50', '12:00']) await at(`2026-12-05T${time}:00Z`)
  expect(await lettersOf(person.email)).toEqual([signupComplete, signupComplete].map(sent))
  const next = await aSession('2026-12-06T12:00:00Z')
  await signUp(t, next.form.customUrl, [next.live.id], person)
  expect(await lettersOf(person.email)).toEqual([signupComplete, signupComplete, signupComplete].map(sent))
})

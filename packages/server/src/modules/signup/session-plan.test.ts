import {
  automaticDefaults,
  automaticLetterRoutes,
  type SessionStep,
  sessionLetterRoutes,
} from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { SignupBody, signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { templateBody } from '../../../test/letter-template.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, inMinutes } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { sessionLettersTick } from './session-letters.service.ts'

const t = await sharedApp()
const minuteMs = 60_000
const { signupComplete, liveNotice, liveBegins, liveMoved, liveCancelled } = letterTypes
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const at = async (instantMs: number, minutesBefore: number) => {
  // What was asked for before is written down at its own time.
  await t.platform.jobs.idle()
  t.clock.advance(instantMs - minutesBefore * minuteMs - t.clock.ms())
  member = await loggedInAgain(t, member)
  await t.platform.jobs.runTick(sessionLettersTick)
  await t.platform.jobs.idle()
}
const change = (form: { readonly id: string }, part: object) =>
  t.call(signupRoutes.change, { params: { id: form.id }, body: SignupBody.parse({ ...form, ...part }) }, member.headers)
const plan = async (liveId: string): Promise<SessionStep[]> =>
  (await t.call(sessionLetterRoutes.plan, { query: { liveId } }, member.headers)).steps
const inShort = (steps: readonly SessionStep[]) =>
  steps.map(({ letterTemplateType, minutes, state, counts }) => [letterTemplateType, minutes, state, counts.sent])
const remindersTo = async (email: string) => lettersTo(t, email, ({ type }) => type === liveNotice)

test('SIGNUP-1320 People of each form are reminded with the text of their form; those of a form that wants none are not, but when staff sends one', async () => {
  const { id } = await t.call(letterTemplateRoutes.create, { body: templateBody('提醒', liveNotice) }, member.headers)
  const live = await aLive(t, member, { minutes: 120 })
  const people = []
  for (const liveNoticeTemplate of ['firm', id, 'none']) {
    const form = await aForm(t, member, [{ liveId: live.id }])
    await change(form, { liveNoticeTemplate })
    people.push((await signUp(t, form.customUrl, [live.id])).person.email)
  }
  await at(Date.parse(live.beginAt), 60)
  const [firm = '', own = '', none = ''] = people
  expect((await remindersTo(firm)).map(({ subject }) => subject)).toEqual([expect.stringContaining('開播提醒')])
  expect((await remindersTo(own)).map(({ subject }) => subject)).toEqual([expect.stringContaining('的位子留好了')])
  expect(await remindersTo(none)).toEqual([])
  await t.call(sessionLetterRoutes.liveNotice, { body: { liveId: live.id } }, member.headers)
  expect((await remindersTo(none)).map(({ subject }) => subject)).toEqual([expect.stringContaining('開播提醒')])
})

test('SIGNUP-1321 A form is refused at its field for a reminder of another type, and one whose text was deleted reminds as the firm does', async () => {
  const text = (type: number) =>
    t.call(letterTemplateRoutes.create, { body: templateBody('提醒', type) }, member.headers)
  const live = await aLive(t, member, { minutes: 120 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  await expect(change(form, { liveNoticeTemplate: (await text(liveBegins)).id })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { liveNoticeTemplate: expect.any(String) },
  })
  const { id } = await text(liveNotice)
  await change(form, { liveNoticeTemplate: id })
  await t.call(letterTemplateRoutes.remove, { params: { id } }, member.headers)
  const { person } = await signUp(t, form.customUrl, [live.id])
  await at(Date.parse(live.beginAt), 60)
  expect((await remindersTo(person.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('開播提醒')])
})

test('SIGNUP-1322 What goes when to the people of a session is listed in that order, with what has gone, what is to come and what is too late', async () => {
  const live = await aLive(t, member, { minutes: 120 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const beginMs = Date.parse(live.beginAt)
  for (const _ of [1, 2]) await signUp(t, form.customUrl, [live.id])
  await t.platform.jobs.idle()
  const confirmed = [signupComplete, 0, 'done', 2]
  // Nobody was there a day before: the letter of then goes to nobody, and until it is opened it is due.
  expect(inShort(await plan(live.id))).toEqual([
    confirmed,
    [liveNotice, 1440, 'planned', 0],
    [liveNotice, 60, 'planned', 0],
    [liveBegins, 0, 'planned', 0],
  ])
  await at(beginMs, 60)
  const steps = await plan(live.id)
  expect(inShort(steps)).toEqual([
    confirmed,
    [liveNotice, 1440, 'tooLate', 0],
    [liveNotice, 60, 'done', 2],
    [liveBegins, 0, 'planned', 0],
  ])
  expect(steps.map(({ dueAt }) => dueAt)).toEqual([
    null,
    ...[1440, 60, 0].map((minutes) => new Date(beginMs - minutes * minuteMs).toISOString()),
  ])
  // Moved by a day: what has gone was about the earlier time.
  await t.call(
    liveRoutes.change,
    { params: { id: live.id }, body: LiveBody.parse({ ...live, beginAt: inMinutes(t, 3000) }) },
    member.headers,
  )
  await t.platform.jobs.idle()
  const moved = await plan(live.id)
  expect(inShort(moved)).toEqual([
    confirmed,
    [liveMoved, 0, 'done', 2],
    [liveNotice, 60, 'done', 2],
    [liveNotice, 1440, 'planned', 0],
    [liveNotice, 60, 'planned', 0],
    [liveBegins, 0, 'planned', 0],
  ])
  expect(moved.filter(({ isOfEarlierTime }) => isOfEarlierTime)).toHaveLength(1)
  await t.call(liveRoutes.remove, { params: { id: live.id } }, member.headers)
  await t.platform.jobs.idle()
  expect(inShort(await plan(live.id)).slice(2)).toEqual([
    [liveNotice, 60, 'done', 2],
    [liveCancelled, 0, 'done', 2],
  ])
})

test('SIGNUP-1323 Nothing that the firm has switched off is listed, and nothing of a session of another firm', async () => {
  await t.call(
    automaticLetterRoutes.change,
    { body: { ...automaticDefaults, liveNoticeMinutes: [10], liveBegins: 'none' } },
    member.headers,
  )
  const live = await aLive(t, member, { minutes: 120 })
  expect(inShort(await plan(live.id))).toEqual([[liveNotice, 10, 'planned', 0]])
  const other = await t.aFirm()
  await expect(t.call(sessionLetterRoutes.plan, { query: { liveId: live.id } }, other.headers)).rejects.toMatchObject({
    errorName: 'noData',
  })
})

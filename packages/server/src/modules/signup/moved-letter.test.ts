import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { aPerson, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, inMinutes } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const change = (live: object & { id: string }, part: object) =>
  t.call(liveRoutes.change, { params: { id: live.id }, body: LiveBody.parse({ ...live, ...part }) }, member.headers)
const aSession = async () => {
  const live = await aLive(t, member, { minutes: 600 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  return { live, form }
}
const movedTo = (email: string) => lettersTo(t, email, ({ type }) => type === letterTypes.liveMoved)
/** The calendar file of each letter that leaves, by address and order. */
const watchFiles = () => {
  const letters: MailLetter[] = []
  const spy = vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
    letters.push(letter)
    return { outcome: 'handed', reference: letter.id }
  })
  onTestFinished(() => spy.mockRestore())
  return (email: string) =>
    letters
      .filter(({ to }) => to === email)
      .map(({ attachments = [] }) =>
        String(attachments[0]?.content ?? '')
          .split('\r\n')
          .filter((line) => /^(UID|SEQUENCE|DTSTART)/.test(line)),
      )
}

test('SIGNUP-1100 A moved session writes to each of its people once, with the new time and a calendar entry that replaces the old', async () => {
  const filesTo = watchFiles()
  const { live, form } = await aSession()
  const zh = await signUp(t, form.customUrl, [live.id])
  const en = await signUp(t, form.customUrl, [live.id], aPerson(), { 'accept-language': 'en' })
  await t.platform.jobs.idle()
  t.clock.advance(60_000)
  const beginAt = inMinutes(t, 24 * 60)
  await change(live, { beginAt })
  for (const { person } of [zh, en]) expect(await movedTo(person.email)).toHaveLength(1)
  const [first, second] = filesTo(zh.person.email)
  expect(first).toEqual([`UID:${live.id}@kaimai`, 'SEQUENCE:0', expect.stringMatching(/^DTSTART:\d{8}T\d{6}Z$/)])
  expect(second).toEqual([
    `UID:${live.id}@kaimai`,
    'SEQUENCE:1',
    `DTSTART:${new Date(beginAt).toISOString().replace(/[-:]|\.\d{3}/g, '')}`,
  ])
  const [letter] = await movedTo(en.person.email)
  expect(letter).toMatchObject({ language: 'en', subject: expect.stringContaining('New time'), state: 'sent' })
  expect(letter?.text).toContain(en.key)
  // What changes nothing of the time writes nothing.
  await change(await t.call(liveRoutes.show, { params: { id: live.id } }, member.headers), { liveName: '秋窯' })
  expect(await movedTo(zh.person.email)).toHaveLength(1)
})

test('SIGNUP-1101 Of a session that is moved twice the last letter has the last time, and one entry of a calendar stays', async () => {
  const filesTo = watchFiles()
  const { live, form } = await aSession()
  const { person } = await signUp(t, form.customUrl, [live.id])
  await t.platform.jobs.idle()
  t.clock.advance(60_000)
  const [one, two] = [inMinutes(t, 700), inMinutes(t, 900)]
  const once = await change(live, { beginAt: one })
  await change(once, { beginAt: two })
  await t.platform.jobs.idle()
  const last = filesTo(person.email).at(-1)
  expect(last?.[2]).toBe(`DTSTART:${new Date(two).toISOString().replace(/[-:]|\.\d{3}/g, '')}`)
  expect(new Set(filesTo(person.email).map((lines) => lines[0])).size).toBe(1)
})

test('SIGNUP-1102 Who wants no letters, or signed up after the move, gets none about it; a cancelled session writes of no new time', async () => {
  const { live, form } = await aSession()
  const silent = await signUp(t, form.customUrl, [live.id])
  const { items } = await t.call(
    signupUserRoutes.list,
    { query: { signupId: form.id, q: silent.person.name } },
    member.headers,
  )
  await t.platform.db.raw('update "signupUser" set "isCancelNotice" = true where id = $1', [items[0]?.id])
  const { person } = await signUp(t, form.customUrl, [live.id])
  await t.platform.jobs.idle()
  t.clock.advance(60_000)
  const moved = await change(live, { beginAt: inMinutes(t, 700) })
  t.clock.advance(60_000)
  const late = await signUp(t, form.customUrl, [live.id])
  await t.platform.jobs.idle()
  expect([await movedTo(silent.person.email), await movedTo(late.person.email)]).toEqual([[], []])
  expect(await movedTo(person.email)).toHaveLength(1)
  const [letter] = await lettersTo(t, late.person.email)
  expect(letter?.text).toContain(letterTime(Date.parse(moved.beginAt), 'Asia/Taipei', 'zh-TW'))
  await t.call(liveRoutes.remove, { params: { id: live.id } }, member.headers)
  expect(await movedTo(person.email)).toHaveLength(1)
})

test('SIGNUP-1103 A sign-up letter that still waits is replaced by the one with the new time, which waits on', async () => {
  const { live, form } = await aSession()
  const { person } = await signUp(t, form.customUrl, [live.id])
  await t.platform.jobs.idle()
  await t.platform.db.raw(`update "letterRecipient" set state = 'queued', "heldSince" = $2 where "toAddress" = $1`, [
    person.email,
    t.clock.now(),
  ])
  t.clock.advance(1_000)
  await change(live, { beginAt: inMinutes(t, 700) })
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw(
    `select type, state, "heldSince" is not null as held from "letterRecipient" where "toAddress" = $1 order by type`,
    [person.email],
  )
  expect(rows).toEqual([
    { type: letterTypes.signupComplete, state: 'skipped', held: false },
    { type: letterTypes.liveMoved, state: 'queued', held: true },
  ])
})

test('SIGNUP-1104 People get letters in the language of the page they signed up on, and of the one they signed up on last', async () => {
  const { live, form } = await aSession()
  const another = await aLive(t, member, { minutes: 900 })
  const both = await aForm(t, member, [{ liveId: live.id }, { liveId: another.id }])
  const en = await signUp(t, form.customUrl, [live.id], aPerson({ name: 'Amy' }), {
    'accept-language': 'en-US,en;q=0.9',
  })
  const zh = await signUp(t, both.customUrl, [live.id], aPerson(), { 'accept-language': 'ja' })
  const [english] = await lettersTo(t, en.person.email)
  expect(english).toMatchObject({ language: 'en', subject: expect.stringContaining('You’re signed up') })
  expect(english?.text).toContain('Amy, your seat is saved')
  const [chinese] = await lettersTo(t, zh.person.email)
  expect(chinese).toMatchObject({ language: 'zh-TW', subject: expect.stringContaining('報名成功') })
})

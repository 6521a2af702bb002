import type { Language } from '@kaimai/contract/common/language.ts'
import { sessionLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { expect, test, vi } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { recordStatements } from '../../../test/explain.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'

const count = 2_000
const minuteMs = 60_000
const dayMinutes = 1_440
const zones = ['Asia/Taipei', 'Asia/Tokyo', 'America/Los_Angeles', 'no zone'] as const

const t = await sharedApp()
const handed: MailLetter[] = []
vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
  handed.push(letter)
  return { outcome: 'handed', reference: letter.id }
})

interface Person {
  readonly email: string
  readonly name: string
  readonly language: Language
  readonly zone: (typeof zones)[number]
  /** Wants no letters any more once the session was moved. */
  readonly leaves: boolean
}
const people = Array.from({ length: count }, (_, n): Person => {
  const zone = zones[n % zones.length] ?? 'no zone'
  return {
    email: `life${n}@example.com`,
    name: `報名者${n}`,
    language: n % 3 === 0 ? 'en' : 'zh-TW',
    zone,
    leaves: n % 20 === 7,
  }
})

/** They are people of the form with a seat, as if they had signed up at it; twenty have come to the firm before. */
const seatAll = async (firmId: string, signupId: string, liveId: string, seated = people): Promise<void> => {
  const rows = seated.map((person, n) => ({ ...person, n }))
  await t.platform.db.raw(
    `insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", language, "deviceHash",
       flagged, "isCancelNotice", "cameAt", "createdAt")
     select md5($2::text || n)::uuid, $1::uuid, $2::uuid, name, '+8869' || lpad(n::text, 8, '0'), email, '', zone, language,
       '', false, false, case when n < 20 then $4::timestamptz end, $4::timestamptz
     from jsonb_to_recordset($3::jsonb) as person(n integer, name text, email text, zone text, language text)`,
    [firmId, signupId, JSON.stringify(rows), t.clock.now()],
  )
  await t.platform.db.raw(
    `insert into "signupSeat" ("signupUserId", "liveId", "firmId", "createdAt")
     select id, $2::uuid, "firmId", "createdAt" from "signupUser" where "signupId" = $1`,
    [signupId, liveId],
  )
  await t.platform.db.raw('update "signupSession" set taken = $2 where "signupId" = $1', [signupId, seated.length])
}

/** The clock stands so many minutes before an instant, it may be earlier than it was, and what is due has been sent. */
const at = async (instantMs: number, minutesBefore: number) => {
  t.clock.set(new Date(instantMs - minutesBefore * minuteMs))
  for (const tick of ['signup/session-letters', 'letters-due']) {
    await t.platform.jobs.runTick(tick)
    await t.platform.jobs.idle()
  }
}

const linkIn = ({ text }: MailLetter): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

test('LETTER-870 Two thousand people of a session that is moved and then cancelled get each letter once, in their language, with their time, name and link, however the clock jumps', async () => {
  const member = await aFirmWithHours(t, '器日')
  const live = await aLive(t, member, { minutes: 3 * dayMinutes })
  const form = await aForm(t, member, [{ liveId: live.id }])
  await seatAll(member.firmId, form.id, live.id)
  const beginAtMs = Date.parse(live.beginAt)
  const movedMs = beginAtMs + 2 * dayMinutes * minuteMs
  await t.call(sessionLetterRoutes.signupComplete, { body: { signupId: form.id } }, member.headers)
  await t.platform.jobs.idle()
  for (const minutes of [1_500, 1_440, 1_439, 1_441, 1_438]) await at(beginAtMs, minutes)
  const moved = LiveBody.parse({ ...live, beginAt: new Date(movedMs).toISOString() })
  const byMember = async () => (await loggedInAgain(t, member)).headers
  await t.call(liveRoutes.change, { params: { id: live.id }, body: moved }, await byMember())
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw(
    `select id from "signupUser" where "signupId" = $1 and substring(email from '\\d+')::integer % 20 = 7`,
    [form.id],
  )
  const signupUserIds = rows.map(({ id }) => String(id))
  await t.call(signupUserRoutes.cancelNotice, { body: { signupUserIds, isCancelNotice: true } }, await byMember())
  for (const minutes of [60, 0, -1]) await at(beginAtMs, minutes)
  // Over the begin of a reminder, back, and forth again.
  for (const minutes of [1_440, 1_445, 1_300, 20, 25, 19]) await at(movedMs, minutes)
  await t.call(liveRoutes.remove, { params: { id: live.id } }, await byMember())
  for (const minutes of [18, 0, -1, -200]) await at(movedMs, minutes)

  const { signupComplete, liveNotice, liveMoved, liveCancelled } = letterTypes
  const early = [signupComplete, liveNotice, liveMoved]
  const life = [...early, liveNotice, liveNotice, liveCancelled]
  const found = await t.platform.db.raw(
    `select "toAddress" as email, jsonb_agg(type order by "sentAt", "createdAt", id) as types,
       count(distinct key)::int as keys, jsonb_agg(distinct state) as states, jsonb_agg(distinct language) as languages
     from "letterRecipient" where "firmId" = $1 group by 1`,
    [member.firmId],
  )
  const lettersOf = new Map(found.rows.map(({ email, ...of }) => [String(email), of]))
  const byAddress = Map.groupBy(handed, ({ to }) => to)
  const links = new Set<string>()
  for (const { email, name, language, zone, leaves } of people) {
    const types = leaves ? early : life
    const expected = { types, keys: types.length, states: ['sent'], languages: [language] }
    expect({ email, ...lettersOf.get(email) }).toEqual({ email, ...expected })
    const letters = byAddress.get(email) ?? []
    expect(letters).toHaveLength(types.length)
    for (const [index, letter] of letters.entries()) {
      expect(letter.html).toContain(`<html lang="${language}">`)
      expect(letter.text).toContain(letterTime(index < 2 ? beginAtMs : movedMs, zone, language))
      expect(letter.text).toContain(`${name}${language === 'en' ? ',' : '，'}`)
    }
    // What is cancelled leads nowhere.
    const own = new Set(letters.slice(0, life.length - 1).map(linkIn))
    expect(own.size).toBe(1)
    for (const link of own) links.add(link)
  }
  expect(links.size).toBe(count)
  expect(links.has('')).toBe(false)
  const staying = people.filter(({ leaves }) => !leaves).length
  expect(handed.filter(({ to }) => lettersOf.has(to))).toHaveLength(
    staying * life.length + (count - staying) * early.length,
  )
}, 600_000)

test('LETTER-1061 Letters to three hundred people of a session ask the database far less often than there are people', async () => {
  const member = await aFirmWithHours(t, '器日')
  const live = await aLive(t, member, { minutes: 3 * dayMinutes })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const seated = people.slice(0, 300)
  await seatAll(member.firmId, form.id, live.id, seated)
  const before = handed.length
  const asked = async (work: () => Promise<unknown>) => (await recordStatements(work)).length
  const confirmed = await asked(async () => {
    await t.call(sessionLetterRoutes.signupComplete, { body: { signupId: form.id } }, member.headers)
    await t.platform.jobs.idle()
  })
  const reminded = await asked(() => at(Date.parse(live.beginAt), dayMinutes))
  expect(handed.length - before).toBe(2 * seated.length)
  expect(confirmed).toBeLessThan(seated.length)
  expect(reminded).toBeLessThan(seated.length)
})

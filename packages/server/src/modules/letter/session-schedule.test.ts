import { automaticDefaults, automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { aLive, aVideo, inMinutes } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId, shortCode } from '../../platform/ids.ts'

const t = await sharedApp()
const minuteMs = 60_000
const lengthMinutes = 60
const sessions = 200
const looks = 25

/** What firms have chosen. */
const choices = [
  { liveNoticeMinutes: [1440, 60, 10], liveBegins: 'builtIn' },
  { liveNoticeMinutes: [1440, 60], liveBegins: 'none' },
  { liveNoticeMinutes: [10], liveBegins: 'builtIn' },
  { liveNoticeMinutes: [], liveBegins: 'builtIn' },
] as const

const plan = fc.record({
  firm: fc.nat(choices.length - 1),
  beginsIn: fc.integer({ min: 30, max: 3_000 }),
  /** Before that look it is moved to so many minutes from then, or cancelled. */
  changedAt: fc.option(fc.nat(looks - 1), { nil: null }),
  to: fc.oneof(fc.constant('cancelled' as const), fc.integer({ min: 120, max: 2_000 })),
})
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never
const plans = fc.array(plan, { minLength: sessions, maxLength: sessions })
const steps = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: looks, maxLength: looks })

/** A session as a plain recount follows it. */
interface Followed {
  live: Awaited<ReturnType<typeof aLive>>
  beginAtMs: number
  movedAtMs: number | null
  isCancelled: boolean
}

/** Minutes before the begin of the newest letter whose time has come and that is still true. */
const recount = (chosen: readonly number[], { beginAtMs, movedAtMs, isCancelled }: Followed, nowMs: number) => {
  const passed = chosen.filter((minutes) => beginAtMs - minutes * minuteMs <= nowMs)
  if (passed.length === 0 || isCancelled || nowMs >= beginAtMs + lengthMinutes * minuteMs) return undefined
  const newest = Math.min(...passed)
  if (newest > 0 && nowMs >= beginAtMs) return undefined
  return movedAtMs !== null && beginAtMs - newest * minuteMs < movedAtMs ? undefined : newest
}

const aFirmThatChose = async (choice: (typeof choices)[number]) => {
  const member = await aFirmWithHours(t)
  const body = { ...automaticDefaults, ...choice, liveNoticeMinutes: [...choice.liveNoticeMinutes] }
  await t.call(automaticLetterRoutes.change, { body }, member.headers)
  const chosen: readonly number[] = [...choice.liveNoticeMinutes, ...(choice.liveBegins === 'none' ? [] : [0])]
  return { member, chosen, videoId: await aVideo(t, member, lengthMinutes) }
}
type FirmThatChose = Awaited<ReturnType<typeof aFirmThatChose>>

/** As planned: copies of one session, for to make a thousand takes longer than all that happens to them. */
const sessionsOf = async (firm: FirmThatChose, planned: readonly Plan[]) => {
  const { member, videoId } = firm
  const made = await aLive(t, member, { videoId, minutes: 100_000 })
  const copies = planned.map(({ beginsIn }) => ({
    id: newId(),
    streamId: shortCode(16),
    shortUrl: shortCode(7),
    beginAt: inMinutes(t, beginsIn),
    endAt: inMinutes(t, beginsIn + lengthMinutes),
  }))
  const { rows } = await t.platform.db.raw(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'live' and is_generated = 'NEVER'`,
  )
  const names = String(rows[0]?.['names'])
  await t.platform.db.raw(
    `insert into live (${names}) select ${names}
     from (select (jsonb_populate_record(made, copy)).* from live made, jsonb_array_elements($2::jsonb) copy
           where made.id = $1) copied`,
    [made.id, JSON.stringify(copies)],
  )
  return planned.map((plan, at) => {
    const live = { ...made, ...copies[at] }
    const followed: Followed = { live, beginAtMs: Date.parse(live.beginAt), movedAtMs: null, isCancelled: false }
    return { plan, firm, followed }
  })
}

const change = async (followed: Followed, { headers }: Member, to: 'cancelled' | number): Promise<void> => {
  const { id } = followed.live
  if (to === 'cancelled') {
    await t.call(liveRoutes.remove, { params: { id } }, headers)
    followed.isCancelled = true
    return
  }
  // To where it is already is no move.
  if (t.clock.ms() + to * minuteMs === followed.beginAtMs) return
  followed.beginAtMs = t.clock.ms() + to * minuteMs
  followed.movedAtMs = t.clock.ms()
  const body = LiveBody.parse({ ...followed.live, beginAt: new Date(followed.beginAtMs).toISOString() })
  followed.live = await t.call(liveRoutes.change, { params: { id }, body }, headers)
}

test('LETTER-871 Of a thousand sessions that are moved and cancelled while the clock goes on in any steps, the letters that were opened are those of a plain recount', async () => {
  await fc.assert(
    fc.asyncProperty(plans, steps, async (planned, stepMinutes) => {
      const firms = await Promise.all(choices.map(aFirmThatChose))
      const made = firms.map((firm, at) =>
        sessionsOf(
          firm,
          planned.filter((plan) => plan.firm === at),
        ),
      )
      const all = (await Promise.all(made)).flat()
      const expected = new Set<string>()
      for (const [look, minutes] of stepMinutes.entries()) {
        t.clock.advance(minutes * minuteMs)
        const staff = await Promise.all(firms.map(({ member }) => loggedInAgain(t, member)))
        for (const { plan, followed } of all) {
          const member = staff[plan.firm]
          // What has begun stays as it is.
          if (!member || plan.changedAt !== look || t.clock.ms() >= followed.beginAtMs) continue
          await change(followed, member, plan.to)
          if (followed.isCancelled)
            expected.add(`${followed.live.id} ${letterTypes.liveCancelled} 0 ${followed.beginAtMs}`)
        }
        for (const { firm, followed } of all) {
          const due = recount(firm.chosen, followed, t.clock.ms())
          const type = due === 0 ? letterTypes.liveBegins : letterTypes.liveNotice
          if (due !== undefined) expected.add(`${followed.live.id} ${type} ${due} ${followed.beginAtMs}`)
        }
        await t.platform.jobs.runTick('signup/session-letters')
        await t.platform.jobs.idle()
      }
      const { rows } = await t.platform.db.raw(
        `select concat_ws(' ', "subjectId", type, step, (extract(epoch from "beginAt") * 1000)::bigint) as opened
         from "sessionLetter" where "firmId" = any($1::uuid[]) and "doneAt" is not null`,
        [firms.map(({ member }) => member.firmId)],
      )
      expect(rows.map(({ opened }) => String(opened)).toSorted()).toEqual([...expected].toSorted())
    }),
    { numRuns: 1_000 / sessions, endOnFailure: true },
  )
}, 600_000)

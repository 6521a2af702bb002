import { funnelOf } from '@kaimai/contract/figure/figure.rules.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { factsOf, figuresOf, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { aLive, aVideo } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { eraseFacts } from '../fact/erase-facts.service.ts'
import { eraseFigures } from './erase-figures.service.ts'

const t = await sharedApp()
const { db } = t.platform
const minuteMs = 60_000
/** How far the live is. */
const passedMinutes = 15
let owner: Member
let videoId = ''
beforeAll(async () => {
  owner = await aFirmWithHours(t, '在場')
  videoId = await aVideo(t, owner, 3600)
})

const aRunningLive = async (): Promise<string> => {
  const live = await aLive(t, owner, { minutes: 5, videoId })
  t.clock.set(new Date(Date.parse(live.beginAt) + passedMinutes * minuteMs))
  owner = await loggedInAgain(t, owner)
  return live.id
}

const present = async (liveId: string): Promise<number> => {
  const { rows } = await db.raw('select count(*)::integer as count from "figurePresence" where "liveId" = $1', [liveId])
  return Number(rows[0]?.['count'])
}

/** One of two comes into the room or leaves it, signs up, is erased; all is counted anew. */
const step = fc.record({
  kind: fc.constantFrom('joined', 'left', 'joined', 'left', 'signedUp', 'erased', 'recounted'),
  presence: fc.nat(2),
  minute: fc.integer({ min: -2, max: 14 }),
  person: fc.nat(1),
  isCountedThen: fc.boolean(),
})

test('FIGURE-442 However who comes and goes is told and counted, whoever is in a room that runs has stayed until now', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 16 }),
      // Whose presences they are, and whether that is known when they come.
      fc.array(fc.record({ whose: fc.nat(1), isKnown: fc.boolean() }), { minLength: 3, maxLength: 3 }),
      async (steps, presences) => {
        const liveId = await aRunningLive()
        const [people, viewers] = [
          [newId(), newId()],
          [newId(), newId()],
        ]
        const begunAt = t.clock.ms() - passedMinutes * minuteMs
        const erased = new Set<number>()
        const idOf = (person: number) => (erased.has(person) ? null : (people[person] ?? null))
        for (const [at, { kind, presence, minute, person, isCountedThen }] of steps.entries()) {
          const { whose, isKnown } = presences[presence] ?? { whose: 0, isKnown: false }
          if (kind === 'joined' || kind === 'left')
            await writeFact(db, owner.firmId, {
              kind,
              sourceId: `${liveId} ${presence}`,
              at: new Date(begunAt + minute * minuteMs),
              liveId,
              offsetMs: minute * minuteMs,
              signupUserId: isKnown ? idOf(whose) : null,
              liveUserId: viewers[whose] ?? null,
            })
          else if (kind === 'signedUp' && idOf(person) !== null)
            await writeFact(db, owner.firmId, {
              kind,
              sourceId: `${liveId} signed ${at}`,
              at: new Date(begunAt - at * minuteMs),
              liveId,
              signupUserId: idOf(person),
              liveUserId: viewers[person] ?? null,
            })
          else if (kind === 'erased' && idOf(person) !== null) {
            const of = { signupUserId: people[person] ?? '', liveUserIds: [viewers[person] ?? ''], orderIds: [] }
            erased.add(person)
            await db.transaction(async (tx) => {
              await eraseFacts(tx, owner.firmId, of)
              await eraseFigures(tx, owner.firmId, of)
            })
          } else if (kind === 'recounted') await t.app.services.figures.recount(owner.firmId)
          if (isCountedThen) await rollUp(t)
        }
        const facts = await factsOf(db, owner.firmId, liveId)
        const check = async (when: string) => {
          for (const stayedMinutes of [1, 5, 10] as const) {
            const { funnel } = await figuresOf(t, owner, { liveId, stayedMinutes })
            const wanted = funnelOf(facts, stayedMinutes * minuteMs, passedMinutes * minuteMs)
            expect(funnel, `${stayedMinutes} minutes, ${when}`).toEqual(wanted)
          }
        }
        await check('as it came')
        await t.app.services.figures.recount(owner.firmId)
        await check('recounted')
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
})

test('FIGURE-443 Who has left is in the room no more, and a rebuilt sum knows who is in it', async () => {
  const liveId = await aRunningLive()
  const tell = (kind: 'joined' | 'left', presence: string, minute: number) =>
    writeFact(db, owner.firmId, {
      kind,
      sourceId: `${liveId} ${presence}`,
      at: new Date(t.clock.ms() - (passedMinutes - minute) * minuteMs),
      liveId,
      offsetMs: minute * minuteMs,
      liveUserId: newId(),
    })
  await tell('joined', 'a', 3)
  await tell('joined', 'b', 4)
  await rollUp(t)
  expect(await present(liveId)).toBe(2)
  await tell('left', 'a', 9)
  // Their end is known before their begin.
  await tell('left', 'c', 9)
  await rollUp(t)
  await tell('joined', 'c', 5)
  await rollUp(t)
  expect(await present(liveId)).toBe(1)
  await t.app.services.figures.recount(owner.firmId)
  expect(await present(liveId)).toBe(0)
  await rollUp(t)
  expect(await present(liveId)).toBe(1)
})

test('FIGURE-444 Who is in a room as a viewer and turns out to be a person who signed up is there once, as that person', async () => {
  const liveId = await aRunningLive()
  const [viewer, person] = [newId(), newId()]
  const tell = (kind: 'joined' | 'signedUp', minute: number, signupUserId: string | null) =>
    writeFact(db, owner.firmId, {
      kind,
      sourceId: `${liveId} ${kind}`,
      at: new Date(t.clock.ms() - (passedMinutes - minute) * minuteMs),
      liveId,
      offsetMs: minute * minuteMs,
      signupUserId,
      liveUserId: viewer,
    })
  const stayed = async () => {
    const { funnel } = await figuresOf(t, owner, { liveId, stayedMinutes: 5 })
    return funnel.filter(({ step }) => step === 'signedUp' || step === 'stayed').map(({ persons }) => persons)
  }
  await tell('joined', 3, null)
  expect(await stayed()).toEqual([1, 1])
  await tell('signedUp', 4, person)
  expect(await stayed()).toEqual([1, 1])
})

import { cohortCounts, cohortsOf, monthsUntil, taipeiMonth } from '@kaimai/contract/figure/cohort.rules.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anOrderRow, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform

const cohortsFor = async ({ headers }: Member, query: { association?: string } = {}) => {
  await rollUp(t)
  return t.call(figureRoutes.cohorts, { query: { months: '4', ...query } }, headers)
}

interface Buyer {
  readonly person: string | null
  readonly viewer: string
  readonly at: Date
  readonly association?: string
}

const buy = async ({ firmId }: Member, liveId: string, { person, viewer, at, ...by }: Buyer): Promise<void> => {
  const orderId = await anOrderRow(db, firmId, liveId, at)
  await writeFact(db, firmId, {
    kind: 'paid',
    sourceId: newId(),
    at,
    liveId,
    orderId,
    signupUserId: person,
    liveUserId: viewer,
    amount: 100_00,
    ...by,
  })
}

test('FIGURE-213 However purchases come in, the cohorts are what the formula says of them; a viewer who turns out to be a person is one', async () => {
  const months = monthsUntil(taipeiMonth(t.clock.ms()), 4)
  const purchase = fc.record({ person: fc.nat(3), month: fc.nat(3), day: fc.integer({ min: 1, max: 28 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(purchase, { maxLength: 10 }), fc.boolean(), async (purchases, areKnown) => {
      const owner = await aFirmWithHours(t, '器日')
      const { id: liveId } = await aLive(t, owner)
      const buyers = [0, 1, 2, 3].map(() => ({ person: newId(), viewer: newId() }))
      const bought = purchases.map(({ person, month, day }) => ({
        buyer: buyers[person] ?? { person: newId(), viewer: newId() },
        at: new Date(`${months[month] ?? ''}-${String(day).padStart(2, '0')}T12:00:00+08:00`),
      }))
      for (const { buyer, at } of bought) await buy(owner, liveId, { person: null, viewer: buyer.viewer, at })
      if (areKnown)
        for (const { person, viewer } of buyers)
          await writeFact(db, owner.firmId, {
            kind: 'joined',
            sourceId: newId(),
            at: t.clock.now(),
            liveId,
            offsetMs: 0,
            signupUserId: person,
            liveUserId: viewer,
          })
      const counts = cohortCounts(
        bought.map(({ buyer, at }) => ({ person: buyer.viewer, day: taipeiDay(at.getTime()) })),
      )
      const { cohorts, all } = await cohortsFor(owner)
      expect(cohorts).toEqual(cohortsOf(counts, months, months[3] ?? ''))
      // Behind each stand the persons themselves, as many.
      for (const { cohort, month, persons } of counts) {
        const query = { figure: 'cohort', cohort, month } as const
        const { rows, total } = await t.call(figureRoutes.rows, { query }, owner.headers)
        expect([total, new Set(rows.map(({ id }) => id)).size]).toEqual([persons, persons])
      }
      // And behind the row of all cohorts everybody who is in it.
      for (const [monthsLater, { back }] of all.entries()) {
        const persons = monthsLater === 0 ? cohorts.reduce((sum, each) => sum + each.persons, 0) : back
        const query = { figure: 'cohort', monthsLater } as const
        const { rows, total } = await t.call(figureRoutes.rows, { query }, owner.headers)
        expect([monthsLater, total, new Set(rows.map(({ id }) => id)).size]).toEqual([monthsLater, persons, persons])
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test('FIGURE-214 Narrowed to a partner’s link a cohort is of those whose first order came by it, and never more come back than are in it', async () => {
  const owner = await aFirmWithHours(t, '器日')
  const { id: liveId } = await aLive(t, owner)
  const months = monthsUntil(taipeiMonth(t.clock.ms()), 4)
  const inMonth = (at: number) => new Date(`${months[at] ?? ''}-10T12:00:00+08:00`)
  const [a, b, c] = [newId(), newId(), newId()]
  for (const [person, month, association] of [
    [a, 0, 'amy'],
    [a, 1, ''],
    [b, 0, ''],
    [b, 1, 'amy'],
    [c, 0, 'amy'],
  ] as const)
    await buy(owner, liveId, { person, viewer: newId(), at: inMonth(month), association })
  const [all, byLink] = [await cohortsFor(owner), await cohortsFor(owner, { association: 'amy' })]
  expect(all.cohorts[0]).toEqual({ month: months[0], persons: 3, back: [3, 2, 0, null] })
  expect(byLink.cohorts[0]).toEqual({ month: months[0], persons: 2, back: [2, 1, 0, null] })
  expect(byLink.all[1]).toEqual({ persons: 2, back: 1 })
})

test('FIGURE-215 A shop without orders has cohorts of nobody, and no share of them', async () => {
  const { cohorts, all } = await cohortsFor(await aFirmWithHours(t, '新店'))
  expect(cohorts.map(({ persons, back }) => [persons, back.every((each) => each === null)])).toEqual([
    [0, true],
    [0, true],
    [0, true],
    [0, true],
  ])
  expect(all).toEqual(Array.from({ length: 4 }, () => ({ persons: 0, back: 0 })))
})

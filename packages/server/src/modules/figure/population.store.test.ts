import { beforeAll, expect, test } from 'vitest'
import { rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { packDaysTick } from './pack-days.ts'
import { countsOf } from './population-people.ts'
import { createPopulationStore } from './population.store.ts'

const t = await sharedApp()
const { db } = t.platform
let owner: Member
let liveId = ''
beforeAll(async () => {
  owner = await aFirmWithHours(t, '存量')
  liveId = (await aLive(t, owner)).id
})

const dayMs = 86_400_000
const signUp = async (daysAgo: number) => {
  const at = new Date(t.clock.ms() - daysAgo * dayMs)
  await writeFact(db, owner.firmId, { kind: 'signedUp', sourceId: newId(), at, liveId, signupUserId: newId() })
  await rollUp(t)
}
/** As a server that was just started counts it. */
const signedUp = async () => {
  const live = { id: liveId, formIds: [], visitedFrom: null, visitedUntil: t.clock.now(), nowMs: null }
  const population = await createPopulationStore({ db, clock: t.clock }).of({ firmId: owner.firmId, live })
  return countsOf(population).signedUp
}
const kept = async () => {
  const { rows } = await db.raw('select count(*)::integer as count from "figureCell" where "firmId" = $1', [
    owner.firmId,
  ])
  return rows[0]?.['count']
}

test('FIGURE-439 What is read of days that are over is kept until a late fact or a recount changes them; what is of today is not', async () => {
  await signUp(2)
  await signUp(1)
  await signUp(0)
  expect([await kept(), await signedUp(), await kept()]).toEqual([0, 3, 2])
  // Read from what is kept: the sums beneath are not looked at.
  await db.raw(`update "figurePerson" set kind = 'joined' where "firmId" = $1 and kind = 'signedUp'`, [owner.firmId])
  expect(await signedUp()).toBe(2)
  await db.raw(`update "figurePerson" set kind = 'signedUp' where "firmId" = $1`, [owner.firmId])
  await signUp(2)
  expect([await signedUp(), await kept()]).toEqual([4, 2])
  await t.app.services.figures.recount(owner.firmId)
  expect(await kept()).toBe(0)
  await rollUp(t)
  expect([await signedUp(), await kept()]).toEqual([4, 2])
})

test('FIGURE-441 Days that are over are packed before anybody looks, and packed anew after a late fact; today is not', async () => {
  const pack = () => t.platform.jobs.runTick(packDaysTick)
  const { firmId } = owner
  await t.app.services.figures.recount(firmId)
  await rollUp(t)
  expect(await kept()).toBe(0)
  await pack()
  expect(await kept()).toBe(2)
  // Read from what is packed: there are no sums any more beneath the two days that are over.
  await db.raw(`update "figurePerson" set kind = 'joined' where "firmId" = $1`, [firmId])
  expect(await signedUp()).toBe(3)
  await db.raw(`update "figurePerson" set kind = 'signedUp' where "firmId" = $1`, [firmId])
  await signUp(1)
  await pack()
  const versions = async () => {
    const { rows } = await db.raw(
      `select change.day::text as day, change.version - cell.version as behind
       from "figureChange" change left join "figureCell" cell using ("firmId", "placeId", day)
       where "firmId" = $1 order by 1`,
      [firmId],
    )
    return rows.map(({ behind }) => behind)
  }
  expect(await versions()).toEqual([0, 0, null])
  expect(await signedUp()).toBe(5)
  // Nothing is left to pack, and of a place where nothing is left neither.
  await db.raw(`delete from "figurePerson" where "firmId" = $1`, [firmId])
  await db.raw(`update "figureChange" set version = version + 1 where "firmId" = $1`, [firmId])
  await pack()
  expect(await kept()).toBe(0)
  const { rows } = await db.raw(
    `select count(*)::integer as count from "figureChange" where "firmId" = $1 and "packedVersion" is distinct from version`,
    [firmId],
  )
  expect(rows).toEqual([{ count: 1 }])
})

import type { Sent } from '@kaimai/contract/common/route.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { retentionOf } from '@kaimai/contract/figure/retention.rules.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { factsOf, figuresOf, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform
const minuteMs = 60_000
let owner: Member
beforeAll(async () => {
  owner = await aFirmWithHours(t, '器日')
})

const retention = async (query: NonNullable<Sent<typeof figureRoutes.retention>['query']>, headers = owner.headers) => {
  await rollUp(t)
  return t.call(figureRoutes.retention, { query }, headers)
}
const scripted = async (live: { readonly id: string; readonly streamId: string }, script: readonly object[]) => {
  await db.raw('update live set script = cast($2 as jsonb) where id = $1', [live.id, JSON.stringify(script)])
  t.app.services.liveReader.forget({ liveId: live.id, streamId: live.streamId })
}

const span = fc.record({
  person: fc.option(fc.nat(2), { freq: 3 }),
  viewer: fc.nat(2),
  from: fc.integer({ min: -20, max: 90 }),
  length: fc.option(fc.nat(60), { freq: 5 }),
})

test('FIGURE-203 However presences come in, who is in the room at each second is what the formula says of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(span, { maxLength: 10 }), async (spans) => {
      const live = await aLive(t, owner, { minutes: 1 })
      const [people, viewers] = [
        [newId(), newId(), newId()],
        [newId(), newId(), newId()],
      ]
      const beginMs = Date.parse(live.beginAt)
      for (const { person, viewer, from, length } of spans) {
        const presence = {
          sourceId: newId(),
          liveId: live.id,
          signupUserId: person === null ? null : (people[person] ?? null),
          liveUserId: viewers[viewer] ?? null,
        }
        const at = (second: number) => ({ at: new Date(beginMs + second * 1000), offsetMs: second * 1000 })
        if (length !== null) await writeFact(db, owner.firmId, { ...presence, kind: 'left', ...at(from + length) })
        await writeFact(db, owner.firmId, { ...presence, kind: 'joined', ...at(from) })
      }
      t.clock.set(new Date(Date.parse(live.endAt) + minuteMs))
      const shown = await retention({ liveId: live.id })
      const facts = await factsOf(db, owner.firmId, live.id)
      expect(shown.persons).toEqual(retentionOf(facts, shown.seconds))
      const whole = await retention({ liveId: live.id })
      expect(whole).toEqual(shown)
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test('FIGURE-204 While a live runs the stage holds what its script has shown so far, and what sold meanwhile is of it', async () => {
  const [bowl, mug] = [await aProduct(t, owner, { name: '飯碗' }), await aProduct(t, owner, { name: '馬克杯' })]
  const live = await aLive(t, owner, { minutes: 1, productIds: [bowl.id, mug.id] })
  await scripted(live, [
    { id: 'a', atMs: 10_000, kind: 'showProduct', productId: bowl.id },
    { id: 'b', atMs: 20_000, kind: 'callToAction', text: '看更多' },
    { id: 'c', atMs: 30_000, kind: 'hideProduct', productId: bowl.id },
    { id: 'd', atMs: 40_000, kind: 'endCallToAction' },
    { id: 'e', atMs: 150_000, kind: 'showProduct', productId: mug.id },
  ])
  const beginMs = Date.parse(live.beginAt)
  t.clock.set(new Date(beginMs + 2 * minuteMs))
  for (const [cause, second, dollars] of [
    ['in time', 12, 100],
    ['a minute after', 89, 200],
    ['too late', 90, 400],
  ] as const)
    await writeFact(db, owner.firmId, {
      kind: 'paid',
      sourceId: `${live.id} ${cause}`,
      at: new Date(beginMs + second * 1000),
      liveId: live.id,
      offsetMs: second * 1000,
      amount: dollars * 100,
    })
  const { stage } = await retention({ liveId: live.id })
  expect(stage).toEqual([
    { kind: 'product', text: '飯碗', fromSecond: 10, untilSecond: 30 },
    { kind: 'callToAction', text: '看更多', fromSecond: 20, untilSecond: 40 },
  ])
  const { showings, outsideShowings, money } = await figuresOf(t, owner, { liveId: live.id })
  expect(showings.map(({ productId, orders, paid }) => [productId, orders, paid])).toEqual([[bowl.id, 2, 300_00]])
  expect(outsideShowings).toEqual({ orders: 1, paid: 400_00 })
  expect(money).toMatchObject([{ paid: 700_00 }])
  // Behind each stand the payments themselves.
  const behind = (showing: string, by = owner) =>
    t.call(figureRoutes.rows, { query: { figure: 'payments', liveId: live.id, showing } }, by.headers)
  const amounts = async (showing: string) => (await behind(showing)).rows.map(({ amount }) => amount)
  expect(await amounts(`10 ${bowl.id}`)).toEqual([200_00, 100_00])
  expect(await amounts('none')).toEqual([400_00])
  expect((await behind(`10 ${bowl.id}`)).total).toBe(2)
  for (const gone of [`11 ${bowl.id}`, `10 ${mug.id}`]) expect(await errorNameOf(behind(gone))).toBe('notFound')
  const other = await aFirmWithHours(t, '別家')
  expect(await errorNameOf(behind(`10 ${bowl.id}`, other))).toBe('notFound')
})

test('FIGURE-205 A live that has not begun has nobody at any second, and one of another firm is not there', async () => {
  const live = await aLive(t, owner, { minutes: 10 })
  expect(await retention({ liveId: live.id })).toMatchObject({ joined: 0, persons: [], stage: [] })
  const other = await aFirmWithHours(t, '別家')
  expect(await errorNameOf(retention({ liveId: live.id }, other.headers))).toBe('notFound')
})

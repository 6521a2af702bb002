import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import type { Body } from './live-writing.ts'
import { withChangedMeanwhile } from './merge-concurrent-changes.ts'

const t = await sharedApp()
const member = await t.aFirm()
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

type Shown = Awaited<ReturnType<typeof aLive>>
const loadedOf = ({ bannedKeywords, slowSeconds, anonymousAllowed, productList }: Shown) => ({
  bannedKeywords,
  slowSeconds,
  anonymousAllowed,
  productIds: productList.map(({ productId }) => productId),
})
const save = (live: Shown, part: object, loaded: Body['loaded'] | null = loadedOf(live)) =>
  t.call(
    liveRoutes.change,
    { params: { id: live.id }, body: LiveBody.parse({ ...live, ...part, ...(loaded && { loaded }) }) },
    member.headers,
  )
const inRoom = (id: string, change: object) => t.app.services.lives.changeRunning(member.firmId, id, change)

test('LIVE-83 Saving the form of a running live keeps what the control room has changed since it was opened', async () => {
  const [first, second, third] = [await aProduct(t, member), await aProduct(t, member), await aProduct(t, member)]
  const live = await aLive(t, member, { minutes: 0, productIds: [first.id] })
  await inRoom(live.id, { bannedKeywords: ['盜版'], slowSeconds: 30, anonymousAllowed: false, addProductId: second.id })
  const saved = await save(live, { liveName: '改名' })
  expect(saved).toMatchObject({
    liveName: '改名',
    bannedKeywords: ['盜版'],
    slowSeconds: 30,
    anonymousAllowed: false,
    productList: [{ productId: first.id }, { productId: second.id }],
  })
  // What the form says on purpose holds, each by itself; words and products of both stand together.
  await inRoom(live.id, { bannedKeywords: ['盜版', '詐騙'], slowSeconds: 60, addProductId: third.id })
  const { productList } = saved
  const again = await save(saved, {
    bannedKeywords: ['假貨'],
    slowSeconds: 10,
    productList: productList.filter(({ productId }) => productId !== second.id),
  })
  expect(again).toMatchObject({
    bannedKeywords: ['詐騙', '假貨'],
    slowSeconds: 10,
    anonymousAllowed: false,
    productList: [{ productId: first.id }, { productId: third.id }],
  })
})

test('LIVE-54 A caller who does not say what was loaded writes everything as given', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  await inRoom(live.id, { bannedKeywords: ['盜版'], slowSeconds: 30 })
  expect(await save(live, {}, null)).toMatchObject({ bannedKeywords: [], slowSeconds: 0 })
})

const letters = ['a', 'b', 'c', 'd']
const words = fc.uniqueArray(fc.constantFrom<string>(...letters))
const kept = fc.record({
  bannedKeywords: words,
  slowSeconds: fc.nat(2),
  anonymousAllowed: fc.boolean(),
  productIds: words,
})
type Kept = { bannedKeywords: string[]; slowSeconds: number; anonymousAllowed: boolean; productIds: string[] }
const liveProducts = (ids: string[]) =>
  ids.map((productId) => ({ productId, showAt: null, hideAt: null, livePrice: null, showLeft: true }))
const rest = LiveBody.parse({
  liveName: '秋窯',
  platformType: 'camera',
  videoId: null,
  beginAt: '2030-01-01T00:00:00Z',
})
const merged = (loaded: Kept, form: Kept, now: Kept) => {
  const { productIds, ...values } = form
  const body = withChangedMeanwhile(
    { ...rest, ...values, productList: liveProducts(productIds), loaded },
    {
      ...now,
      products: liveProducts(now.productIds),
    },
  )
  return { ...body, productIds: body.productList.map(({ productId }) => productId) }
}

test('LIVE-84 Whatever the two change: an untouched form changes nothing, an untouched room takes all, a word of either stands', () => {
  fc.assert(
    fc.property(kept, kept, kept, (loaded, form, now) => {
      const { bannedKeywords, slowSeconds, anonymousAllowed } = merged(loaded, loaded, now)
      expect({ bannedKeywords, slowSeconds, anonymousAllowed }).toEqual({
        bannedKeywords: now.bannedKeywords,
        slowSeconds: now.slowSeconds,
        anonymousAllowed: now.anonymousAllowed,
      })
      const quiet = merged(loaded, form, loaded)
      expect(quiet.bannedKeywords.toSorted()).toEqual(form.bannedKeywords.toSorted())
      expect([quiet.slowSeconds, quiet.anonymousAllowed, quiet.productIds]).toEqual([
        form.slowSeconds,
        form.anonymousAllowed,
        form.productIds,
      ])
      const both = merged(loaded, form, now)
      for (const word of letters) {
        const [was, wanted, is] = [loaded, form, now].map((each) => each.bannedKeywords.includes(word))
        // Whoever differs from what both saw has said so.
        expect(both.bannedKeywords.filter((one) => one === word)).toHaveLength((wanted === was ? is : wanted) ? 1 : 0)
        const product = [
          form.productIds.includes(word),
          now.productIds.includes(word),
          loaded.productIds.includes(word),
        ]
        const [inForm, inRoom, inLoaded] = product
        expect(both.productIds.includes(word)).toBe(inForm || (inRoom && !inLoaded))
      }
    }),
  )
})

import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'
import { packagingSlots } from './package-video.ts'
import { createPackagingStore } from './packaging.store.ts'
import { createVideoStore } from './video.store.ts'

const t = await sharedApp()
const store = createVideoStore(t.platform.db)
const turns = createPackagingStore(t.platform.db)
const minuteMs = 60_000
const inMs = (ms: number) => new Date(t.clock.ms() + ms)

/** Films whose upload is whole, the first one the oldest. */
const films = async (firmId: string, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const id = newId()
    t.clock.advance(1000)
    const row = { id, uploadId: newId(), name: `film ${n}`, size: 1, fingerprint: '', createdAt: t.clock.now() }
    await store.insert(firmId, row)
    await t.platform.db.transaction((tx) => store.finish(firmId, id, tx))
    ids.push(id)
  }
  return ids
}

const take = (perFirm: number) => turns.take(t.clock.now(), inMs(minuteMs), perFirm).then((video) => video?.id)

test('VIDEO-73 A firm’s film never waits for all the films of another firm: one slot is always somebody else’s', async () => {
  const [one, other] = [await t.aFirm(), await t.aFirm()]
  const [first, second, third] = await films(one.firmId, 3)
  expect(await take(1)).toBe(first)
  expect(await take(1)).toBeUndefined()
  const [short] = await films(other.firmId, 1)
  expect(await take(1)).toBe(short)
  // With more slots who has fewer under way comes first, then who waited longer.
  expect(await take(2)).toBe(second)
  expect(await take(2)).toBeUndefined()
  await store.failed(one.firmId, first ?? '', 'videoUnreadable')
  expect(await take(2)).toBe(third)
  for (const [firmId, id] of [
    [one.firmId, second],
    [one.firmId, third],
    [other.firmId, short],
  ] as const)
    await store.failed(firmId, id ?? '', 'videoUnreadable')
})

test('VIDEO-74 A film whose process died is taken up by another a minute later, one at work is not', async () => {
  const { firmId } = await t.aFirm()
  const [film = ''] = await films(firmId, 1)
  expect(await take(1)).toBe(film)
  t.clock.advance(40_000)
  await turns.keep(film, inMs(minuteMs))
  t.clock.advance(40_000)
  expect(await take(1)).toBeUndefined()
  expect(await turns.waiting(t.clock.now(), 10)).toEqual([])
  t.clock.advance(20_001)
  expect((await turns.waiting(t.clock.now(), 10)).map(({ id }) => id)).toEqual([film])
  expect(await take(1)).toBe(film)
})

test('VIDEO-75 At least two films are packaged at a time, and at most four, by the machine’s cores', () => {
  expect([1, 2, 4, 6, 8, 32].map(packagingSlots)).toEqual([2, 2, 2, 3, 4, 4])
})

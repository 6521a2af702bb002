import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { silentLog } from '../../../test/database.ts'
import { manualClock } from '../../platform/clock.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import { newId } from '../../platform/ids.ts'
import { shopChanged } from '../../platform/shop-hints.ts'
import { createBlockStore } from './block.store.ts'
import { createBlockedPeople } from './blocked-people.service.ts'

const t = await sharedApp()
const { db } = t.platform
const store = createBlockStore(db)
const aNode = () => {
  const bus = inProcessBus(silentLog)
  const clock = manualClock('2026-11-20T12:00:00Z')
  return { bus, clock, ...createBlockedPeople(db, { bus, clock }) }
}

const phone = '+886912345678'
const person = { liveUserIds: [], phones: [phone], emails: [], deviceHashes: [] }
const liveId = newId()
const block = async (firmId: string): Promise<void> => {
  const nobody = { liveUserId: null, email: null, deviceHash: null, byId: null, byName: '', reason: '' }
  const never = { permanentByName: '', permanentAt: null, cancelledByName: '', cancelledAt: null }
  const named = { name: '小美', anonymous: false, phone, searchName: '', searchAll: '' }
  const row = {
    id: newId(),
    firmId,
    liveId: null,
    fromLiveId: null,
    createdAt: new Date(),
    ...nobody,
    ...never,
    ...named,
  }
  await store.insert(row, db)
}

test('BLOCK-54 A firm’s first block holds at once where it is heard of, in a transaction even without, and elsewhere within a second', async () => {
  const [heard, deaf] = [aNode(), aNode()]
  const { firmId } = await t.aFirm()
  const isBlocked = ({ isBlocked: ask }: typeof heard) => ask(firmId, liveId, person)
  expect([await isBlocked(heard), await isBlocked(deaf)]).toEqual([false, false])
  await block(firmId)
  shopChanged(heard.bus, firmId)
  expect(await isBlocked(heard)).toBe(true)
  expect(await db.transaction((tx) => deaf.isBlocked(firmId, liveId, person, tx))).toBe(true)
  deaf.clock.advance(999)
  expect(await isBlocked(deaf)).toBe(false)
  deaf.clock.advance(1)
  expect(await isBlocked(deaf)).toBe(true)
})

test('BLOCK-55 Another firm’s block keeps nobody out', async () => {
  const node = aNode()
  const [{ firmId }, { firmId: otherFirmId }] = [await t.aFirm(), await t.aFirm()]
  await block(firmId)
  expect(await node.isBlocked(otherFirmId, liveId, person)).toBe(false)
  expect(await node.isBlocked(firmId, liveId, person)).toBe(true)
  expect(await node.isBlocked(firmId, liveId, { ...person, phones: ['+886900000000'] })).toBe(false)
})

test('BLOCK-56 Of many people each is answered as if it were asked alone', async () => {
  const node = aNode()
  const { firmId } = await t.aFirm()
  await block(firmId)
  const others = ['+886900000000', '+886912345679'].map((number) => ({ ...person, phones: [number] }))
  const nobody = { ...person, phones: [] }
  const people = [others[0] ?? nobody, person, nobody, { ...nobody, emails: ['a@example.com'] }, person, ...others]
  expect(await node.areBlocked(firmId, liveId, people)).toEqual([false, true, false, false, true, false, false])
  expect(await Promise.all(people.map((each) => node.isBlocked(firmId, liveId, each)))).toEqual([
    ...(await db.transaction((tx) => node.areBlocked(firmId, liveId, people, tx))),
  ])
  expect(await node.areBlocked(firmId, liveId, [])).toEqual([])
  expect(await node.areBlocked(firmId, liveId, [nobody, nobody])).toEqual([false, false])
})

import { cashFlowRoutes } from '@kaimai/contract/payment/cash-flow.routes.ts'
import { expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const days = { from: '2026-11-01', to: '2026-11-30' }

/** A firm whose ledgers have a top-up, charges around midnight in Taipei, a sending of which half came back, and what is neither bought nor used. */
const aFirmThatUses = async () => {
  const member = await t.aFirm()
  const { firmId } = member
  await t.platform.db.raw('delete from "pointLedger" where "firmId" = $1', [firmId])
  await t.platform.db.raw('delete from "liveHoursLedger" where "firmId" = $1', [firmId])
  const { id: liveId } = await aLive(t, member, { publish: false })
  for (const [kind, live, seconds, at] of [
    ['topUp', null, 36_000, '2026-11-20T02:00:00Z'],
    ['charge', liveId, -3_600, '2026-11-20T15:59:59Z'],
    ['charge', liveId, -61, '2026-11-20T16:00:00Z'],
    ['expiry', null, -500, '2026-11-21T02:00:00Z'],
    ['correction', null, 7, '2026-11-22T02:00:00Z'],
  ] as const)
    await t.platform.db.raw(
      `insert into "liveHoursLedger" (id, "firmId", "liveId", period, seconds, kind, "createdAt")
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), firmId, live, newId(), seconds, kind, new Date(at)],
    )
  for (const [kind, tenths, at] of [
    ['topUp', 10_000, '2026-11-21T02:00:00Z'],
    ['reserve', -305, '2026-11-21T03:00:00Z'],
    ['giveBack', 100, '2026-11-21T04:00:00Z'],
    ['expiry', -50, '2026-11-22T02:00:00Z'],
  ] as const)
    await t.platform.db.raw(
      `insert into "pointLedger" (id, "firmId", kind, key, tenths, "createdAt") values ($1, $2, $3, $4, $5, $6)`,
      [newId(), firmId, kind, newId(), tenths, new Date(at)],
    )
  return member
}

test('PAYMENT-500 Hours and points that were bought and used stand by the day in Taipei; what expired or was corrected is neither', async () => {
  const member = await aFirmThatUses()
  const rows = await t.call(cashFlowRoutes.usage, { query: days }, member.headers)
  expect(rows).toEqual([
    { day: '2026-11-21', hoursBought: 0, hoursUsed: 61, pointsBought: 1_000, pointsUsed: 20.5 },
    { day: '2026-11-20', hoursBought: 36_000, hoursUsed: 3_600, pointsBought: 0, pointsUsed: 0 },
  ])
  const ofOther = await t.call(cashFlowRoutes.usage, { query: days }, (await t.aFirm()).headers)
  expect(ofOther.map(({ hoursUsed, pointsUsed }) => hoursUsed + pointsUsed).filter((used) => used > 0)).toEqual([])
  const backward = { from: '2026-11-02', to: '2026-11-01' }
  expect(await errorNameOf(t.call(cashFlowRoutes.usage, { query: backward }, member.headers))).toBe('invalid')
})

test('PAYMENT-501 The file of hours and points says the same, and that it was taken is on record', async () => {
  const member = await aFirmThatUses()
  const query = { ...days, format: 'csv' } as const
  const file: unknown = await t.call(cashFlowRoutes.exportUsage, { query }, member.headers)
  expect(String(file).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    '日期,購買時數（小時）,使用時數（小時）,購買點數,使用點數',
    '2026-11-21,0,0.02,1000,20.5',
    '2026-11-20,10,1,0,0',
  ])
  const { rows } = await t.platform.db.raw(
    `select change from audit where action = 'order.exportUsage' and "firmId" = $1`,
    [member.firmId],
  )
  expect(rows).toEqual([{ change: { from: '2026-11-01', to: '2026-11-30' } }])
})

import type { Sent } from '@kaimai/contract/common/route.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { expect, test } from 'vitest'
import { anOrderRow, figuresOf, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform

type Query = NonNullable<Sent<typeof figureRoutes.rows>['query']>
const page = async (query: Query, headers: Member['headers']) => {
  await rollUp(t)
  return t.call(figureRoutes.rows, { query }, headers)
}

test('FIGURE-438 Behind the paid orders of partners’ links stand the orders that the figures count, of a live and of days, each with all that was paid for it', async () => {
  const shop = await aFirmWithHours(t, '分潤')
  const { id: liveId } = await aLive(t, shop)
  const noon = new Date('2026-11-10T12:00:00+08:00')
  const order = async (
    association: string,
    acts: readonly (readonly ['ordered' | 'paid' | 'refunded', number])[],
    paidAt = noon,
  ) => {
    const orderId = await anOrderRow(db, shop.firmId, liveId, noon)
    await db.raw('update "order" set "paidAt" = $2 where id = $1', [orderId, paidAt])
    for (const [kind, dollars] of acts)
      await writeFact(db, shop.firmId, {
        kind,
        sourceId: newId(),
        at: noon,
        liveId,
        offsetMs: 0,
        orderId,
        association,
        amount: dollars * 100,
      })
    return orderId
  }
  const extra = await order(
    'amy',
    [
      ['ordered', 500],
      ['paid', 500],
      ['paid', 80],
    ],
    new Date(noon.getTime() + 60_000),
  )
  const refunded = await order('amy', [
    ['ordered', 300],
    ['paid', 300],
    ['refunded', 300],
  ])
  const ofBob = await order('bob', [
    ['ordered', 200],
    ['paid', 200],
  ])
  await order('amy', [['ordered', 900]])
  await order('', [
    ['ordered', 700],
    ['paid', 700],
  ])
  const figure = 'associationOrders' as const
  for (const place of [{ liveId }, { from: '2026-11-10', to: '2026-11-10' }]) {
    const shown = await figuresOf(t, shop, place)
    const links = shown.associationRecommendChartList.map(({ association, payments, paid }) => ({
      association,
      payments,
      paid,
    }))
    expect(links.toSorted((a, b) => (a.association < b.association ? -1 : 1))).toEqual([
      { association: 'amy', payments: 2, paid: 880_00 },
      { association: 'bob', payments: 1, paid: 200_00 },
    ])
    const behind = async (association?: string) => {
      const query = { figure, ...place, ...(association === undefined ? {} : { association }) }
      const { rows, total } = await page({ ...query, limit: 1 }, shop.headers)
      const next = rows.length < total ? (await page({ ...query, cursor: rows[0]?.id }, shop.headers)).rows : []
      expect(total).toBe(rows.length + next.length)
      return new Map([...rows, ...next].map(({ orderNo, amount }) => [orderNo, amount]))
    }
    expect(await behind('amy')).toEqual(
      new Map([
        [extra, 580_00],
        [refunded, 300_00],
      ]),
    )
    expect(await behind('bob')).toEqual(new Map([[ofBob, 200_00]]))
    const all = [...(await behind()).keys()]
    // What was paid last stands first, whatever ids the orders have.
    expect([all[0], all.toSorted()]).toEqual([extra, [extra, refunded, ofBob].toSorted()])
  }
  const [row] = (await page({ figure, liveId, association: 'bob' }, shop.headers)).rows
  expect(row).toMatchObject({ id: ofBob, at: noon.toISOString(), name: '林小美', association: 'bob', currency: 'TWD' })
  expect((await page({ figure, liveId, cursor: "'; drop table" }, shop.headers)).total).toBe(3)
  const query = { figure, liveId, format: 'csv' } as const
  const file: unknown = await t.call(figureRoutes.exportRows, { query }, shop.headers)
  const [head, ...lines] = String(file).replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('時間,訂單編號,姓名,金額,幣別,聯盟連結')
  expect(lines.map((line) => line.split(',').slice(3).join()).toSorted()).toEqual([
    '200,TWD,bob',
    '300,TWD,amy',
    '580,TWD,amy',
  ])
  const assistant = await t.aMember(shop, 'assistant')
  expect(await errorNameOf(page({ figure, liveId }, assistant.headers))).toBe('forbidden')
  const other = await aFirmWithHours(t, '別家')
  expect(await errorNameOf(page({ figure, liveId }, other.headers))).toBe('notFound')
})

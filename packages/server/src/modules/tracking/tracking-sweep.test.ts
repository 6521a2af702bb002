import { beforeEach, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { type Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
let member: Member
const pageId = newId()
const [bowl, plate] = [newId(), newId()]
beforeEach(async () => {
  member = await t.aFirm()
})

const dayMs = 86_400_000
const ago = (days: number, ms = 0) => new Date(t.clock.ms() - days * dayMs - ms)
const sweep = () => t.platform.jobs.runTick('tracking/sweep')
const rowsOf = async (table: string, columns = '*') =>
  (await t.platform.db.raw(`select ${columns} from "${table}" where "firmId" = $1 order by 1, 2`, [member.firmId])).rows

const visited = (firstAt: Date, source: string, depth: number, seconds: number) =>
  t.platform.db.raw(
    `insert into "pageVisit" ("firmId", page, "pageId", visit, depth, seconds, attribution, "firstAt", "lastAt")
     values ($1, 'signup', $2, $3, $4, $5, cast($6 as jsonb), $7, $7)`,
    [
      member.firmId,
      pageId,
      newId(),
      depth,
      seconds,
      JSON.stringify({ association: 'amy', source, term: newId() }),
      firstAt,
    ],
  )
const looked = (at: Date, items: readonly object[]) =>
  t.platform.db.raw(
    `insert into "viewFact" ("firmId", "eventId", page, "pageId", visit, event, items, currency, at)
     values ($1, $2, 'signup', $3, 'visit', 'ViewContent', cast($4 as jsonb), 'TWD', $5)`,
    [member.firmId, newId(), pageId, JSON.stringify(items), at],
  )

test('TRACKING-15 Visits of 90 days ago are swept into sums of their day and of where they came from, each once.', async () => {
  await visited(ago(90), 'line', 90, 60)
  const old = ago(90, 1)
  await visited(old, 'line', 40, 30)
  await visited(old, 'line', 20, 10)
  await visited(old, 'ig', 100, 5)
  await sweep()
  await sweep()
  expect(await rowsOf('pageVisit')).toMatchObject([{ depth: 90 }])
  const day = new Date(old.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  const columns = `attribution ->> 'source' as source, visits, depth, seconds, day`
  expect(await rowsOf('pageVisitDay', columns)).toEqual([
    { source: 'ig', visits: 1, depth: 100, seconds: 5, day },
    { source: 'line', visits: 2, depth: 60, seconds: 40, day },
  ])
  await visited(old, 'line', 10, 1)
  await sweep()
  expect(await rowsOf('pageVisitDay', columns)).toContainEqual({
    source: 'line',
    visits: 3,
    depth: 70,
    seconds: 41,
    day,
  })
})

test('TRACKING-16 Facts of 90 days ago are swept into counts of their day, of all and of each item.', async () => {
  await looked(ago(90), [{ id: bowl, price: 1, quantity: 1 }])
  const old = ago(90, 1)
  await looked(old, [
    { id: bowl, price: 100, quantity: 2 },
    { id: plate, price: 100, quantity: 1 },
  ])
  await looked(old, [{ id: bowl, price: 100, quantity: 3 }])
  await looked(old, [])
  await sweep()
  await sweep()
  expect(await rowsOf('viewFact')).toHaveLength(1)
  const counts = (await rowsOf('viewFactDay', '"itemId", facts, quantity')).toSorted(
    (a, b) => Number(b['facts']) - Number(a['facts']),
  )
  expect(counts).toEqual([
    { itemId: '00000000-0000-0000-0000-000000000000', facts: 3, quantity: 0 },
    { itemId: bowl, facts: 2, quantity: 5 },
    { itemId: plate, facts: 1, quantity: 1 },
  ])
})

test('TRACKING-17 A settled event of a page goes after 7 days, one of a sign-up or an order after 30, a waiting one never.', async () => {
  const settled = (name: string, state: string, at: Date) =>
    t.platform.db.raw(
      `insert into "advertiserEvent" (id, "firmId", target, name, "eventId", at, event, state, tries, "nextAt", problem)
       values ($1, $2, 'meta', $3, $4, $5, '{}', $6, 1, $5, '')`,
      [newId(), member.firmId, name, `${name} ${state} ${at.toISOString()}`, at, state],
    )
  for (const days of [6, 8, 31]) {
    await settled('ViewContent', 'sent', ago(days))
    await settled('Purchase', 'sent', ago(days))
  }
  await settled('ViewContent', 'waiting', ago(31))
  await sweep()
  const left = await rowsOf('advertiserEvent', 'name, state')
  expect(left.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Purchase sent',
    'Purchase sent',
    'ViewContent sent',
    'ViewContent waiting',
  ])
})

test('TRACKING-18 A payment notice that no gateway signed goes after 90 days, a signed one stays.', async () => {
  const noticed = (verified: boolean, receivedAt: Date) =>
    t.platform.db.raw(
      `insert into "paymentNotice" (id, gateway, "receivedAt", body, verified, says, "appliedAt", outcome)
       values ($1, 'sandbox', $2, 'body', $3, null, null, null)`,
      [newId(), receivedAt, verified],
    )
  await noticed(false, ago(90))
  await noticed(false, ago(90, 1))
  await noticed(true, ago(3_000))
  await t.platform.jobs.runTick('payment/sweep-forged')
  const { rows } = await t.platform.db.raw('select verified from "paymentNotice" order by 1')
  expect(rows).toEqual([{ verified: false }, { verified: true }])
})

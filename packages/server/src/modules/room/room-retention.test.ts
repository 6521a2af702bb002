import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aLive } from '../../../test/studio.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

let t: TestApp
let member: Member
let liveId: string
let endMs: number
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const dayMs = 86_400_000
const [ann, bo] = [newId(), newId()]

beforeEach(async () => {
  member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
  liveId = (await aLive(t, member)).id
  await t.platform.db.raw('delete from "roomRetention"')
  const { rows } = await t.platform.db.raw('select "endAt" from live where id = $1', [liveId])
  const endAt = rows[0]?.['endAt']
  endMs = endAt instanceof Date ? endAt.getTime() : Number.NaN
  await t.platform.db.raw(
    `insert into room ("liveId", "firmId", "lastSeq", settled, "createdAt") values ($1, $2, 0, true, $3)
     on conflict ("liveId") do update set settled = true`,
    [liveId, member.firmId, t.clock.now()],
  )
})

/** Minutes before the end. */
const at = (minutes: number) => new Date(endMs - minutes * 60_000)
const wasThere = (viewer: string, from: number, to: number) =>
  t.platform.db.raw(
    `insert into connection (id, "firmId", "liveId", "liveUserId", node, "openedAt", "lastSeenAt", "closedAt")
     values ($1, $2, $3, $4, 'one', $5, $6, null)`,
    [newId(), member.firmId, liveId, viewer, at(from), at(to)],
  )
const run = () => t.platform.jobs.runTick('room/retention')
const presence = async () =>
  (
    await t.platform.db.raw(
      `select "liveUserId" as viewer, extract(epoch from "fromAt") * 1000 as "from", extract(epoch from "toAt") * 1000 as "to"
       from "livePresence" where "liveId" = $1 order by "fromAt"`,
      [liveId],
    )
  ).rows.map(({ viewer, from, to }) => [viewer, Number(from), Number(to)])
const connections = async (): Promise<number> =>
  (await t.platform.db.raw('select 1 from connection where "liveId" = $1', [liveId])).rows.length

test('ROOM-820 Who was in an ended live from when to when is written down once, overlapping presences as one.', async () => {
  await wasThere(ann, 50, 30)
  await wasThere(ann, 40, 20)
  await wasThere(ann, 10, 5)
  await wasThere(bo, 45, 1)
  const spans = [
    [ann, at(50).getTime(), at(20).getTime()],
    [bo, at(45).getTime(), at(1).getTime()],
    [ann, at(10).getTime(), at(5).getTime()],
  ]
  t.clock.set(new Date(endMs + dayMs - 1))
  await run()
  expect(await presence()).toEqual([])
  t.clock.advance(2)
  await run()
  expect(await presence()).toEqual(spans)
  await t.platform.db.raw('delete from "roomRetention"')
  await run()
  expect(await presence()).toEqual(spans)
})

test('ROOM-821 Connections of a live that isn’t charged are not written down yet.', async () => {
  await wasThere(ann, 50, 30)
  await t.platform.db.raw('update room set settled = false where "liveId" = $1', [liveId])
  t.clock.set(new Date(endMs + 2 * dayMs))
  await run()
  expect(await presence()).toEqual([])
})

test('ROOM-822 Connections go 400 days after their presence was written, and the presence stays.', async () => {
  await wasThere(ann, 50, 30)
  t.clock.set(new Date(endMs + 2 * dayMs))
  await run()
  t.clock.advance(400 * dayMs)
  await run()
  expect(await connections()).toBe(1)
  t.clock.advance(1)
  await run()
  expect([await connections(), (await presence()).length]).toEqual([0, 1])
})

test('ROOM-823 Of a log, 400 days after the live and its replay, what people said stays and what stood on the stage goes.', async () => {
  const kinds = ['commented', 'productShown', 'sold', 'ordered', 'muted', 'announced', 'removed', 'acted', 'slowed']
  for (const [index, kind] of kinds.entries()) {
    await t.platform.db.raw(
      `insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", "createdAt")
       values ($1, $2, $3, 1, $4, '{}', null, $5, $6)`,
      [liveId, index + 1, member.firmId, kind, `key-${index}`, at(30)],
    )
  }
  await t.platform.db.raw('update room set "lastSeq" = $2 where "liveId" = $1', [liveId, kinds.length])
  await t.platform.db.raw('update live set "replayMinutes" = 1440 where id = $1', [liveId])
  const left = async () =>
    (await t.platform.db.raw('select kind from "roomEvent" where "liveId" = $1 order by seq', [liveId])).rows.map(
      ({ kind }) => kind,
    )
  t.clock.set(new Date(endMs + dayMs + 1))
  await run()
  t.clock.set(new Date(endMs + 401 * dayMs))
  await run()
  expect(await left()).toEqual(kinds)
  t.clock.advance(dayMs)
  await run()
  // The last one keeps its place: the log's numbers go on from there.
  expect(await left()).toEqual(['commented', 'ordered', 'muted', 'removed', 'acted', 'slowed'])
})

import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aVideo } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()

test('FIGURE-230 Before a live is scheduled it is said what one so long will cost by the last ones, and what is left', async () => {
  const owner = await aFirmWithHours(t, '器日')
  // Not near enough for its room to be loaded, which would be charged anew.
  const live = await aLive(t, owner, { minutes: 24 * 60, videoId: await aVideo(t, owner, 30) })
  const ask = () => t.call(figureRoutes.hoursPreview, { query: { seconds: 900 } }, owner.headers)
  const fresh = await ask()
  expect([fresh.expected, fresh.lives]).toEqual([null, 0])
  await t.platform.db.raw(
    `insert into room ("liveId", "firmId", settled, "createdAt") values ($1, $2, true, $3)
     on conflict ("liveId") do update set settled = true`,
    [live.id, owner.firmId, t.clock.now()],
  )
  const charge = async (period: string, seconds: number) =>
    t.platform.db.raw(
      `insert into "liveHoursLedger" (id, "firmId", "liveId", period, seconds, kind, "createdAt")
       values ($1, $2, $3, $4, $5, 'charge', $6)`,
      [newId(), owner.firmId, live.id, period, -seconds, t.clock.now()],
    )
  await charge('one', 3_600)
  expect(await ask()).toEqual({ expected: 1_800, lives: 1, left: fresh.left - 3_600 })
  // What its replay cost says nothing of the next live.
  await charge('replay-one', 600)
  expect(await ask()).toEqual({ expected: 1_800, lives: 1, left: fresh.left - 4_200 })
})

import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOpenRoom } from '../../../test/control-room.ts'
import { countPages, recordQueries } from '../../../test/explain.ts'
import { aProduct } from '../../../test/studio.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'

const isPostgres = process.env['KAIMAI_TEST_SET'] === 'postgres'
const viewers = 100_000
const events = 50_000

/** Only where PostgreSQL stands: a room of a size that no other test has. */
describe.skipIf(!isPostgres)('the control room of a crowd', () => {
  let t: TestApp
  let owner: Member
  let liveId: string

  beforeAll(async () => {
    t = await testApp()
    owner = await t.aFirm()
    await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
    const { id: productId, variants } = await aProduct(t, owner, { stock: 100_000 })
    liveId = (await anOpenRoom(t, owner, { productIds: [productId] })).id
    const fill = (text: string) => t.platform.db.raw(text, [])
    const [live, firm] = [`'${liveId}'::uuid`, `'${owner.firmId}'::uuid`]
    const at = `'${t.clock.now().toISOString()}'::timestamptz`
    const idOf = (kind: string, n: string) => `md5('${kind} ' || ${n})::uuid`
    await fill(
      `insert into room ("liveId", "firmId", "createdAt") values (${live}, ${firm}, ${at}) on conflict do nothing`,
    )
    await fill(`insert into "liveUser" (id, "firmId", "liveId", "publicId", name, anonymous, phone, "keyHash", "joinedAt", "createdAt")
      select ${idOf('viewer', 'n')}, ${firm}, ${live}, 'public-' || n, '觀眾', false, '+886900' || n, 'key-' || n,
        ${at} - (n || ' milliseconds')::interval, ${at} from generate_series(1, ${viewers}) n`)
    await fill(`insert into connection (id, "firmId", "liveId", "liveUserId", node, "openedAt", "lastSeenAt")
      select ${idOf('connection', 'n')}, ${firm}, ${live}, ${idOf('viewer', 'n')}, 'node', ${at}, ${at} from generate_series(1, ${viewers}) n`)
    await fill(`insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", held, question, "createdAt")
      select ${live}, 100 + n, ${firm}, n * 10, case when n % 10 = 0 then 'sold' else 'commented' end,
        jsonb_build_object('user', jsonb_build_object('userId', 'public-' || (n % ${viewers} + 1), 'name', '觀眾', 'imgUrl', '', 'as', 'viewer'),
          'text', '好喜歡這個 ' || n), ${idOf('viewer', `(n % ${viewers} + 1)`)}, 'message-' || n, n % 500 = 1, n % 20 = 1, ${at}
      from generate_series(1, ${events}) n`)
    await fill(`update room set "lastSeq" = 100 + ${events} where "liveId" = ${live}`)
    await fill(`insert into "roomDecision" ("liveId", seq, "firmId", state, removed, version, "memberId", "byName", "changedAt")
      select ${live}, 100 + n * 7, ${firm}, 'waiting', true, 1, '${owner.userId}', '', ${at} from generate_series(1, 300) n
      where (n * 7) % 10 <> 0`)
    await fill(`insert into "cartLine" ("liveUserId", "variantId", "firmId", quantity, "addedAt", "changedAt")
      select ${idOf('viewer', 'n')}, '${variants[0]?.id}', ${firm}, 1, ${at}, ${at} from generate_series(1, 5000) n`)
    await fill('vacuum analyze')
  }, 120_000)
  afterAll(() => t.close())

  // `most`: times the pages of the room's own events, twice what the call looks at today.
  test.each([
    ['figures', 12, () => t.call(controlRoomRoutes.figures, { query: { liveId } }, owner.headers)],
    ['comments', 3, () => t.call(controlRoomRoutes.comments, { query: { liveId } }, owner.headers)],
    [
      'held comments',
      3,
      () => t.call(controlRoomRoutes.comments, { query: { liveId, filter: 'held' as const } }, owner.headers),
    ],
    ['control room', 3, () => t.call(controlRoomRoutes.controlRoom, { query: { liveId } }, owner.headers)],
    ['rooms', 3, () => t.call(controlRoomRoutes.running, {}, owner.headers)],
  ])('CONTROL-ROOM-2 Of 100,000 viewers and 50,000 events reads few pages: %s', async (_, most, call) => {
    if (process.env['SHOW_PLANS'] !== undefined)
      for (const plan of await recordQueries(call, t.platform.db)) console.log(plan)
    const events = () => t.platform.db.raw(`select count(payload) from "roomEvent" where "liveId" = $1`, [liveId])
    const pages = await countPages(call, t.platform.db)
    expect(pages).toBeGreaterThan(0)
    expect(pages / (await countPages(events, t.platform.db))).toBeLessThan(most)
  })
})

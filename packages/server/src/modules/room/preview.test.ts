import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { expect, test } from 'vitest'
import { anOpenRoom, pass, sharedControlRoom } from '../../../test/control-room.ts'
import { openSocket } from '../../../test/room-socket.ts'
import { aLive, aVideo } from '../../../test/studio.ts'
import { type Member, password } from '../../../test/test-app.ts'

const { t, port, owner } = await sharedControlRoom()

const cookiesOf = (headers: Readonly<Record<string, unknown>>): string =>
  [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  t.request({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
/** What the browser of a member holds after a login. */
const browserOf = async ({ account, deviceId }: Member): Promise<string> =>
  cookiesOf((await post(pathOf(authRoutes.login), { account, password, deviceId: `${deviceId}-2` })).headers)

/** Comes into the room in a browser, and sits. */
const enter = async (streamId: string, cookie: string) => {
  const reply = await post(pathOf(roomRoutes.join), { streamId }, { cookie })
  const { ticket } = (reply.body as { data: { ticket: string } }).data
  const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  socket.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
  return { ...socket, joined: await socket.fact('joined'), cookies: cookiesOf(reply.headers) }
}

test('ROOM-154 A member who looks at an own room is no viewer: in no figure and no list, and costs no hours; a stranger’s login and a personal link change nothing', async () => {
  const live = await anOpenRoom(t, owner)
  const stranger = await t.aFirm()
  const figures = () => t.call(controlRoomRoutes.figures, { query: { liveId: live.id } }, owner.headers)
  const listed = async () =>
    (await t.call(liveUserRoutes.list, { params: { id: live.id }, query: {} }, owner.headers)).items.length
  const hours = async () =>
    (
      await t.platform.db.raw('select coalesce(sum(seconds), 0) as n from "liveHoursLedger" where "liveId" = $1', [
        live.id,
      ])
    ).rows[0]?.['n']
  const member = await enter(live.streamId, await browserOf(owner))
  expect(member.joined.online).toBe(0)
  await pass(t, 600_000, [member])
  await t.app.services.rooms.parts.connections.flush()
  await t.app.services.metering.chargeDue()
  expect(await figures()).toMatchObject({ online: 0, joins: 0, joinsLastMinute: 0 })
  expect([await listed(), Number(await hours())]).toEqual([0, 0])
  // The member of another firm is a viewer like any other.
  const viewer = await enter(live.streamId, await browserOf(stranger))
  expect(viewer.joined.online).toBe(1)
  expect(await figures()).toMatchObject({ online: 1, joins: 1 })
  expect(await listed()).toBe(1)
})

test('ROOM-155 A cookie that was changed, or is twelve hours old, makes nobody a preview', async () => {
  const live = await anOpenRoom(t, owner)
  const fresh = await browserOf(owner)
  const forged = fresh.replace(owner.firmId, (await t.aFirm()).firmId)
  expect((await enter(live.streamId, fresh)).joined.online).toBe(0)
  expect((await enter(live.streamId, forged.replace(/kaimai_device=[^;]*/, ''))).joined.online).toBe(1)
  const later = await browserOf(owner)
  const evening = await aLive(t, owner, { minutes: 12 * 60, videoId: await aVideo(t, owner, 60) })
  t.clock.advance(12 * 3_600_000 + 1)
  expect((await enter(evening.streamId, later)).joined.online).toBe(1)
})

import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { crewRoutes } from '@kaimai/contract/control-room/crew.routes.ts'
import type { CrewRole } from '@kaimai/contract/control-room/crew.rules.ts'
import { pollControlRoutes } from '@kaimai/contract/control-room/poll-control.routes.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import { aConnection, anOpenRoom, sharedControlRoom } from '../../../test/control-room.ts'
import { errorNameOf } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

const setRole = (liveId: string, { userId }: Member, role: CrewRole | null, by = owner) =>
  t.call(crewRoutes.set, { body: { liveId, memberId: userId, role } }, by.headers)
const askPoll = (liveId: string, by: Member) =>
  errorNameOf(
    t.call(
      pollControlRoutes.openPoll,
      { body: { liveId, question: '先看哪一件？', options: ['碗', '壺'], seconds: 60 } },
      by.headers,
    ),
  )
const slow = (liveId: string, by: Member) =>
  errorNameOf(t.call(controlRoomRoutes.settings, { body: { liveId, slowSeconds: 5 } }, by.headers))
const see = (liveId: string, by: Member) => t.call(controlRoomRoutes.controlRoom, { query: { liveId } }, by.headers)

test('CONTROL-ROOM-162 An assistant who was made host of one live runs that live and no other, until it is taken back', async () => {
  const [one, other] = [await anOpenRoom(t, owner), await anOpenRoom(t, owner)]
  expect(await askPoll(one.id, helper)).toBe('forbidden')
  await setRole(one.id, helper, 'host')
  expect(await see(one.id, helper)).toMatchObject({ crewRole: 'host', may: { moderate: true, run: true, crew: false } })
  expect(await see(other.id, helper)).toMatchObject({ crewRole: null, may: { moderate: true, run: false } })
  expect([await askPoll(one.id, helper), await askPoll(other.id, helper)]).toEqual(['none', 'forbidden'])
  const close = (liveId: string) => errorNameOf(t.call(roomRoutes.close, { query: { liveId } }, helper.headers))
  expect(await close(other.id)).toBe('forbidden')
  await setRole(one.id, helper, null)
  expect([await askPoll(one.id, helper), await close(one.id)]).toEqual(['forbidden', 'forbidden'])
  await setRole(one.id, helper, 'host')
  expect(await close(one.id)).toBe('none')
})

test('CONTROL-ROOM-163 The live that decides is the one that the call acts on, whatever else it names', async () => {
  const [one, other] = [await anOpenRoom(t, owner), await anOpenRoom(t, owner)]
  await setRole(one.id, helper, 'host')
  const reply = await t.request({
    method: 'POST',
    url: `${pathOf(scriptControlRoutes.script)}?liveId=${one.id}`,
    headers: { ...helper.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ liveId: other.id, on: false }),
  })
  expect(reply.status).toBe(403)
})

test('CONTROL-ROOM-164 A host who may only view one live does nothing in it and keeps all other lives', async () => {
  const host = await t.aMember(owner, 'host')
  const [one, other] = [await anOpenRoom(t, owner), await anOpenRoom(t, owner)]
  await setRole(one.id, host, 'viewer')
  expect((await see(one.id, host)).may).toMatchObject({ moderate: false, run: false })
  expect([await slow(one.id, host), await askPoll(one.id, host)]).toEqual(['forbidden', 'forbidden'])
  expect([await slow(other.id, host), await askPoll(other.id, host)]).toEqual(['none', 'none'])
  await setRole(one.id, host, 'moderator')
  expect([await slow(one.id, host), await askPoll(one.id, host)]).toEqual(['none', 'forbidden'])
})

test('CONTROL-ROOM-165 Who loses the control room of a live is sent out of the open one at once, at every node; the others learn it', async () => {
  const analyst = await t.aMember(owner, 'analyst')
  const live = await anOpenRoom(t, owner)
  expect(await errorNameOf(see(live.id, analyst))).toBe('forbidden')
  await setRole(live.id, analyst, 'moderator')
  const [seat, colleague] = [
    await aConnection(t, node.port, analyst, live.id),
    await aConnection(t, port, helper, live.id),
  ]
  await setRole(live.id, analyst, null)
  await colleague.acted('crewChanged')
  // Without the node's own look at sessions every few seconds: nobody moves the clock here.
  await seat.closed()
  expect(await errorNameOf(see(live.id, analyst))).toBe('forbidden')
  expect(await errorNameOf(t.call(controlRoomRoutes.ticket, { body: { liveId: live.id } }, analyst.headers))).toBe(
    'forbidden',
  )
})

test('CONTROL-ROOM-166 The crew of a live is set by who may change the live, never beyond their own rights in it, and each change is on record', async () => {
  const [host, manager, analyst] = [
    await t.aMember(owner, 'host'),
    await t.aMember(owner, 'manager'),
    await t.aMember(owner, 'analyst'),
  ]
  const live = await anOpenRoom(t, owner)
  const tried = (who: Member, role: CrewRole | null, by?: Member) => errorNameOf(setRole(live.id, who, role, by))
  expect(await tried(helper, 'host', helper)).toBe('forbidden')
  expect(await tried(helper, 'host', analyst)).toBe('forbidden')
  expect(await tried(helper, 'host', await t.aFirm())).toBe('noData')
  expect(
    await errorNameOf(t.call(crewRoutes.set, { body: { liveId: live.id, memberId: helper.userId, role: null } })),
  ).toBe('sessionExpired')
  // Nobody sets their own, and nobody locks out who answers for the firm.
  expect([await tried(host, 'host', host), await tried(manager, 'viewer'), await tried(owner, 'viewer')]).toEqual([
    'conflict',
    'conflict',
    'conflict',
  ])
  expect(await tried(helper, 'host', host)).toBe('none')
  await setRole(live.id, host, 'moderator')
  // A host who only moderates here can neither make a host nor take one away.
  expect([
    await tried(analyst, 'host', host),
    await tried(helper, null, host),
    await tried(analyst, 'viewer', host),
  ]).toEqual(['conflict', 'conflict', 'none'])
  const { members, given } = await t.call(crewRoutes.list, { query: { liveId: live.id } }, host.headers)
  expect(given).toEqual(['moderator', 'viewer'])
  const of = ({ userId }: Member) => members.find(({ memberId }) => memberId === userId)
  expect(of(owner)).toMatchObject({ ownRole: 'host', crewRole: null, mayChange: false })
  expect(of(host)).toMatchObject({ crewRole: 'moderator', mayChange: false })
  expect(of(helper)).toMatchObject({ ownRole: 'moderator', crewRole: 'host', mayChange: false })
  expect(of(analyst)).toMatchObject({ ownRole: null, crewRole: 'viewer', mayChange: true })
  const stranger = await t.aFirm()
  expect(await errorNameOf(t.call(crewRoutes.list, { query: { liveId: live.id } }, stranger.headers))).toBe('notFound')
  const { rows } = await t.platform.db.raw(
    `select change from audit where action = 'room.crew' and target = $1 order by "createdAt", id`,
    [live.id],
  )
  expect(rows.map(({ change }) => change)).toEqual([
    expect.objectContaining({ role: { before: null, after: 'host' } }),
    expect.objectContaining({ role: { before: null, after: 'moderator' } }),
    expect.objectContaining({ role: { before: null, after: 'viewer' } }),
  ])
})

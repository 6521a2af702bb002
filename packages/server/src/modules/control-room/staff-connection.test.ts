import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { closeCodes, roomLimits, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOpenRoom, anotherNode, aConnection, aViewer } from '../../../test/control-room.ts'
import { setOnFirm } from '../../../test/fixtures.ts'
import { openSocket, type RoomServer } from '../../../test/room-socket.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp
let owner: Member
let port: number
let node: RoomServer

beforeAll(async () => {
  t = await testApp()
  port = Number(new URL(await t.app.listen(0)).port)
  owner = await t.aFirm()
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  node = await anotherNode(t)
})
afterAll(async () => {
  await node.stop()
  await t.close()
})

const signOut = ({ firmId, userId, deviceId, headers }: Member) =>
  t.call(authRoutes.signOut, { query: { firmId, userId, deviceId } }, headers)

/** What happens in five seconds. */
const beats = async (count = 5) => {
  for (let at = 0; at < count; at += 1) {
    await t.app.services.rooms.registry.beat()
    await node.node.registry.beat()
  }
}

describe('a seat in the control room', () => {
  test('CONTROL-ROOM-32 Is no viewer: not counted, not metered, and it hears what viewers hear', async () => {
    const live = await anOpenRoom(t, owner)
    const connection = await aConnection(t, port, owner, live.id)
    expect(connection.joined).toMatchObject({ online: 0, resume: '', you: { as: 'staff', name: '王小明' } })
    const viewer = await aViewer(t, port, live.streamId)
    expect(viewer.joined.online).toBe(1)
    await viewer.say('大家好')
    await connection.sees('大家好')
    await beats()
    expect(viewer.state().online).toBe(1)
    const sent = await connection.until('viewers', () =>
      connection.facts.findLast((fact) => fact.t === 'controlRoom' && fact.viewers?.real === 1),
    )
    expect(sent).toMatchObject({ viewers: { real: 1, simulated: 0 } })
    await beats(15)
    const { rows } = await t.platform.db.raw('select count(*) as count from connection where "liveId" = $1', [live.id])
    expect(Number(rows[0]?.['count'])).toBe(1)
  })

  test('CONTROL-ROOM-33 Says nothing by its line, and nobody without a ticket of the staff looks', async () => {
    const live = await anOpenRoom(t, owner)
    const connection = await aConnection(t, port, owner, live.id)
    connection.send({ t: 'say', id: 'message-1', text: '我是主持人' })
    expect(await connection.closed()).toBe(closeCodes.badFrame)
    const viewer = await aViewer(t, port, live.streamId)
    viewer.send({ t: 'focus', of: null, place: 'held' })
    expect(await viewer.closed()).toBe(closeCodes.badFrame)
    const again = await aConnection(t, port, owner, live.id)
    again.send({ t: 'resume', v: protocolVersion, token: '', seq: 0 })
    expect(await again.closed()).toBe(closeCodes.badFrame)
  })

  test('CONTROL-ROOM-34 A ticket lets in once, for a minute, and into no room that is over', async () => {
    const live = await anOpenRoom(t, owner)
    const join = async (ticket: string) => {
      const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
      socket.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
      return socket
    }
    const { ticket } = await t.call(controlRoomRoutes.ticket, { body: { liveId: live.id } }, owner.headers)
    await (await join(ticket)).fact('joined')
    expect(await (await join(ticket)).closed()).toBe(closeCodes.badTicket)
    for (const again of [`${ticket}.x`, `${ticket}=`, `${ticket}!!`])
      expect(await (await join(again)).closed()).toBe(closeCodes.badTicket)
    const late = await t.call(controlRoomRoutes.ticket, { body: { liveId: live.id } }, owner.headers)
    t.clock.advance(roomLimits.ticketSeconds * 1000)
    expect(await (await join(late.ticket)).closed()).toBe(closeCodes.badTicket)
    await t.call(roomRoutes.close, { query: { liveId: live.id } }, owner.headers)
    await expect(t.call(controlRoomRoutes.ticket, { body: { liveId: live.id } }, owner.headers)).rejects.toMatchObject({
      errorName: 'gone',
    })
  })

  test('CONTROL-ROOM-35 Ends with its session within five seconds: logged out, removed, or the firm suspended', async () => {
    const live = await anOpenRoom(t, owner)
    const [host, gone] = [await t.aMember(owner, 'host'), await t.aMember(owner, 'assistant')]
    const seats = [await aConnection(t, port, host, live.id), await aConnection(t, node.port, gone, live.id)] as const
    const stays = await aConnection(t, node.port, owner, live.id)
    await beats()
    expect(seats.map((connection) => connection.isOpen())).toEqual([true, true])
    await signOut(host)
    await t.platform.db.raw('update member set "removedAt" = $2 where id = $1', [gone.userId, t.clock.now()])
    await beats()
    for (const connection of seats) expect(await connection.closed()).toBe(closeCodes.badTicket)
    expect(stays.isOpen()).toBe(true)
    const other = await t.aFirm('別家')
    await t.app.services.metering.addHours(other.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
    const theirs = await aConnection(t, port, other, (await anOpenRoom(t, other)).id)
    await setOnFirm(t, other.firmId, 'suspendedAt', t.clock.now())
    await beats()
    expect([closeCodes.badTicket, closeCodes.roomEnded]).toContain(await theirs.closed())
  })

  test('CONTROL-ROOM-36 A session that ended after the ticket was given lets nobody in', async () => {
    const live = await anOpenRoom(t, owner)
    const host = await t.aMember(owner, 'host')
    const { ticket } = await t.call(controlRoomRoutes.ticket, { body: { liveId: live.id } }, host.headers)
    await signOut(host)
    const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
    socket.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
    expect(await socket.closed()).toBe(closeCodes.badTicket)
  })

  test('CONTROL-ROOM-37 At most thirty of the staff sit in one room', async () => {
    const live = await anOpenRoom(t, owner)
    for (let at = 0; at < roomLimits.maxStaffConnections; at += 1) await aConnection(t, port, owner, live.id)
    const { ticket } = await t.call(controlRoomRoutes.ticket, { body: { liveId: live.id } }, owner.headers)
    const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
    socket.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
    expect(await socket.closed()).toBe(closeCodes.full)
  })
})

describe('colleagues', () => {
  test('CONTROL-ROOM-38 See who is there and what each looks at, over nodes, and who has left', async () => {
    const live = await anOpenRoom(t, owner)
    const helper = await t.aMember(owner, 'assistant')
    const here = await aConnection(t, port, owner, live.id)
    const there = await aConnection(t, node.port, helper, live.id)
    const places = (connection: typeof here) => {
      const fact = connection.staff()
      return fact?.t === 'controlRoom'
        ? fact.staff?.map(({ place, of }) => `${place} ${of ?? ''}`).toSorted()
        : undefined
    }
    await here.until('both', () => (places(here)?.length === 2 ? true : undefined))
    there.send({ t: 'focus', of: 7, place: 'held' })
    for (const connection of [here, there])
      await connection.until('the look', () => (places(connection)?.join() === 'chat ,held 7' ? true : undefined))
    there.end()
    await beats(1)
    await here.until('alone', () => (places(here)?.length === 1 ? true : undefined))
  })

  test('CONTROL-ROOM-39 Who comes back is told what was missed, and the newest that is not for all', async () => {
    const live = await anOpenRoom(t, owner)
    await t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, bannedKeywords: ['假貨'] } }, owner.headers)
    const connection = await aConnection(t, port, owner, live.id)
    const viewer = await aViewer(t, port, live.streamId)
    await viewer.say('一')
    await connection.sees('一')
    const { seq, heardAtMs } = connection.state()
    connection.end()
    await viewer.say('二')
    await viewer.say('假貨三')
    await viewer.sees('二')
    const back = await aConnection(t, node.port, owner, live.id, { seq, since: heardAtMs })
    expect(back.joined.reset).toBe(false)
    expect(back.seen()).toEqual(['二', '假貨三'])
  })
})

import { replayRoutes } from '@kaimai/contract/replay/replay.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { expect, test } from 'vitest'
import { aConnection, anOpenRoom, aViewer, sharedControlRoom } from '../../../test/control-room.ts'
import { aFirmWithHours } from '../../../test/fixtures.ts'
import { openSocket } from '../../../test/room-socket.ts'
import { aPerson, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const { t, port } = await sharedControlRoom()

/** A shop called 晴天選物 whose owner is 王小明, with a virtual user called 小鹿, and a room that is open. */
const aShop = async () => {
  const member = await aFirmWithHours(t, '晴天選物')
  await t.call(virtualUserRoutes.create, { body: { name: '小鹿', userImgId: '' } }, member.headers)
  return { member, live: await anOpenRoom(t, member) }
}
const refusedFor = (name: { readonly 'zh-TW': string }) =>
  expect.objectContaining({ errorName: 'invalid', fields: { name: name['zh-TW'] } })

test('ROOM-1085 Nobody joins without a sign-up, or is renamed, as the shop, a role in it or one of its people, however it is written', async () => {
  const { live } = await aShop()
  const { streamId } = live
  const join = (name: string, headers = {}) => t.call(roomRoutes.join, { body: { streamId, name } }, headers)
  for (const name of ['晴天選物', '✔ 晴天選物 官方', '晴\u200b天選物客服', '主\u2060播', 'Ｈost', 'Аdmin'])
    await expect(join(name), name).rejects.toEqual(refusedFor(roomErrors.nameLikeShop))
  for (const name of ['王小明', '王\u200b小明', '小\ufe0f鹿'])
    await expect(join(name), name).rejects.toEqual(refusedFor(roomErrors.nameTaken))
  const cookie = `kaimai_device=${newId()}`
  expect(await join('小美', { cookie })).toMatchObject({ name: '小美', anonymous: true })
  await expect(join('主播', { cookie })).rejects.toEqual(refusedFor(roomErrors.nameLikeShop))
  expect(await t.call(roomRoutes.join, { body: { streamId } }, { cookie })).toMatchObject({ name: '小美' })
  expect(await join('阿\u200b德', { cookie })).toMatchObject({ name: '阿德' })
})

test('ROOM-1086 Nobody joins as a link; names with dots join', async () => {
  const { live } = await aShop()
  const join = (name: string) => t.call(roomRoutes.join, { body: { streamId: live.streamId, name } })
  for (const name of ['evil.tw', '領獎 evil.example', 'LINE@abc123'])
    await expect(join(name), name).rejects.toMatchObject({ errorName: 'invalid', fields: { name: expect.any(String) } })
  for (const name of ['Ma.Theresa Cruz', 'A.B.Wang', 'J. Io', 'Dr.王', '夏曼·藍波安'])
    expect(await join(name)).toMatchObject({ name })
})

test('ROOM-1087 Who signed up with such a name comes in, and is marked as a viewer in the room and to the staff; the staff has the badge alone', async () => {
  const member = await aFirmWithHours(t, '晴天選物')
  const live = await aLive(t, member, { minutes: 1 })
  await t.platform.db.raw('update live set "replayMinutes" = 60 where id = $1', [live.id])
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { key } = await signUp(t, form.customUrl, [live.id], aPerson({ name: '✔ 晴天選物 官\u200b方' }))
  const other = await signUp(t, form.customUrl, [live.id], aPerson({ name: '陳美玲' }))
  t.clock.advance(120_000)
  const staff = await aConnection(t, port, member, live.id)
  const deceiver = await aViewer(t, port, live.streamId, key)
  const honest = await aViewer(t, port, live.streamId, other.key)
  await deceiver.say('請匯款到這個帳號')
  await honest.say('好')
  const body = { liveId: live.id, id: 'staff-words-1', as: 'staff', virtualUserId: null, text: '那不是我們' } as const
  await t.call(controlRoomRoutes.say, { body }, member.headers)
  for (const socket of [honest, staff]) {
    await socket.sees('那不是我們')
    const users = socket.state().events.flatMap((event) => (event.kind === 'commented' ? [event.user] : []))
    expect(users.map(({ name, as, likeShop }) => [name, as, likeShop])).toEqual([
      ['✔ 晴天選物 官方', 'viewer', true],
      ['陳美玲', 'viewer', undefined],
      ['王小明', 'staff', undefined],
    ])
  }
  const { comments } = await t.call(controlRoomRoutes.comments, { query: { liveId: live.id } }, member.headers)
  expect(comments.map(({ user }) => user.likeShop)).toEqual([undefined, undefined, true])
  await t.call(roomRoutes.close, { query: { liveId: live.id } }, member.headers)
  const { events } = await t.call(replayRoutes.replay, { query: { streamId: live.streamId, fromMs: 0 } })
  const replayed = events.flatMap((event) => (event.kind === 'commented' ? [[event.user.as, event.user.likeShop]] : []))
  expect(replayed).toEqual([
    ['viewer', true],
    ['viewer', undefined],
    ['staff', undefined],
  ])
})

test('ROOM-1088 A viewer whose name was free before it was one of the shop’s is marked with the next words', async () => {
  const { live } = await aShop()
  const viewer = await aViewer(t, port, live.streamId)
  await t.platform.db.raw('update "liveUser" set name = $2 where "liveId" = $1', [live.id, '小鹿'])
  const { ticket } = await t.call(roomRoutes.join, { body: { streamId: live.streamId, viewerKey: viewer.viewerKey } })
  const again = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  again.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
  await again.fact('joined')
  again.send({ t: 'say', id: 'message-again-1', text: '這是我的帳號' })
  await again.fact('said')
  await viewer.sees('這是我的帳號')
  expect(await viewer.heard('commented')).toMatchObject({ user: { name: '小鹿', as: 'viewer', likeShop: true } })
})

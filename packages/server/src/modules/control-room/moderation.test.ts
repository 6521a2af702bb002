import { roomBlockRoutes, blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { describe, expect, test } from 'vitest'
import { anOpenRoom, aConnection, aViewer, sharedControlRoom } from '../../../test/control-room.ts'
import { WireError } from '../../../test/test-app.ts'
import { decided } from './moderation.service.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const bannedRoom = async (words = ['假貨']) => {
  const live = await anOpenRoom(t, owner)
  await t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, bannedKeywords: words } }, owner.headers)
  return live
}
const decide = (liveId: string, seq: number, decision: 'release' | 'remove' | 'restore' | 'dismiss', by = owner) =>
  t.call(controlRoomRoutes.decide, { body: { liveId, seq, decision } }, by.headers)
const listed = (liveId: string, filter: 'all' | 'held' | 'removed' | 'questions' | 'marked' = 'all') =>
  t.call(controlRoomRoutes.comments, { query: { liveId, filter } }, owner.headers)
const seqOf = (fact: Awaited<ReturnType<Awaited<ReturnType<typeof aViewer>>['say']>>): number => {
  if (fact.t !== 'said') throw new Error(`refused: ${JSON.stringify(fact)}`)
  return fact.seq
}

describe('a held comment', () => {
  test('CONTROL-ROOM-15 Is seen by its writer, in every tab and at every node, and by the staff alone', async () => {
    const live = await bannedRoom()
    const writer = await aViewer(t, port, live.streamId)
    const tab = await aViewer(t, node.port, live.streamId, writer.viewerKey)
    const other = await aViewer(t, node.port, live.streamId)
    const here = await aConnection(t, port, owner, live.id)
    const there = await aConnection(t, node.port, helper, live.id)
    await writer.say('這是假貨')
    await writer.say('大家好')
    for (const socket of [writer, tab, here, there]) await socket.sees('這是假貨')
    await other.sees('大家好')
    expect(other.texts.join()).not.toContain('假貨')
    const late = await aViewer(t, port, live.streamId)
    expect(late.texts.join()).not.toContain('假貨')
    const reload = await aViewer(t, port, live.streamId, writer.viewerKey)
    await reload.sees('大家好')
    expect(reload.seen()).toEqual(['這是假貨', '大家好'])
    const again = await aConnection(t, port, owner, live.id)
    await again.sees('這是假貨')
    const { comments, counts } = await listed(live.id, 'held')
    expect(comments).toMatchObject([{ text: '這是假貨', held: true, releasedAs: null, user: { name: '小美' } }])
    expect(counts).toEqual({ all: 2, held: 1, marked: 0, questions: 0, orders: 0, removed: 0 })
  })

  test('CONTROL-ROOM-16 Is seen by all once it is released, after what was said meanwhile, and by its writer once', async () => {
    const live = await bannedRoom()
    const writer = await aViewer(t, port, live.streamId)
    const other = await aViewer(t, node.port, live.streamId)
    const connection = await aConnection(t, node.port, helper, live.id)
    const seq = seqOf(await writer.say('這不是假貨'))
    await writer.say('真的')
    await decide(live.id, seq, 'release')
    await other.sees('這不是假貨')
    expect(other.seen()).toEqual(['真的', '這不是假貨'])
    const released = await other.heard('commented')
    expect(released).toMatchObject({ of: seq })
    await expect.poll(() => writer.seen()).toEqual(['這不是假貨', '真的'])
    expect(await connection.acted('released')).toMatchObject({ by: { name: '王小明' }, of: seq, userId: writer.userId })
    expect((await listed(live.id)).comments.map(({ text, releasedAs }) => [text, releasedAs])).toEqual([
      ['真的', null],
      ['這不是假貨', released.seq],
    ])
    await decide(live.id, seq, 'remove', helper)
    for (const socket of [writer, other]) await socket.misses('這不是假貨')
    await decide(live.id, released.seq, 'restore')
    for (const socket of [writer, other]) await socket.sees('這不是假貨')
  })

  test('CONTROL-ROOM-17 Of two who decide at once the first counts; deciding the same again changes nothing', async () => {
    const live = await bannedRoom()
    const writer = await aViewer(t, port, live.streamId)
    const connection = await aConnection(t, port, owner, live.id)
    const seq = seqOf(await writer.say('假貨一'))
    const both = await Promise.allSettled([decide(live.id, seq, 'release'), decide(live.id, seq, 'dismiss', helper)])
    const lost = both.filter((one) => one.status === 'rejected')
    expect(lost).toHaveLength(1)
    expect(lost[0]?.reason).toBeInstanceOf(WireError)
    expect(lost[0]?.reason).toMatchObject({ errorName: 'conflict' })
    const [row] = (await listed(live.id)).comments
    const won = row?.dismissed === true ? 'dismiss' : 'release'
    await Promise.all([decide(live.id, seq, won), decide(live.id, seq, won, helper)])
    await connection.acted(won === 'release' ? 'released' : 'dismissed')
    expect(connection.acts()).toHaveLength(2)
    expect(row?.byName).toBe('王小明')
  })

  test('CONTROL-ROOM-18 Whatever is decided, only what was held is released, and what is gone comes back first', () => {
    const states = ['waiting', 'released', 'dismissed'] as const
    for (const isHeld of [true, false])
      for (const state of states)
        for (const removed of [true, false])
          for (const decision of ['release', 'remove', 'restore', 'dismiss'] as const) {
            const next = decided(isHeld, { state, removed }, decision)
            if (next === undefined || next === 'late') continue
            expect(decided(isHeld, next, decision)).toBeUndefined()
            if (next.state === 'released' && state !== 'released') expect(isHeld && !removed).toBe(true)
            if (decision === 'remove' && state !== 'dismissed')
              expect(decided(isHeld, next, 'restore')).toEqual({ state, removed })
          }
  })
})

describe('what is taken away', () => {
  test('CONTROL-ROOM-19 Goes for all, its writer included, also for who comes later, and comes back to all', async () => {
    const live = await anOpenRoom(t, owner)
    const writer = await aViewer(t, port, live.streamId)
    const other = await aViewer(t, node.port, live.streamId)
    const seq = seqOf(await writer.say('加我私訊'))
    await writer.say('晚安')
    for (const socket of [writer, other]) await socket.sees('晚安')
    await decide(live.id, seq, 'remove')
    for (const socket of [writer, other]) await socket.misses('加我私訊')
    const late = await aViewer(t, node.port, live.streamId)
    expect(late.texts.join()).not.toContain('私訊')
    const history = await t.call(
      roomRoutes.history,
      { query: { streamId: live.streamId, before: 1_000, limit: 50 } },
      { 'x-viewer-key': writer.viewerKey },
    )
    expect(JSON.stringify(history)).not.toContain('私訊')
    expect((await listed(live.id, 'removed')).comments).toMatchObject([{ seq, removed: true }])
    await decide(live.id, seq, 'restore', helper)
    for (const socket of [writer, other, late]) await socket.sees('加我私訊')
    expect(late.seen()).toEqual(['加我私訊', '晚安'])
  })

  test('CONTROL-ROOM-20 Of another firm, or by who may not moderate, is not taken away', async () => {
    const live = await anOpenRoom(t, owner)
    const writer = await aViewer(t, port, live.streamId)
    const seq = seqOf(await writer.say('你好'))
    const stranger = await t.aFirm('別家')
    const analyst = await t.aMember(owner, 'analyst')
    await expect(decide(live.id, seq, 'remove', stranger)).rejects.toMatchObject({ errorName: 'noData' })
    await expect(decide(live.id, seq, 'remove', analyst)).rejects.toMatchObject({ errorName: 'forbidden' })
    await expect(
      t.call(controlRoomRoutes.ticket, { body: { liveId: live.id } }, stranger.headers),
    ).rejects.toMatchObject({
      errorName: 'noData',
    })
    for (const route of [controlRoomRoutes.controlRoom, controlRoomRoutes.figures, controlRoomRoutes.comments])
      await expect(t.call(route, { query: { liveId: live.id } } as never, stranger.headers)).rejects.toMatchObject({
        errorName: 'notFound',
      })
    await decide(live.id, seq, 'remove', helper)
    await writer.misses('你好')
  })
})

describe('a muted viewer', () => {
  test('CONTROL-ROOM-21 Is heard by nobody else, before and after, and told nothing; the staff sees who did it', async () => {
    const live = await anOpenRoom(t, owner)
    const loud = await aViewer(t, port, live.streamId)
    const other = await aViewer(t, node.port, live.streamId)
    const connection = await aConnection(t, node.port, helper, live.id)
    await loud.say('一')
    await other.sees('一')
    const mute = (muted: boolean, by = owner) =>
      t.call(controlRoomRoutes.mute, { body: { liveId: live.id, userId: loud.userId, muted } }, by.headers)
    await mute(true)
    await Promise.all([mute(true), mute(true, helper)])
    await other.misses('一')
    await loud.say('二')
    await connection.heard('muted')
    await loud.sees('二')
    expect(loud.seen()).toEqual(['一', '二'])
    expect(other.seen()).toEqual([])
    await connection.acted('muted')
    expect(connection.acts()).toEqual(['王小明 muted'])
    // For the staff it is no less an event of the room; to others it was not even sent.
    await connection.until('what was said', () =>
      connection.texts.find((it) => it.startsWith('{"t":"frame"') && it.includes('二')),
    )
    expect(connection.texts.filter((it) => it.startsWith('{"t":"controlRoom"')).join()).not.toContain('二')
    expect(other.texts.join()).not.toContain('二')
    expect(loud.texts.join()).not.toContain('"muted"')
    const late = await aViewer(t, port, live.streamId, loud.viewerKey)
    expect(late.joined.muted).toBeUndefined()
    expect((await listed(live.id)).comments.map(({ muted }) => muted)).toEqual([true, true])
    await mute(false, helper)
    await other.sees('二')
    await connection.acted('unmuted')
  })

  test('CONTROL-ROOM-22 Stays muted when a block of the same viewer is cancelled, and blocked when the mute is', async () => {
    const live = await anOpenRoom(t, owner)
    const loud = await aViewer(t, port, live.streamId)
    const other = await aViewer(t, port, live.streamId)
    const connection = await aConnection(t, port, owner, live.id)
    await loud.say('吵')
    await t.call(controlRoomRoutes.mute, { body: { liveId: live.id, userId: loud.userId, muted: true } }, owner.headers)
    await other.misses('吵')
    const { id } = await t.call(
      roomBlockRoutes.block,
      { body: { liveId: live.id, userId: loud.userId, reason: '洗版' } },
      owner.headers,
    )
    expect(await connection.acted('blocked')).toMatchObject({ by: { name: '王小明' }, userId: loud.userId })
    await t.call(blockRoutes.cancel, { params: { id } }, owner.headers)
    // Nothing may come back in this time.
    await pause(1_500)
    expect(other.seen()).toEqual([])
    expect(other.texts.join()).not.toContain('unmuted')
    await t.call(
      controlRoomRoutes.mute,
      { body: { liveId: live.id, userId: loud.userId, muted: false } },
      owner.headers,
    )
    await other.sees('吵')
  })
})

test('CONTROL-ROOM-23 A mark is seen by colleagues at once, and once', async () => {
  const live = await anOpenRoom(t, owner)
  const viewer = await aViewer(t, port, live.streamId)
  const connection = await aConnection(t, node.port, helper, live.id)
  const seq = seqOf(await viewer.say('好喜歡'))
  const mark = (marked: boolean) => t.call(markRoutes.mark, { body: { liveId: live.id, seq, marked } }, owner.headers)
  await mark(true)
  await mark(true)
  await mark(false)
  await connection.acted('unmarked')
  expect(connection.acts()).toEqual(['王小明 marked', '王小明 unmarked'])
})

import { type CloseReason, closeCodes, protocolVersion, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, openSocket, resumeRoom, type RoomServer, serveRoom } from '../../../test/room-socket.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
let server: RoomServer
beforeEach(async () => {
  stage = roomStage()
  clock = manualClock(startOfTests)
  server = await serveRoom(aRoomNode(db, stage, { clock }))
})
afterEach(async () => server.stop())

const say = (text: string, id: string = newId()) => ({ t: 'say', id, text }) as const
const code = (reason: CloseReason): number => closeCodes[reason]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('coming in', () => {
  test('ROOM-8 A ticket lets its viewer in, for 60 seconds, and is no resume token', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'device-1', { name: '小美' })
    expect(viewer.joined).toMatchObject({
      you: { name: '小美', as: 'viewer' },
      seq: 0,
      events: [],
      reset: false,
      online: 1,
    })
    expect(viewer.joined.you.userId).not.toContain(viewer.viewerKey.slice(0, 8))
    const asToken = await openSocket(server.port)
    asToken.send({ t: 'resume', v: protocolVersion, token: viewer.ticket, seq: 0 })
    expect(await asToken.closed()).toBe(code('badTicket'))
    const changed = await openSocket(server.port)
    changed.send({ t: 'join', v: protocolVersion, ticket: `x${viewer.ticket.slice(1)}`, seq: 0 })
    expect(await changed.closed()).toBe(code('badTicket'))
    clock.advance(roomLimits.ticketSeconds * 1000)
    const late = await openSocket(server.port)
    late.send({ t: 'join', v: protocolVersion, ticket: viewer.ticket, seq: 0 })
    expect(await late.closed()).toBe(code('badTicket'))
    // The line that came in keeps its seat.
    expect(viewer.isOpen()).toBe(true)
  })

  test('ROOM-199 A page of another origin is refused before the protocol begins, another path is left to others', async () => {
    for (const origin of ['https://evil.test', '', 'null', 'http://kaimai.test.evil.test']) {
      await expect(openSocket(server.port, { origin })).rejects.toThrow('403')
    }
    await expect(openSocket(server.port, { path: '/api/other' })).rejects.toThrow()
    const own = await openSocket(server.port, { origin: `http://127.0.0.1:${server.port}` })
    own.end()
  })

  test('ROOM-10 Who says nothing, nonsense, too much, or something else first, is sent away', async () => {
    const silent = await openSocket(server.port)
    const nonsense = await openSocket(server.port)
    const impatient = await openSocket(server.port)
    const loud = await openSocket(server.port)
    const binary = await openSocket(server.port)
    nonsense.socket.send('{"t":"jo')
    expect(await nonsense.closed()).toBe(code('badFrame'))
    impatient.send(say('先說'))
    expect(await impatient.closed()).toBe(code('badFrame'))
    loud.socket.send('x'.repeat(roomLimits.frameBytesIn + 1))
    expect(await loud.closed()).toBe(1009)
    binary.socket.send(Buffer.from('{}'), { binary: true })
    expect(await binary.closed()).toBe(code('badFrame'))
    expect(silent.isOpen()).toBe(true)
    clock.advance(roomLimits.joinWithinMs)
    expect(await silent.closed()).toBe(code('badTicket'))
    await expect.poll(() => server.node.socket.counts()).toEqual({ connections: 0, strangers: 0 })
  })

  test('ROOM-84 A page that speaks another version of the protocol is sent away with the code that makes it load itself anew', async () => {
    const live = await aRoom(db, stage)
    const old = await openSocket(server.port)
    const first = JSON.stringify({ t: 'join', v: protocolVersion - 1, ticket: 'any', seq: 0 })
    old.socket.send(first)
    expect(await old.closed()).toBe(code('outdated'))
    const viewer = await joinRoom(server, live.streamId, 'device-1')
    viewer.socket.send(first)
    expect(await viewer.closed()).toBe(code('badFrame'))
  })

  test('ROOM-200 A client that floods the room with frames is sent away', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'device-1')
    for (let at = 0; at < 100; at += 1) viewer.send({ t: 'heartbeat', at })
    expect(await viewer.closed()).toBe(code('badFrame'))
  })

  test('ROOM-22 A room that is over, or was cancelled, ends its connections, and lets nobody in again', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'device-1')
    clock.set(new Date(live.endAtMs))
    await server.node.registry.beat()
    expect(await viewer.closed()).toBe(code('roomEnded'))
    const again = await resumeRoom(server, viewer.joined.resume, viewer.state())
    expect(await again.closed()).toBe(code('roomEnded'))
  })

  test('ROOM-21 A server that stops tells everybody to go elsewhere, where they resume', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'device-1')
    viewer.send(say('走之前'))
    await viewer.comment('走之前')
    const other = await serveRoom(aRoomNode(db, stage, { clock }))
    await server.stop()
    expect(await viewer.closed()).toBe(code('goingAway'))
    const back = await resumeRoom(other, viewer.joined.resume, viewer.state())
    expect(await back.fact('joined')).toMatchObject({ seq: 1, events: [], reset: false })
    await other.stop()
  })

  test('ROOM-24 A fourth tab of one viewer replaces the first', async () => {
    const live = await aRoom(db, stage)
    const tabs = []
    for (let at = 0; at < 4; at += 1) tabs.push(await joinRoom(server, live.streamId, 'device-1'))
    expect(await tabs[0]?.closed()).toBe(code('replaced'))
    expect(tabs.slice(1).every((tab) => tab.isOpen())).toBe(true)
    expect(tabs[3]?.joined.online).toBe(1)
  })
})

describe('speaking', () => {
  test('ROOM-11 A message is acknowledged with its place once it is committed, and everybody sees it there once', async () => {
    const live = await aRoom(db, stage)
    const [one, two] = [await joinRoom(server, live.streamId, 'd1'), await joinRoom(server, live.streamId, 'd2')]
    one.send(say('  大家\u200b好 \n', 'message-1'))
    const said = await one.fact('said')
    expect(said).toEqual({ t: 'said', id: 'message-1', seq: 1, ms: 60_000 })
    const { rows } = await db.raw('select seq, kind from "roomEvent" where "liveId" = $1', [live.id])
    expect(rows).toEqual([{ seq: 1, kind: 'commented' }])
    for (const socket of [one, two]) {
      expect(await socket.comment('大家好')).toMatchObject({ seq: 1, ms: 60_000, user: one.joined.you })
    }
    // The acknowledgement was lost: the client sends it again.
    one.send(say('大家好', 'message-1'))
    expect(await one.fact('said', 1)).toEqual(said)
    // No second comment may come in this time.
    await pause(250)
    expect(two.comments()).toEqual(['大家好'])
  })

  test('ROOM-201 What is said within a tick goes out in one frame, the same bytes to all', async () => {
    const live = await aRoom(db, stage)
    const viewers = []
    for (let at = 0; at < 5; at += 1) viewers.push(await joinRoom(server, live.streamId, `d${at}`))
    // Past the frames that told how the number of viewers grew.
    await pause(250)
    const before = viewers.map(({ texts }) => texts.length)
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        server.node.roomLog.append(
          { firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs },
          {
            event: { kind: 'commented', user: { userId: 'x', name: 'x', imgUrl: '', as: 'viewer' }, text: `${at}` },
            liveUserId: null,
            key: newId(),
          },
        ),
      ),
    )
    await Promise.all(viewers.map((viewer) => viewer.comment('29')))
    // The number of viewers may still be on its way.
    const frames = viewers.map(({ texts }, at) => texts.slice(before[at]).filter((text) => text.includes('commented')))
    expect(frames[0]?.length).toBeLessThanOrEqual(2)
    for (const received of frames) expect(received).toEqual(frames[0])
    expect(viewers[0]?.comments()).toEqual(Array.from({ length: 30 }, (_, at) => `${at}`))
  })

  test('ROOM-202 Who speaks too fast is refused in the language of the page, and told when', async () => {
    const live = await aRoom(db, stage)
    const chinese = await joinRoom(server, live.streamId, 'd1')
    const english = await joinRoom(server, live.streamId, 'd2', { language: 'en-GB,en' })
    for (const socket of [chinese, english]) for (let at = 0; at < 6; at += 1) socket.send(say(`${at}`))
    expect(await chinese.fact('refused')).toMatchObject({
      error: 'tooManyRequests',
      message: roomErrors.saidTooMuch['zh-TW'],
      retryAfterMs: 1000,
    })
    expect((await english.fact('refused')).message).toBe(roomErrors.saidTooMuch.en)
    // A second tab has no second purse.
    const tab = await joinRoom(server, live.streamId, 'd1')
    tab.send(say('另一個分頁'))
    expect((await tab.fact('refused')).error).toBe('tooManyRequests')
    clock.advance(1000)
    chinese.send(say('慢慢說'))
    await english.comment('慢慢說')
  })

  test('ROOM-203 A message that is too long or empty is refused for good', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'd1')
    viewer.send(say('字'.repeat(301)))
    expect(await viewer.fact('refused')).toMatchObject({ error: 'tooLarge', message: roomErrors.saidTooLong['zh-TW'] })
    viewer.send(say('\u200b'))
    expect(await viewer.fact('refused', 1)).not.toHaveProperty('retryAfterMs')
  })

  test('ROOM-12 A message with a banned word is seen by its sender alone, who is told nothing else, also after a reload', async () => {
    const live = await aRoom(db, stage, { bannedKeywords: ['假貨'] })
    const [one, two] = [await joinRoom(server, live.streamId, 'd1'), await joinRoom(server, live.streamId, 'd2')]
    one.send(say('這是假 貨！', 'message-1'))
    expect(await one.fact('said')).toEqual({ t: 'said', id: 'message-1', seq: 1, ms: 60_000 })
    two.send(say('好便宜'))
    await one.comment('好便宜')
    await two.comment('好便宜')
    expect(two.comments()).toEqual(['好便宜'])
    expect(two.state().seq).toBe(2)
    const reloaded = await joinRoom(server, live.streamId, 'd1')
    expect(reloaded.comments()).toEqual(['這是假 貨！', '好便宜'])
    const resumed = await resumeRoom(server, one.joined.resume, { seq: 0, heardAtMs: 1 })
    await resumed.fact('joined')
    expect(resumed.comments()).toEqual(['這是假 貨！', '好便宜'])
    const stranger = await joinRoom(server, live.streamId, 'd3')
    expect(stranger.comments()).toEqual(['好便宜'])
  })

  test('ROOM-204 A heartbeat is answered with the server time', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'd1')
    viewer.send({ t: 'heartbeat', at: 123.5 })
    expect(await viewer.fact('heartbeatAnswer')).toEqual({ t: 'heartbeatAnswer', at: 123.5, now: clock.ms() })
  })
})

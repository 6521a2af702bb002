import { closeCodes, Fact, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { assert, integer, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { roomSecret, startOfTests } from '../../../test/room-factory.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { StaffConnection } from './staff-connections.ts'
import { originCheck } from './origin.ts'
import { createRoomInstance } from './room-instance.ts'
import type { RoomShow } from './room-show.ts'
import type { ViewerConnection } from './viewer-connection.ts'
import { textFrame } from './ws-frame.ts'

/** Reads a server's text frames back, by RFC 6455. */
const payloadsOf = (frames: Uint8Array): string[] => {
  const bytes = Buffer.from(frames)
  const texts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const second = bytes[at + 1] ?? 0
    expect(bytes[at]).toBe(0x81)
    const [head, length] =
      second < 126
        ? [2, second]
        : second === 126
          ? [4, bytes.readUInt16BE(at + 2)]
          : [10, Number(bytes.readBigUInt64BE(at + 2))]
    texts.push(bytes.subarray(at + head, at + head + length).toString())
    at += head + length
  }
  return texts
}

const show: RoomShow = {
  live: {
    id: newId(),
    firmId: newId(),
    publishedAtMs: 0,
    beginAtMs: startOfTests.getTime(),
    endAtMs: startOfTests.getTime() + 3_600_000,
    cancelledAtMs: null,
    waitingMinutes: 0,
    bannedKeywords: [],
  },
  script: [],
  products: [],
  disclosure: true,
  stock: {},
}

const aRoomInstance = (waitsForTurn: (liveUserId: string) => boolean = () => false) => {
  const clock = manualClock(startOfTests)
  const present: string[] = []
  const instance = createRoomInstance(
    {
      clock,
      secret: roomSecret,
      log: silentLog,
      read: async () => [],
      resumeFor: () => 'token',
      arrived: ({ liveUserId }) => void present.push(liveUserId),
      gone: ({ liveUserId }) => void present.splice(present.indexOf(liveUserId), 1),
      waitsForTurn: ({ liveUserId }) => waitsForTurn(liveUserId),
    },
    show,
    0,
  )
  let seq = 0
  const speak = (text: string) => {
    seq += 1
    const user = { userId: 'x', name: 'x', imgUrl: '', as: 'viewer' } as const
    instance.timeline.accept([
      { event: { kind: 'commented', seq, ms: seq, user, text }, held: false, liveUserId: null },
    ])
    instance.tick()
  }
  return { instance, clock, present, speak }
}

/** A connection whose other side takes what it is told to take. */
const aConnection = (liveUserId = newId()) => {
  const written: Uint8Array[] = []
  let ended: number | 'cut' | undefined
  const socket = {
    stuck: 0,
    write: (bytes: Uint8Array) => {
      written.push(bytes)
      if (socket.stuck > 0) socket.stuck += bytes.byteLength
    },
    get writableLength() {
      return socket.stuck
    },
  }
  const connection: ViewerConnection = {
    socket,
    webSocket: { close: (code) => (ended = code), terminate: () => (ended = 'cut') },
    identity: {
      firmId: show.live.firmId,
      liveId: show.live.id,
      liveUserId,
      publicId: 'p',
      name: 'n',
      imgUrl: '',
      as: 'viewer',
      anonymous: true,
      epoch: 0,
      keyVersion: 1,
    },
    language: 'zh-TW',
    network: '',
    heardAtMs: startOfTests.getTime(),
    askedAtMs: undefined,
    missedBytes: undefined,
  }
  return {
    connection,
    socket,
    written,
    ended: () => ended,
    facts: () => written.flatMap((one) => payloadsOf(one).map((text) => Fact.parse(JSON.parse(text)))),
  }
}

const nothingHeld = { seq: 0, since: 0 }

describe('who cannot keep up', () => {
  test('ROOM-18 Is skipped, and told the newest when it has taken what it was sent', () => {
    const { instance, speak } = aRoomInstance()
    const [slow, quick] = [aConnection(), aConnection()]
    instance.enter(slow.connection, nothingHeld)
    instance.enter(quick.connection, nothingHeld)
    speak('一')
    slow.socket.stuck = roomLimits.backlogBytes + 1
    for (let at = 0; at < 60; at += 1) speak(`${at}`)
    expect(slow.ended()).toBeUndefined()
    const before = slow.written.length
    expect(slow.facts().at(-1)).toMatchObject({ t: 'frame', seq: 1 })
    slow.socket.stuck = 0
    instance.tick()
    const reset = slow.facts()[before]
    expect(reset).toMatchObject({ t: 'joined', reset: true, seq: 61 })
    expect(reset?.t === 'joined' && reset.events).toHaveLength(roomLimits.historyLength)
    speak('再來')
    expect(slow.facts().at(-1)).toMatchObject({ t: 'frame', seq: 62 })
    expect(quick.facts().filter(({ t }) => t === 'joined')).toHaveLength(1)
    instance.close('goingAway')
  })

  test('ROOM-168 Is cut when it then misses as much again: what is kept for one viewer is bounded', () => {
    const { instance, speak, present } = aRoomInstance()
    const slow = aConnection()
    instance.enter(slow.connection, nothingHeld)
    slow.socket.stuck = roomLimits.backlogBytes + 1
    const long = '長'.repeat(300)
    for (let at = 0; at < 400 && slow.ended() === undefined; at += 1) speak(long)
    expect(slow.ended()).toBe('cut')
    expect(slow.socket.writableLength).toBeLessThan(2 * roomLimits.backlogBytes)
    expect(present).toEqual([])
    instance.close('goingAway')
  })

  test('ROOM-169 And asks for more without taking it is cut as well', () => {
    const { instance } = aRoomInstance()
    const greedy = aConnection()
    instance.enter(greedy.connection, nothingHeld)
    greedy.socket.stuck = 1
    for (let at = 0; at < 100_000 && greedy.ended() === undefined; at += 1) {
      instance.sendTo(greedy.connection, { t: 'heartbeatAnswer', at, now: 0 })
    }
    expect(greedy.ended()).toBe('cut')
    expect(greedy.socket.writableLength).toBeLessThan(3 * roomLimits.backlogBytes)
    instance.close('goingAway')
  })
})

describe('viewers of whom nobody knows whether they are people', () => {
  const textsOf = ({ facts }: ReturnType<typeof aConnection>): string[] =>
    facts().flatMap((fact) =>
      'events' in fact ? fact.events.flatMap((event) => (event.kind === 'commented' ? [event.text] : [])) : [],
    )

  test('ROOM-875 Are told in turns all that the others are told at once, in its order, and at the end what is left', () => {
    const unknown = new Set<string>()
    const { instance, speak } = aRoomInstance((id) => unknown.has(id))
    const known = aConnection()
    instance.enter(known.connection, nothingHeld)
    const many = Array.from({ length: 9 }, () => aConnection())
    for (const { connection } of many) {
      unknown.add(connection.identity.liveUserId)
      instance.enter(connection, nothingHeld)
    }
    const heard = (): number[] => many.map((one) => textsOf(one).length)
    speak('一')
    expect(textsOf(known)).toEqual(['一'])
    expect(heard()).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0])
    speak('二')
    expect(heard()).toEqual([1, 1, 1, 2, 2, 2, 0, 0, 0])
    instance.tick()
    instance.tick()
    expect(heard()).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2])
    speak('三')
    instance.close('goingAway')
    for (const one of [known, ...many]) expect(textsOf(one)).toEqual(['一', '二', '三'])
  })

  test('ROOM-876 A sign of life ends the waiting within a second, and nothing is missed or comes twice', () => {
    const unknown = new Set<string>()
    const { instance, speak } = aRoomInstance((id) => unknown.has(id))
    const [first, second] = [aConnection(), aConnection()]
    for (const { connection } of [first, second]) {
      unknown.add(connection.identity.liveUserId)
      instance.enter(connection, nothingHeld)
    }
    speak('一')
    expect(textsOf(second)).toEqual([])
    unknown.clear()
    instance.everySecond()
    speak('二')
    for (const one of [first, second]) expect(textsOf(one)).toEqual(['一', '二'])
    instance.close('goingAway')
  })

  test('ROOM-877 What goes to one of them alone comes after all that was sent before', () => {
    const unknown = new Set<string>()
    const { instance, speak } = aRoomInstance((id) => unknown.has(id))
    const [first, second] = [aConnection(), aConnection()]
    for (const { connection } of [first, second]) {
      unknown.add(connection.identity.liveUserId)
      instance.enter(connection, nothingHeld)
    }
    speak('一')
    instance.askPresence(second.connection.identity.liveUserId)
    expect(second.facts().map(({ t }) => t)).toEqual(['joined', 'frame', 'presenceAsked'])
    instance.close('goingAway')
  })

  test('ROOM-878 One of them that fell behind is told the newest, and nothing older after that', () => {
    const { instance, speak } = aRoomInstance(() => true)
    const slow = aConnection()
    instance.enter(slow.connection, nothingHeld)
    slow.socket.stuck = roomLimits.backlogBytes + 1
    speak('一')
    speak('二')
    slow.socket.stuck = 0
    speak('三')
    speak('四')
    const facts = slow.facts().slice(1)
    expect(facts.map(({ t }) => t)).toEqual(['joined', 'frame'])
    expect(facts[0]).toMatchObject({ reset: true, seq: 3 })
    expect(facts[1]).toMatchObject({ seq: 4, events: [{ text: '四' }] })
    instance.close('goingAway')
  })
})

describe('a room of one node', () => {
  test('ROOM-13 Says nothing when nothing has happened', () => {
    const { instance, clock } = aRoomInstance()
    const viewer = aConnection()
    instance.enter(viewer.connection, nothingHeld)
    instance.tick()
    const sent = viewer.written.length
    for (let at = 0; at < 20; at += 1) {
      clock.advance(100)
      instance.tick()
    }
    instance.everySecond()
    instance.tick()
    expect(viewer.written).toHaveLength(sent)
    instance.close('goingAway')
  })

  test('ROOM-15 A viewer is present from its first socket to its last', () => {
    const { instance, present } = aRoomInstance()
    const id = newId()
    const [one, two] = [aConnection(id), aConnection(id)]
    instance.enter(one.connection, nothingHeld)
    instance.enter(two.connection, nothingHeld)
    expect(present).toEqual([id])
    instance.leave(one.connection)
    instance.leave(one.connection)
    expect(present).toEqual([id])
    instance.leave(two.connection)
    expect(present).toEqual([])
    expect(instance.audience.here()).toBe(0)
  })

  test('ROOM-170 A frame is what RFC 6455 says, of any length', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 40 }), integer({ min: 0, max: 4_000 }), (text, times) => {
        const whole = text.repeat(times)
        expect(payloadsOf(textFrame(whole))).toEqual([whole.toWellFormed()])
      }),
    )
    for (const length of [0, 125, 126, 65_535, 65_536]) {
      expect(payloadsOf(textFrame('x'.repeat(length)))).toEqual(['x'.repeat(length)])
    }
  })
})

describe('pages that may open a socket', () => {
  const allowed = originCheck('https://console.kaimai.test', 'https://{firm}.live.test:8443')

  test.each([
    ['https://console.kaimai.test', 'anything'],
    ['https://shop-1.live.test:8443', 'anything'],
    ['https://own.example', 'own.example'],
    ['https://OWN.example', 'own.EXAMPLE'],
  ])('ROOM-9 %s may, at host %s', (origin, host) => {
    expect(allowed(origin, host)).toBe(true)
  })

  test.each([
    [undefined, 'own.example'],
    ['null', 'own.example'],
    ['https://own.example.evil.test', 'own.example'],
    ['https://a.b.live.test:8443', 'own.example'],
    ['https://.live.test:8443', 'own.example'],
    ['https://x.live.test', 'own.example'],
    ['https://evil.test', undefined],
  ])('ROOM-171 %s may not, at host %s', (origin, host) => {
    expect(allowed(origin, host)).toBe(false)
  })

  test('ROOM-172 Without an audience address of its own there are no firm hosts', () => {
    expect(originCheck('https://a.test', undefined)('https://b.test', 'a.test')).toBe(false)
    expect(originCheck('https://a.test', 'https://live.test')('https://live.test', 'a.test')).toBe(true)
    expect(originCheck('https://a.test', 'https://live.test')('https://x.live.test', 'a.test')).toBe(false)
  })
})

describe('what is not for all', () => {
  const controlRoomSeat = (one: ReturnType<typeof aConnection>): StaffConnection => {
    const { identity, ...connection } = one.connection
    const { firmId, liveId, publicId, name, imgUrl } = identity
    const member = { firmId, liveId, publicId, name, imgUrl, memberId: newId(), sessionId: newId() }
    return { ...connection, socket: one.socket, member, look: { place: 'chat', of: null } }
  }
  const user = { userId: 'p', name: '小美', imgUrl: '', as: 'viewer' } as const
  const acted = (seq: number) =>
    ({ kind: 'acted', act: 'muted', by: { userId: 'b', name: '小編' }, seq, ms: seq }) as const

  test('ROOM-69 Goes to every seat of that viewer and to the staff; all others hear nothing at all', () => {
    const { instance } = aRoomInstance()
    const id = newId()
    const [phone, tab, other, staff] = [aConnection(id), aConnection(id), aConnection(), aConnection()]
    for (const { connection } of [phone, tab, other]) instance.enter(connection, nothingHeld)
    instance.enterControlRoom(controlRoomSeat(staff), nothingHeld, [])
    instance.tick()
    const before = other.written.length
    instance.timeline.accept([
      { event: { kind: 'commented', seq: 1, ms: 1, user, text: '假貨' }, held: true, liveUserId: id },
      { event: acted(2), held: true, liveUserId: null },
    ])
    instance.tick()
    for (const connection of [phone, tab])
      expect(connection.facts().at(-1)).toMatchObject({ t: 'frame', seq: 2, events: [{ seq: 1, text: '假貨' }] })
    expect(staff.facts().at(-1)).toMatchObject({ t: 'controlRoom', events: [{ seq: 1 }, { seq: 2, kind: 'acted' }] })
    expect(other.written).toHaveLength(before)
    expect(instance.audience.online(startOfTests.getTime())).toBe(2)
    instance.close('goingAway')
    expect(staff.ended()).toBe(closeCodes.goingAway)
  })

  test('ROOM-70 A line of the staff that fell behind is told how things stand, and the newest that is not for all', () => {
    const { instance, speak } = aRoomInstance()
    const slow = aConnection()
    instance.enterControlRoom(controlRoomSeat(slow), nothingHeld, [])
    instance.tick()
    slow.socket.stuck = roomLimits.backlogBytes + 1
    for (let at = 0; at < 10; at += 1) speak(`${at}`)
    instance.timeline.accept([{ event: acted(11), held: true, liveUserId: null }])
    instance.tick()
    const before = slow.written.length
    slow.socket.stuck = 0
    instance.tick()
    const [reset, controlRoom] = slow.facts().slice(before)
    expect(reset).toMatchObject({ t: 'joined', reset: true, seq: 11, resume: '' })
    expect(controlRoom).toMatchObject({ t: 'controlRoom', events: [{ kind: 'acted', seq: 11 }] })
    instance.close('goingAway')
  })
})

import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import { closeCodes, type Fact } from '@kaimai/contract/room/room.protocol.ts'
import { expect, test } from 'vitest'
import { createTestClock } from '../../lib/clock/clock.ts'
import type { SocketEvents } from '../room/room-socket.ts'
import type { Action } from './control-room-actions.ts'
import { createControlRoomStore, type ControlRoomCalls, type Done } from './control-room-store.ts'
import { controlRoomView } from './control-room-view.ts'
import { acted, answered, fetched } from './test-control-room.ts'

const you = { userId: 'me', name: '雅婷', imgUrl: '', as: 'staff' } as const
const controlRoom: ControlRoom = {
  liveId: 'l',
  streamId: 's',
  liveName: '開窯夜',
  platformType: 'video',
  status: 'live',
  beginAt: '2026-11-20T12:00:00Z',
  endAt: '2026-11-20T13:00:00Z',
  videoMs: 3_600_000,
  waitingMinutes: 30,
  posterUrl: '',
  playlistUrl: '',
  pastFilm: null,
  pastFilmChosen: null,
  youtubeId: '',
  host: { ...you, userId: 'host', name: '阿月', as: 'host' },
  you,
  roomPath: '/',
  anonymousAllowed: true,
  slowSeconds: 0,
  bannedKeywords: [],
  disclosure: true,
  currency: 'TWD',
  script: [{ id: 'a', atMs: 60_000, kind: 'endCallToAction' }],
  cues: [],
  products: [],
  announcement: null,
  pinned: null,
  timeOuts: [],
  quickReplies: [],
  crewRole: null,
  rehearsalOf: null,
  rehearsal: null,
  may: { moderate: true, run: true, stock: true, crew: true },
  mutedUsers: [],
  removedLines: [],
  now: '2026-11-20T12:00:30Z',
}
const joined: Fact = {
  t: 'joined',
  now: 5,
  you,
  resume: '',
  seq: 3,
  events: [],
  reset: true,
  shown: [],
  stock: {},
  online: 0,
}

const stage = async (
  perform: ControlRoomCalls['perform'] = async () => ({}),
  first: Partial<ControlRoom> = {},
  comments: ControlRoomCalls['comments'] = async () => answered([]),
) => {
  const clock = createTestClock(1_000)
  const sent: { action: Action; before: Done | undefined }[] = []
  const failures: string[] = []
  const lines: { events: SocketEvents; said: string[]; ended: boolean }[] = []
  let tickets = 0
  let asked = 0
  let ordersAsked = 0
  const store = createControlRoomStore({
    calls: {
      controlRoom: async () => ((asked += 1) === 1 ? { ...controlRoom, ...first } : controlRoom),
      ticket: async () => `ticket ${(tickets += 1)}`,
      comments,
      waitingOrders: async () => {
        ordersAsked += 1
        return []
      },
      staffLine: async () => [],
      perform: async (action, before) => {
        sent.push({ action, before })
        return perform(action, before)
      },
    },
    url: 'ws://room',
    language: 'zh-TW',
    clock,
    openSocket: (_url, events) => {
      const socket = { events, said: [] as string[], ended: false }
      lines.push(socket)
      return { send: (text) => socket.said.push(text), end: () => (socket.ended = true) }
    },
    random: () => 0.5,
    onFailed: (error) => failures.push(error instanceof Error ? error.message : ''),
  })
  store.start()
  await clock.forward(0)
  const hear = (fact: Fact) => lines.at(-1)?.events.received(JSON.stringify(fact))
  lines.at(-1)?.events.opened()
  hear(joined)
  return { store, clock, sent, failures, lines, hear, ordersAsked: () => ordersAsked }
}

const mute: Action = { kind: 'mute', userId: 'v1', name: '林', on: true }
const isMuted = (store: { state: { get: () => Parameters<typeof controlRoomView>[0] } }) =>
  controlRoomView(store.state.get()).isMuted('v1')

test('CONTROL-ROOM-54 An action shows before it is sent, and its inverse is sent after it', async () => {
  let release: (() => void) | undefined
  const { store, clock, sent } = await stage(async (action) => {
    if (action.kind === 'mute' && action.on) await new Promise<void>((resolve) => (release = resolve))
    return {}
  })
  store.act(mute)
  expect(isMuted(store)).toBe(true)
  store.undo()
  expect(isMuted(store)).toBe(false)
  await clock.forward(10)
  expect(sent.map(({ action }) => action)).toEqual([mute])
  release?.()
  await clock.forward(10)
  expect(sent.map(({ action }) => action)).toEqual([mute, { ...mute, on: false }])
})

test('CONTROL-ROOM-235 The room of a rehearsal asks for no queue of orders; that of a live does', async () => {
  const live = await stage()
  const rehearsal = await stage(undefined, { rehearsalOf: controlRoom.liveId })
  expect([live.ordersAsked(), rehearsal.ordersAsked()]).toEqual([1, 0])
})

test('CONTROL-ROOM-55 An action can be taken back for five seconds, the newest first', async () => {
  const { store, clock, sent } = await stage()
  store.act(mute)
  store.act({ kind: 'mark', seq: 1, name: '', on: true })
  expect(store.undoables.get()).toHaveLength(2)
  store.undo()
  await clock.forward(4_900)
  expect(sent.at(-1)?.action).toMatchObject({ kind: 'mark', on: false })
  expect(store.undoables.get()).toHaveLength(1)
  await clock.forward(200)
  expect(store.undoables.get()).toEqual([])
  store.undo()
  await clock.forward(10)
  expect(sent).toHaveLength(3)
})

test('CONTROL-ROOM-56 A rejected action is undone on the page, reported, and offers no undo', async () => {
  const { store, clock, failures } = await stage(async () => {
    throw new Error('沒有權限')
  })
  store.act(mute)
  await clock.forward(10)
  expect(isMuted(store)).toBe(false)
  expect(failures).toEqual(['沒有權限'])
  expect(store.undoables.get()).toEqual([])
})

test('CONTROL-ROOM-57 A cue is taken back by the id that the server gave it, also when that comes late', async () => {
  const cue = { kind: 'skipped', itemId: 'a', fromMs: 60_000 } as const
  let answer: ((done: Done) => void) | undefined
  const { store, clock, sent } = await stage((action) =>
    action.kind === 'cue' ? new Promise((resolve) => (answer = resolve)) : Promise.resolve({}),
  )
  store.act({ kind: 'cue', itemIds: ['a'], name: '', action: 'skip', cue, productId: undefined })
  expect(controlRoomView(store.state.get()).cues).toEqual([cue])
  store.undo()
  expect(controlRoomView(store.state.get()).cues).toEqual([])
  await clock.forward(10)
  answer?.({ cueId: 'c1', cue })
  await clock.forward(10)
  expect(sent.at(-1)).toMatchObject({ action: { kind: 'uncue', itemId: 'a' }, before: { cueId: 'c1' } })
  expect(controlRoomView(store.state.get()).cues).toEqual([])
  expect(store.state.get().pendingActions).toEqual([])
})

test('CONTROL-ROOM-58 A lost connection comes back by a new ticket and says what is held; an ended room stays closed', async () => {
  const { store, clock, lines } = await stage()
  expect(store.socket.get()).toBe('open')
  expect(JSON.parse(lines[0]?.said[0] ?? '')).toMatchObject({ t: 'join', ticket: 'ticket 1', seq: 0 })
  lines[0]?.events.closed(1006)
  expect(store.socket.get()).toBe('lost')
  await clock.forward(1_000)
  lines[1]?.events.opened()
  expect(JSON.parse(lines[1]?.said[0] ?? '')).toMatchObject({ t: 'join', ticket: 'ticket 2', seq: 3, since: 5 })
  lines[1]?.events.received(JSON.stringify(joined))
  expect(store.socket.get()).toBe('open')
  lines[1]?.events.closed(closeCodes.roomEnded)
  expect(store.socket.get()).toBe('over')
  await clock.forward(60_000)
  expect(lines).toHaveLength(2)
})

test('CONTROL-ROOM-59 A row that somebody looks at is sent to colleagues once they stay there', async () => {
  const { store, clock, lines } = await stage()
  const looks = () => lines[0]?.said.map((text) => JSON.parse(text)).filter(({ t }) => t === 'focus') ?? []
  expect(looks()).toHaveLength(1)
  for (const seq of [1, 2, 3]) store.look(seq, 'held')
  await clock.forward(1_000)
  expect(looks().slice(1)).toEqual([{ t: 'focus', of: 3, place: 'held' }])
})

test('CONTROL-ROOM-60 A room that is not open yet, or is over, is asked for no ticket; the connection comes when it opens', async () => {
  for (const status of ['draft', 'ended', 'cancelled'] as const) {
    const { lines, clock } = await stage(undefined, { status })
    await clock.forward(60_000)
    expect(lines).toEqual([])
  }
  const soon = { status: 'scheduled', beginAt: '2026-11-20T12:31:30Z', now: '2026-11-20T12:00:30Z' } as const
  const { lines, clock } = await stage(undefined, soon)
  expect(lines).toEqual([])
  await clock.forward(62_000)
  expect(lines).toHaveLength(1)
})

test('CONTROL-ROOM-89 What is older is asked for once at a time, and no more once the oldest is there', async () => {
  const asked: [string, number | undefined][] = []
  const all = Array.from({ length: 350 }, (_, at) => fetched(at + 1, { held: true })).toReversed()
  const { store, clock } = await stage(undefined, {}, async (filter, { before = 1_000, limit = 100 }) => {
    asked.push([filter, before])
    const counts = { held: 350, marked: 0, questions: 0 }
    return { comments: all.filter(({ seq }) => seq < before).slice(0, limit), counts, seq: 350 }
  })
  await clock.forward(10)
  asked.length = 0
  for (let at = 0; at < 10; at += 1) {
    store.loadOlder('held')
    store.loadOlder('held')
    store.loadOlder('all')
    await clock.forward(10)
  }
  expect(asked.filter(([filter]) => filter === 'held').map(([, before]) => before)).toEqual([1_000, 251, 151, 51])
  // After the oldest nobody is asked again.
  expect(asked.filter(([filter]) => filter === 'all').map(([, before]) => before)).toEqual([1_000, 251, 151, 51])
  expect(controlRoomView(store.state.get()).counts.held).toBe(350)
})

test('CONTROL-ROOM-90 What colleagues decide about comments that this page doesn’t hold is counted anew, once in two seconds', async () => {
  const asked: string[] = []
  const { clock, hear } = await stage(undefined, {}, async (filter) => {
    asked.push(filter)
    return answered([])
  })
  await clock.forward(10)
  asked.length = 0
  for (let at = 0; at < 20; at += 1) {
    hear({ t: 'controlRoom', events: [acted(10 + at, 'released', { of: 5_000 + at })] })
    await clock.forward(90)
  }
  await clock.forward(3_000)
  expect(asked).toEqual(['held', 'marked'])
})

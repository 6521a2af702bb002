import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { addPending, applyFact, emptyRoom } from '@kaimai/contract/room/room.reducer.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { readSaid } from '@kaimai/contract/room/say.rules.ts'
import { expect, test } from 'vitest'
import { createTestClock } from '../../../../lib/clock/clock.ts'
import { CallError } from '../../../../lib/http/call-error.ts'
import { createStore } from '../../../../lib/store/store.ts'
import type { RoomClientOptions, RoomView } from '../../room-client.ts'
import type { DeviceMemory } from '../../../../lib/audience/device-memory.ts'
import { createServerClock } from './server-clock.ts'
import { createVisit, type Refused, type VisitOptions } from './visit.ts'

const aMemory = (): DeviceMemory & { held: Map<string, unknown> } => {
  const held = new Map<string, unknown>()
  return {
    held,
    read: (name) => held.get(name),
    write: (name, value) => void held.set(name, value),
    forget: (name) => void held.delete(name),
  }
}

/** Clients that the test steers; each asks for its ticket at once. */
const clients = () => {
  const made: {
    view: ReturnType<typeof createStore<RoomView>>
    said: string[]
    options: Omit<RoomClientOptions, 'url'>
    stopped: boolean
    ticket: string | undefined
  }[] = []
  const create = (options: Omit<RoomClientOptions, 'url'>) => {
    const view = createStore<RoomView>({
      room: emptyRoom,
      socket: 'connecting',
      over: undefined,
      full: false,
      asked: false,
    })
    const client = { view, said: [] as string[], options, stopped: false, ticket: undefined as string | undefined }
    made.push(client)
    return {
      view,
      start: () =>
        void options.ticket().then(
          (ticket) => {
            client.ticket = ticket
          },
          () => {},
        ),
      say: (text: string) => {
        const said = readSaid(text)
        if ('refused' in said) return said.refused
        client.said.push(text)
        view.set({ ...view.get(), room: addPending(view.get().room, { id: text, text }) })
        return undefined
      },
      choose: () => {},
      vote: () => {},
      heart: () => false,
      watching: () => {},
      serverNow: () => 0,
      wake: () => {},
      stop: () => {
        client.stopped = true
      },
    }
  }
  const last = () => {
    const client = made.at(-1)
    if (!client) throw new Error('no client was made')
    return client
  }
  return { made, create, last }
}

const key = 'k'.repeat(24)
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

const aVisit = (over: Partial<VisitOptions> = {}) => {
  const socket = clients()
  const memory = aMemory()
  const joins: { viewerKey?: string; name?: string }[] = []
  const refused: Refused[] = []
  const clock = createTestClock(1_000)
  const given: VisitOptions = {
    streamId: 'room01',
    userId: null,
    language: 'zh-TW',
    look: async (): Promise<LiveStatus> => 'live',
    anonymousAllowed: () => true,
    loadJoin:
      async () =>
      async ({ streamId: _room, ...who }) => {
        joins.push(who)
        const name = who.name ?? '訪客 1234'
        return {
          ticket: `ticket ${joins.length}`,
          viewerKey: key,
          name,
          anonymous: true,
          now: new Date(5_000).toISOString(),
        }
      },
    loadClient: async () => socket.create,
    memory,
    serverClock: createServerClock(0, clock),
    clock,
    onRefused: (one) => refused.push(one),
    onEnded: () => {},
    ...over,
  }
  return { visit: createVisit(given), socket, memory, joins, refused }
}

test('ROOM-231 An anonymous viewer is the same one after a reload: the device keeps the key', async () => {
  const first = aVisit()
  first.visit.enter()
  await settle()
  expect(first.joins).toEqual([{}])
  expect(first.socket.last().ticket).toBe('ticket 1')
  expect(first.memory.held.get('viewer.room01')).toBe(key)
  const again = aVisit({ memory: first.memory })
  again.visit.enter()
  await settle()
  expect(again.joins).toEqual([{ viewerKey: key }])
})

test('ROOM-232 A personal link comes in by its own key and leaves none on the device', async () => {
  const { visit, joins, memory } = aVisit({ userId: 'p'.repeat(24) })
  visit.enter()
  visit.enter()
  await settle()
  expect(joins).toEqual([{ viewerKey: 'p'.repeat(24) }])
  expect(memory.held.size).toBe(0)
})

test('ROOM-233 A stored key that is not known any more is dropped, and the viewer joins as a new one', async () => {
  const memory = aMemory()
  memory.write('viewer.room01', 'o'.repeat(24))
  const asked: unknown[] = []
  const { visit, socket } = aVisit({
    memory,
    loadJoin:
      async () =>
      async ({ viewerKey }) => {
        asked.push(viewerKey)
        if (viewerKey !== undefined) throw new CallError('gone', 410, 'gone')
        return { ticket: 't', viewerKey: key, name: '訪客', anonymous: true, now: new Date(0).toISOString() }
      },
  })
  visit.enter()
  await settle()
  expect(asked).toEqual(['o'.repeat(24), undefined])
  expect(socket.last().ticket).toBe('t')
  expect(memory.held.get('viewer.room01')).toBe(key)
})

test('ROOM-234 A viewer who is not let in reads why, and may try again when the room opens', async () => {
  let status: LiveStatus = 'scheduled'
  const { visit } = aVisit({
    look: async () => status,
    loadJoin: async () => async () => {
      if (status === 'scheduled') throw new CallError('forbidden', 403, 'not yet')
      return { ticket: 't', viewerKey: key, name: '訪客', anonymous: true, now: new Date(0).toISOString() }
    },
  })
  visit.enter()
  await settle()
  expect(visit.view.get().failure).toBe('notOpenYet')
  status = 'open'
  visit.enter()
  await settle()
  expect(visit.view.get()).toMatchObject({ failure: undefined, viewer: { viewerKey: key } })
})

test('ROOM-235 A live that was closed early has ended, whatever the page still believes', async () => {
  const { visit } = aVisit({
    look: async () => 'ended',
    loadJoin: async () => async () => {
      throw new CallError('gone', 410, 'over')
    },
  })
  visit.enter()
  await settle()
  expect(visit.view.get().failure).toBe('ended')
})

test('ROOM-236 A refused message is explained to its writer with the message itself', async () => {
  const { visit, socket, refused } = aVisit()
  visit.enter()
  await settle()
  visit.say('一')
  visit.say('二')
  const { options, view } = socket.last()
  options.onRefused?.('太快了', true)
  options.onRefused?.('不能這樣寫', false)
  view.set({
    ...view.get(),
    room: applyFact(view.get().room, { t: 'refused', id: '一', error: 'invalid', message: '不能這樣寫' }),
  })
  expect(refused).toEqual([{ text: '一', message: '不能這樣寫' }])
  expect(visit.view.get().room.pending.map(({ text }) => text)).toEqual(['二'])
})

test('ROOM-237 What is written before the room is reached is said once it is, or refused in words then', async () => {
  const { visit, socket, refused } = aVisit()
  expect(visit.say('\u200b')).toBeUndefined()
  expect(visit.say('先來卡位')).toBeUndefined()
  visit.enter()
  await settle()
  expect(socket.last().said).toEqual(['先來卡位'])
  expect(refused).toEqual([{ text: '\u200b', message: roomErrors.saidNothing['zh-TW'] }])
})

test('ROOM-238 A name given later is the viewer’s: a new ticket, and what was seen stays until it is in', async () => {
  const { visit, socket, joins } = aVisit()
  visit.enter()
  await settle()
  const before = socket.last()
  const you = { userId: 'me', name: '訪客 1234', imgUrl: '', as: 'viewer' } as const
  before.view.set({ ...before.view.get(), socket: 'open', room: { ...emptyRoom, you, online: 7 } })
  await visit.rename('小安')
  await settle()
  expect(joins.at(-1)).toEqual({ name: '小安' })
  expect(before.stopped).toBe(true)
  expect(socket.last().ticket).toBe('ticket 2')
  expect(visit.view.get()).toMatchObject({ viewer: { name: '小安' }, room: { online: 7 } })
})

test('ROOM-239 A connection given up to another window can be taken back here', async () => {
  const { visit, socket } = aVisit()
  visit.enter()
  await settle()
  const { view } = socket.last()
  view.set({ ...view.get(), socket: 'over', over: 'replaced' })
  expect(visit.view.get().replaced).toBe(true)
  visit.enter()
  await settle()
  expect(socket.made).toHaveLength(2)
  expect(visit.view.get().replaced).toBe(false)
})

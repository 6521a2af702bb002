import type { ChatUser, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedPath } from '../room/use-share.ts'
import { toastsOf } from '../room/use-toasts.ts'
import {
  areSameRows,
  chatRowsOf,
  lastWordsOf,
  maxBelowReader,
  mayWriteAt,
  type Note,
  type Ordered,
  rowsToDraw,
} from './chat-rows.ts'

const user = (name: string, as: ChatUser['as'] = 'viewer'): ChatUser => ({ userId: name, name, imgUrl: '', as })
const said = (seq: number, ms: number, text: string, by = user('Mei')): RoomEvent => ({
  seq,
  ms,
  kind: 'commented',
  user: by,
  text,
})
const note = (id: string, ms: number): Note => ({ id, ms, kind: 'added', name: 'A01', quantity: 1 })

test('ROOM-214 A private answer stands where it came up, a waiting message stands last, own messages are marked', () => {
  const rows = chatRowsOf(
    [said(1, 10, '一'), said(2, 30, '二', user('me'))],
    [note('n', 20)],
    [{ id: 'p', text: '三' }],
    'me',
  )
  expect(rows.map((row) => [row.kind, row.key, row.kind === 'message' && row.mine])).toEqual([
    ['message', 'r1', false],
    ['note', 'n', false],
    ['message', 'r2', true],
    ['waiting', 'p', false],
  ])
})

test('ROOM-215 No message and no answer is lost, whatever the times', () => {
  const times = fc.array(fc.nat({ max: 100 }), { maxLength: 20 })
  fc.assert(
    fc.property(times, times, (events, notes) => {
      const sorted = events.toSorted((a, b) => a - b).map((ms, at) => said(at + 1, ms, String(at)))
      const rows = chatRowsOf(
        sorted,
        notes.map((ms, at) => note(`n${at}`, ms)),
        [],
        undefined,
      )
      expect(rows).toHaveLength(events.length + notes.length)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
      expect(rows.flatMap((row) => (row.kind === 'message' ? [row.key] : []))).toEqual(
        sorted.map((_, at) => `r${at + 1}`),
      )
    }),
  )
})

test('ROOM-216 A line that stood before is the same line: only new ones are drawn', () => {
  const events = [said(1, 10, '一'), said(2, 20, '二', user('me'))]
  const notes = [note('n', 15)]
  const before = chatRowsOf(events, notes, [], 'me')
  const after = chatRowsOf([...events, said(3, 30, '三')], notes, [], 'me')
  expect(after.slice(0, 3).every((row, at) => row === before[at])).toBe(true)
  const asOther = chatRowsOf(events, notes, [], 'other')
  expect(asOther.map((row) => row.kind === 'message' && row.mine)).toEqual([false, false, false])
})

test('ROOM-217 The shop’s newest words and its announcement stand for themselves', () => {
  const events: RoomEvent[] = [
    said(1, 1, '大家好', user('阿月', 'host')),
    { seq: 2, ms: 2, kind: 'announced', user: user('小魚', 'staff'), text: '今晚免運', untilMs: null },
    said(3, 3, '好耶'),
    { sid: 's1', ms: 4, kind: 'calledToAction', text: '滿 1,500 免運' },
    { sid: 's2', ms: 5, kind: 'commented', user: user('Vivian', 'virtual'), text: '想要' },
  ]
  expect(lastWordsOf(events)).toEqual({ name: '小魚', text: '今晚免運' })
  expect(lastWordsOf([said(1, 1, '嗨')])).toBeUndefined()
})

test('ROOM-218 Purchases of the script differ from real ones; old ones and unknown products are no news', () => {
  const products = [{ productId: 'p1', productName: '碗' }]
  const events: RoomEvent[] = [
    { sid: 's0', ms: 100, kind: 'ticketShown', name: '林*蓉', productId: 'p1', quantity: 2 },
    { sid: 's1', ms: 900, kind: 'ticketShown', name: '陳*芬', productId: 'p1', quantity: 1 },
    { seq: 1, ms: 950, kind: 'sold', productId: 'p1', quantity: 3 },
    { seq: 2, ms: 960, kind: 'sold', productId: 'p9', quantity: 1 },
  ]
  expect(toastsOf(events, products, 500)).toEqual([
    { key: 'ss1', productName: '碗', quantity: 1, simulated: true },
    { key: 'r1', productName: '碗', quantity: 3, simulated: false },
  ])
})

test('ROOM-219 What is shared is never the viewer’s own link', () => {
  const room = { streamId: 'room01', anonymousAllowed: true, signupPath: '' }
  expect(sharedPath(room)).toBe('/stream/room01/anonymous')
  expect(sharedPath({ ...room, signupPath: '/f/autumn' })).toBe('/f/autumn')
  expect(sharedPath({ ...room, anonymousAllowed: false })).toBeUndefined()
})

const ordered = (seq: number, of: number, over: Partial<Ordered> = {}): Ordered => ({
  seq,
  ms: seq * 10,
  kind: 'ordered',
  of,
  user: user('me'),
  outcome: 'held',
  lines: [{ productId: 'p1', variantId: 'v1', asked: 2, holds: 2 }],
  heldUntilMs: 900_000,
  question: null,
  left: 0,
  said: '',
  ...over,
})

test('ROOM-220 Of an order by comment the newest answer stands, to its writer alone; no order is no row', () => {
  const asked = ordered(2, 1, { outcome: 'unclear', lines: [], heldUntilMs: null })
  const events: RoomEvent[] = [said(1, 10, '+1', user('me')), asked]
  const keys = (list: readonly RoomEvent[], me: string) =>
    chatRowsOf(list, [], [], me).map((row) => (row.kind === 'order' ? `${row.key} ${row.newest}` : row.key))
  expect(keys(events, 'me')).toEqual(['r1', 'r2 false'])
  expect(keys(events, 'other')).toEqual(['r1'])
  expect(keys([...events, ordered(3, 1)], 'me')).toEqual(['r1', 'r3 true'])
  expect(keys([...events, ordered(3, 1), ordered(5, 4)], 'me')).toEqual(['r1', 'r3 false', 'r5 true'])
  expect(keys([...events, ordered(3, 1, { outcome: 'dismissed' })], 'me')).toEqual(['r1'])
})

test('ROOM-221 An answer to this viewer differs from one to somebody else, and from the viewer’s own', () => {
  const reply = (to: string, by: string): RoomEvent => ({
    seq: 9,
    ms: 90,
    kind: 'commented',
    user: user(by, 'staff'),
    text: '可以',
    to: { seq: 1, userId: to, name: to },
  })
  const toMe = (event: RoomEvent) =>
    chatRowsOf([event], [], [], 'me').map((row) => row.kind === 'message' && [row.to?.name, row.toMe])
  expect(toMe(reply('me', '小魚'))).toEqual([['me', true]])
  expect(toMe(reply('Mei', '小魚'))).toEqual([['Mei', false]])
  expect(toMe(reply('me', 'me'))).toEqual([['me', false]])
})

test('ROOM-222 Slow mode counts from one’s own last message, and from nobody else’s', () => {
  const events = [said(1, 10_000, '一', user('me')), said(2, 12_000, '二', user('Mei'))]
  expect(mayWriteAt(events, 'me', 30)).toBe(40_000)
  expect(mayWriteAt(events, 'me', 0)).toBe(0)
  expect(mayWriteAt(events, 'other', 30)).toBe(0)
})

test('ROOM-95 A confirmation that is taken back says so where it stood, and another’s is none of this viewer', () => {
  const me = user('me')
  const lowered = (asked: number): Partial<Ordered> => ({
    outcome: 'lowered',
    lines: [{ productId: 'p1', variantId: 'v1', asked, holds: 0 }],
    heldUntilMs: null,
  })
  const events = [said(1, 10, '+2', me), ordered(2, 1), said(3, 30, '好看'), said(4, 40, '取消', me)]
  const rows = chatRowsOf([...events, ordered(5, 1, lowered(2)), ordered(6, 4, lowered(-2))], [], [], 'me')
  expect(rows.map((row) => (row.kind === 'order' ? `${row.order.of} ${row.order.outcome}` : row.key))).toEqual([
    'r1',
    '1 lowered',
    'r3',
    'r4',
    '4 lowered',
  ])
  // What was said first is no longer in the list.
  expect(chatRowsOf([ordered(5, 1, lowered(2))], [], [], 'me').map(({ key }) => key)).toEqual(['r5'])
  expect(chatRowsOf([ordered(5, 1, lowered(2))], [], [], 'Mei')).toEqual([])
})

test('ROOM-920 While a viewer reads back, a hundred lines below are drawn at most, and those stay the same however many are said', () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => said(at + 1, at * 20, '好'))
  const talk = (count: number) => chatRowsOf(lines.slice(0, count), [], [], 'me')
  const seenKey = talk(200).at(-1)?.key
  expect(rowsToDraw(talk(250), seenKey)).toHaveLength(250)
  const [before, after] = [rowsToDraw(talk(1_000), seenKey), rowsToDraw(talk(2_000), seenKey)]
  expect(before).toHaveLength(200 + maxBelowReader)
  expect(areSameRows(before, after)).toBe(true)
  // At the end again all are there; so they are where the line has been forgotten.
  expect(rowsToDraw(talk(2_000), undefined)).toHaveLength(2_000)
  expect(rowsToDraw(talk(2_000).slice(-200), seenKey)).toHaveLength(200)
})

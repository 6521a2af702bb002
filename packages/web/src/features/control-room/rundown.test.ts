import { buildScript } from '@kaimai/contract/live/build-script.rules.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { requestedCue } from '@kaimai/contract/live/cue-request.rules.ts'
import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { expect, test } from 'vitest'
import { playedShow, rundownAt } from './rundown.ts'

const comment = (id: string, atMs: number): ScriptItem => ({
  id,
  atMs,
  kind: 'comment',
  name: '',
  imgUrl: '',
  text: id,
})
const show = (id: string, atMs: number): ScriptItem => ({ id, atMs, kind: 'showProduct', productId: 'p' })
const hide = (id: string, atMs: number): ScriptItem => ({ id, atMs, kind: 'hideProduct', productId: 'p' })
const script: readonly ScriptItem[] = [
  show('a', 1_000),
  comment('b', 5_000),
  comment('c', 6_000),
  hide('h', 8_000),
  show('d', 10_000),
  comment('e', 11_000),
  comment('f', 60_000),
  hide('i', 90_000),
]
const at = (nowMs: number, cues: readonly Cue[] = [], of = script) => rundownAt(playedShow(of, cues), nowMs)
const cued = (
  itemIds: readonly string[],
  action: 'now' | 'delay' | 'skip',
  nowMs: number,
  cues: readonly Cue[] = [],
) => {
  const wanted = requestedCue(playedShow(script, cues), { itemIds, action, nowMs, leadMs: 1_000 })
  if (typeof wanted !== 'object') throw new Error(wanted)
  return [...cues, wanted.cue]
}

test('CONTROL-ROOM-61 Comments in a row are one line, and the next moment is one that can be called: never an end', () => {
  const { last, next, later, left } = at(2_000)
  expect(last?.id).toBe('a')
  expect(next?.key).toBe('d')
  expect(later.map(({ key, itemIds, may }) => [key, itemIds.length, may])).toEqual([
    ['b', 2, ['now', 'delay', 'skip']],
    // Its product is on the card: it may stay longer.
    ['h', 1, ['delay', 'skip']],
    ['e', 1, ['now', 'delay', 'skip']],
    ['f', 1, ['now', 'delay', 'skip']],
    // Goes with its begin.
    ['i', 1, []],
  ])
  expect(left).toBe(6)
})

test('CONTROL-ROOM-62 What was put off or left out says where it was planned, and goes back there with one press while it can', () => {
  const delayed = cued(['d'], 'delay', 2_000)
  expect(at(2_000, delayed).next).toMatchObject({
    key: 'd',
    atMs: 40_000,
    plannedMs: 10_000,
    may: ['now', 'delay', 'skip', 'plan'],
  })
  // Its planned time is over: back there it would never play.
  expect(at(20_000, delayed).next).toMatchObject({ key: 'd', plannedMs: undefined, may: ['now', 'delay', 'skip'] })
  const skipped = cued(['d'], 'skip', 2_000)
  const { next, later } = at(2_000, skipped)
  expect(next).toBeUndefined()
  expect(later.find(({ key }) => key === 'd')).toMatchObject({ isOut: true, atMs: 10_000, may: ['now', 'plan'] })
  expect(later.some(({ key }) => key === 'i')).toBe(false)
  expect(at(12_000, skipped).later.some(({ key }) => key === 'd')).toBe(false)
})

test('CONTROL-ROOM-63 A script that stands still is shown as it would go on', () => {
  expect(playedShow(script, [{ kind: 'off', fromMs: 0, toMs: null }]).played).toHaveLength(script.length)
  expect(playedShow(script, [{ kind: 'off', fromMs: 0, toMs: 7_000 }]).played.map(({ id }) => id)).toEqual([
    'd',
    'e',
    'f',
    'i',
  ])
})

test('CONTROL-ROOM-97 The audience curve is one line that says where it goes, however many steps a room counts it in', () => {
  const curve = buildScript(
    {
      productList: [],
      fakeTicket: [],
      callToAction: [],
      audienceCurve: [
        { at: 0, count: 10 },
        { at: 306, count: 316 },
        { at: 600, count: 20 },
      ],
    },
    [60, 62, 64].map((second) => ({ name: '阿美', imgUrl: '', text: '', second })),
  )
  expect(curve.length).toBeGreaterThan(600)
  const { later, left } = at(10_000, [], curve)
  expect(later.map(({ first, toCount, itemIds }) => [first.kind, toCount, itemIds.length])).toEqual([
    ['audience', 316, 0],
    ['comment', undefined, 3],
  ])
  expect(left).toBe(2)
  expect(at(400_000, [], curve).later.map(({ toCount }) => toCount)).toEqual([20])
})

test('CONTROL-ROOM-98 A long talk without a pause is several lines, each short enough to be moved as one', () => {
  const talk = Array.from({ length: 900 }, (_, nth) => comment(`c${String(nth).padStart(4, '0')}`, 1_000 + nth * 100))
  const { later } = at(0, [], talk)
  expect(later.reduce((sum, { itemIds }) => sum + itemIds.length, 0)).toBe(900)
  for (const { itemIds } of later) expect(itemIds.length).toBeLessThanOrEqual(200)
})

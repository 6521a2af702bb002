import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { expect, test } from 'vitest'
import { cueOf, playedScript, rundownAt } from './rundown.ts'

const comment = (id: string, atMs: number): ScriptItem => ({
  id,
  atMs,
  kind: 'comment',
  name: '',
  imgUrl: '',
  text: id,
})
const show = (id: string, atMs: number): ScriptItem => ({ id, atMs, kind: 'showProduct', productId: 'p' })
const script: readonly ScriptItem[] = [
  show('a', 1_000),
  comment('b', 5_000),
  comment('c', 6_000),
  show('d', 10_000),
  comment('e', 11_000),
  comment('f', 60_000),
]

test('CONTROL-ROOM-61 Comments in a row are one line, and the next moment is one that can be called', () => {
  const { last, next, later, left } = rundownAt(script, 2_000)
  expect(last?.id).toBe('a')
  expect(next?.id).toBe('d')
  expect(later.map(({ key, count }) => [key, count])).toEqual([
    ['b', 3],
    ['f', 1],
  ])
  expect(left).toBe(3)
})

test('CONTROL-ROOM-62 A cue shown ahead of the server’s answer is what the server makes of it', () => {
  const [, , , item] = script
  if (item === undefined) throw new Error('no item')
  const now = cueOf(script, item, 'now', 2_000, 1_000)
  expect(now).toEqual({ kind: 'moved', itemId: 'd', fromMs: 10_000, toMs: 3_000 })
  expect(rundownAt(playedScript(script, [now]), 3_000).last?.id).toBe('d')
  const later = cueOf(script, item, 'delay', 2_000, 1_000)
  expect(rundownAt(playedScript(script, [later]), 2_000).next?.atMs).toBe(40_000)
  // Put off twice: from where it stands now, by the script's own place.
  const [moved] = playedScript(script, [later]).filter(({ id }) => id === 'd')
  expect(moved && cueOf(script, moved, 'delay', 2_000, 1_000)).toMatchObject({ fromMs: 10_000, toMs: 70_000 })
  expect(rundownAt(playedScript(script, [cueOf(script, item, 'skip', 0, 0)]), 2_000).next).toBeUndefined()
})

test('CONTROL-ROOM-63 A script that stands still is shown as it would go on', () => {
  expect(playedScript(script, [{ kind: 'off', fromMs: 0, toMs: null }])).toHaveLength(script.length)
  expect(playedScript(script, [{ kind: 'off', fromMs: 0, toMs: 7_000 }]).map(({ id }) => id)).toEqual(['d', 'e', 'f'])
})

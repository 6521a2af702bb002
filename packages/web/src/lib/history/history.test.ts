import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, type History, historyOf, mergeWithinMs, redone, undone } from './history.ts'

test('HISTORY-1 Undoing steps and redoing them leads back to the same values in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 15 }), fc.nat(15), (changes, back) => {
      const trail: History<{ readonly n: number }>[] = [historyOf({ n: 0 })]
      for (const n of changes) trail.push(changed(trail.at(-1) ?? historyOf({ n }), { n }, 'move'))
      const end = trail.length - 1
      let now = trail[end] ?? historyOf({ n: 0 })
      const steps = Math.min(back, end)
      for (let step = 1; step <= steps; step += 1) {
        now = undone(now)
        expect(now.value).toBe(trail[end - step]?.value)
      }
      for (let step = steps - 1; step >= 0; step -= 1) {
        now = redone(now)
        expect(now.value).toBe(trail[end - step]?.value)
      }
      expect(redone(now)).toBe(now)
    }),
  )
})

test('HISTORY-2 A drag is one step, however long it takes', () => {
  let now = changed(historyOf('a'), 'b', 'move', { name: 'drag 1' })
  now = changed(now, 'c', 'move', { name: 'drag 1' })
  expect(undone(now).value).toBe('a')
  now = changed(now, 'd', 'move', { name: 'drag 2' })
  expect(undone(now).value).toBe('c')
})

test('HISTORY-3 Text typed into one field without a pause is one step', () => {
  const first = changed(historyOf(''), '春', 'text', { name: 'a.text', nowMs: 0 })
  const typed = changed(first, '春天', 'text', { name: 'a.text', nowMs: 900 })
  expect(undone(typed).value).toBe('')
  const paused = changed(typed, '春天到', 'text', { name: 'a.text', nowMs: 900 + mergeWithinMs + 1 })
  expect(undone(paused).value).toBe('春天')
  const elsewhere = changed(typed, '春天。', 'text', { name: 'b.text', nowMs: 901 })
  expect(undone(elsewhere).value).toBe('春天')
})

test('HISTORY-4 A new change forgets what was undone, a change to the same value is none', () => {
  const back = undone(changed(historyOf('a'), 'b'))
  expect(changed(back, 'c').future).toEqual([])
  expect(changed(back, 'a')).toBe(back)
})

test('HISTORY-5 A history remembers the newest 100 steps', () => {
  let now = historyOf(0)
  for (let n = 1; n <= 150; n += 1) now = changed(now, n)
  expect(now.past).toHaveLength(100)
  expect(now.past[0]?.value).toBe(50)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFollowEnd } from './follow-end.ts'

/** A list 200 high whose lines take so much, and what the browser reports of it. */
const aList = (lines = 500) => {
  const announced: boolean[] = []
  let nowMs = 10_000
  const follow = createFollowEnd(
    (follows) => announced.push(follows),
    () => nowMs,
  )
  const box = { scrollTop: 0, scrollHeight: lines, clientHeight: 200 }
  const set = (top: number) => {
    box.scrollTop = Math.max(0, Math.min(top, box.scrollHeight - box.clientHeight))
  }
  const list = {
    get scrollTop() {
      return box.scrollTop
    },
    set scrollTop(top: number) {
      set(top)
    },
    get scrollHeight() {
      return box.scrollHeight
    },
    get clientHeight() {
      return box.clientHeight
    },
  }
  return {
    announced,
    follow,
    gap: () => box.scrollHeight - box.clientHeight - box.scrollTop,
    /** Lines come in, and the browser reports the new size only afterwards. */
    grow: (by: number) => {
      box.scrollHeight += by
    },
    resized: () => follow.grew(list),
    /** Somebody or something scrolls. */
    scroll: (by: number) => {
      set(box.scrollTop + by)
      follow.scrolled(list)
    },
    wait: (ms: number) => {
      nowMs += ms
    },
    goToEnd: () => follow.goToEnd(list),
  }
}

test('ROOM-865 The chat goes on following when a scroll of its own is reported after more lines have come', () => {
  const list = aList()
  list.resized()
  expect(list.gap()).toBe(0)
  list.grow(99)
  // The browser reports the scrolling before that, 99 px from the end by now.
  list.scroll(0)
  expect([list.follow.follows(), list.gap()]).toEqual([true, 0])
  list.grow(400)
  list.resized()
  expect([list.gap(), list.announced]).toEqual([0, []])
})

test.each([
  ['wheel', (list: ReturnType<typeof aList>) => list.follow.moved()],
  ['key', (list: ReturnType<typeof aList>) => list.follow.pressed('PageUp')],
  ['finger or scrollbar', (list: ReturnType<typeof aList>) => list.follow.held()],
])('ROOM-866 A %s that scrolls up ends the following, and reaching the end begins it again', (_name, byHand) => {
  const list = aList()
  list.resized()
  byHand(list)
  list.scroll(-150)
  list.follow.released()
  list.grow(60)
  list.resized()
  expect([list.follow.follows(), list.gap(), list.announced]).toEqual([false, 210, [false]])
  byHand(list)
  list.scroll(200)
  list.follow.released()
  list.resized()
  expect([list.follow.follows(), list.gap(), list.announced]).toEqual([true, 0, [false, true]])
})

test('ROOM-867 Nothing moves under a finger that rests on the chat, and the chat follows again once it is lifted', () => {
  const list = aList()
  list.resized()
  list.follow.held()
  list.grow(80)
  list.resized()
  expect(list.gap()).toBe(80)
  list.follow.released()
  list.grow(20)
  list.resized()
  expect([list.follow.follows(), list.gap()]).toEqual([true, 0])
})

test('ROOM-872 A hand that scrolls down to the end is not taken for one that leaves it while lines come in', () => {
  const list = aList()
  list.resized()
  list.follow.moved()
  list.scroll(-150)
  list.follow.moved()
  list.scroll(150)
  list.grow(99)
  list.scroll(0)
  list.wait(500)
  list.resized()
  expect([list.follow.follows(), list.gap()]).toEqual([true, 0])
})

test('ROOM-1276 What a key of before still scrolls once the chat was brought to its end leaves no gap, however small', () => {
  const list = aList()
  list.resized()
  list.follow.pressed('Home')
  list.scroll(-200)
  list.goToEnd()
  list.scroll(-8)
  expect([list.follow.follows(), list.gap(), list.announced]).toEqual([true, 0, [false, true]])
})

test('ROOM-868 A key that scrolls nothing doesn’t end the following', () => {
  const list = aList()
  list.resized()
  list.follow.pressed('Tab')
  list.grow(99)
  list.scroll(0)
  expect([list.follow.follows(), list.gap()]).toEqual([true, 0])
})

test('ROOM-869 What a viewer says itself is brought into view wherever it reads', () => {
  const list = aList()
  list.resized()
  list.follow.moved()
  list.scroll(-250)
  list.grow(30)
  list.goToEnd()
  expect([list.follow.follows(), list.gap(), list.announced]).toEqual([true, 0, [false, true]])
})

/** What happens between two lines: the browser reports sizes and scrolling when it likes, a hand takes the wheel. */
const betweenLines = fc.array(fc.record({ reports: fc.constantFrom('size', 'scroll', 'both', 'nothing') }), {
  minLength: 300,
  maxLength: 300,
})

test('ROOM-945 A key that still scrolls up after the answer to a viewer has come does not lead away from it', () => {
  const list = aList()
  list.resized()
  list.follow.pressed('Home')
  list.scroll(-100)
  expect(list.follow.follows()).toBe(false)
  list.goToEnd()
  // The rest of the key's scrolling arrives on a busy phone.
  list.scroll(-200)
  expect(list.gap()).toBe(0)
  expect(list.follow.follows()).toBe(true)
  // Another hand leads away.
  list.follow.pressed('Home')
  list.scroll(-200)
  expect(list.follow.follows()).toBe(false)
})

test('ROOM-904 Over 300 lines in two minutes the chat stays at its end, whatever is reported when, until a hand scrolls up', () => {
  fc.assert(
    fc.property(betweenLines, fc.integer({ min: 0, max: 299 }), (lines, handAt) => {
      const list = aList()
      list.resized()
      let isAway = false
      for (const [at, { reports }] of lines.entries()) {
        list.grow(33)
        list.wait(400)
        if (reports === 'size' || reports === 'both') list.resized()
        if (reports === 'scroll' || reports === 'both') list.scroll(0)
        if (at === handAt) {
          // The wheel turns once: from then on nothing moves under the reader.
          list.follow.moved()
          list.scroll(-300)
          isAway = list.gap() >= 48
        }
        expect(list.follow.follows()).toBe(!isAway)
      }
      list.resized()
      if (isAway) expect(list.gap()).toBeGreaterThanOrEqual(48 + (299 - handAt) * 33)
      else expect(list.gap()).toBe(0)
      list.goToEnd()
      expect([list.follow.follows(), list.gap()]).toEqual([true, 0])
    }),
    { numRuns: 30 },
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { heartsToDraw, noHearts } from './flying-hearts.ts'

const at = (all: number, taps: number, simulated = 0) => ({ all, simulated, taps })

test('ROOM-938 One’s own hearts are drawn at once and not again when the room says them; those of others are', () => {
  const tapped = heartsToDraw(noHearts, at(0, 3), 1_000)
  expect(tapped.draw).toEqual({ own: 3, others: 0, simulated: 0 })
  const back = heartsToDraw(tapped.seen, at(5, 3), 1_200)
  expect(back.draw).toEqual({ own: 0, others: 2, simulated: 0 })
  const marked = heartsToDraw(back.seen, at(9, 3, 3), 1_300)
  expect(marked.draw).toEqual({ own: 0, others: 1, simulated: 3 })
})

test('ROOM-939 What the room never says of one’s own hides nobody else’s for long, and a count that falls draws nothing', () => {
  const tapped = heartsToDraw(noHearts, at(0, 5), 1_000)
  expect(heartsToDraw(tapped.seen, at(5, 5), 9_000).draw.others).toBe(5)
  expect(heartsToDraw(tapped.seen, at(0, 5), 2_000).draw).toEqual({ own: 0, others: 0, simulated: 0 })
  expect(heartsToDraw({ ...noHearts, all: 50 }, at(3, 0), 0).draw.others).toBe(0)
})

test('ROOM-124 Whatever comes when, no more is drawn than was tapped and said, and what the room says of others is drawn', () => {
  const step = fc.record({ others: fc.nat(5), own: fc.nat(5), passedMs: fc.nat(500) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let [nowMs, all, taps, drawnOthers, drawnOwn, given] = [0, 0, 0, 0, 0, 0]
      let seen = noHearts
      const look = () => {
        const { draw, seen: next } = heartsToDraw(seen, at(all, taps), nowMs)
        seen = next
        drawnOthers += draw.others
        drawnOwn += draw.own
      }
      for (const { others, own, passedMs } of steps) {
        nowMs += passedMs
        taps += own
        look()
        // The room says one's own, and those of others, in its next frame.
        all += own + others
        given += others
        look()
      }
      expect([drawnOwn, drawnOthers]).toEqual([taps, given])
    }),
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { callNow, callsAfter, newestCall, noCalls } from './call.rules.ts'
import { comparePlace } from './event-order.rules.ts'
import type { CallEvent } from './room-event.schema.ts'

/** Calls of a script, most with an end of their own; between them what the staff calls and takes down. */
const calls = fc
  .array(fc.record({ ms: fc.nat(60), after: fc.option(fc.integer({ min: 1, max: 30 })), what: fc.nat(3) }), {
    maxLength: 12,
  })
  .map((drafts) =>
    drafts.flatMap(({ ms, after, what }, at): CallEvent[] => {
      if (what === 0) return [{ seq: at + 1, ms, kind: 'calledToAction', text: `${at}` }]
      if (what === 1) return [{ seq: at + 1, ms, kind: 'callEnded' }]
      const begin = { sid: `a${at}`, ms, kind: 'calledToAction', text: `${at}` } as const
      return after === null ? [begin] : [begin, { sid: `e${at}`, ms: ms + after, kind: 'callEnded', of: begin.sid }]
    }),
  )

const textAfter = (events: readonly CallEvent[]): string | undefined => {
  let stands: { text: string; sid: string | undefined } | undefined
  for (const event of events.toSorted(comparePlace)) {
    if (event.kind === 'calledToAction') stands = { text: event.text, sid: 'sid' in event ? event.sid : undefined }
    else if (!('of' in event) || event.of === stands?.sid) stands = undefined
  }
  return stands?.text
}

test('ROOM-100 Of calls to action the newest stands until its own end or until it is taken down, in whatever order they come', () => {
  const received = calls.chain((events) =>
    fc.record({
      events: fc.constant(events),
      shuffled: fc.shuffledSubarray(events, { minLength: events.length }),
      again: fc.subarray(events),
    }),
  )
  fc.assert(
    fc.property(received, ({ events, shuffled, again }) => {
      const after = callsAfter(callsAfter(noCalls, shuffled), again)
      expect(callNow(after)?.text).toBe(textAfter(events))
      // A newcomer gets it, and goes on from there.
      const newest = newestCall(after)
      expect(newest?.kind === 'calledToAction' ? newest.text : undefined).toBe(textAfter(events))
    }),
    { numRuns: 500 },
  )
})

test('ROOM-101 The script’s end of its own call takes down no call that was made on the spot meanwhile', () => {
  const events: CallEvent[] = [
    { sid: 'a', ms: 10, kind: 'calledToAction', text: '滿千免運' },
    { seq: 1, ms: 20, kind: 'calledToAction', text: '最後五組' },
    { sid: 'e', ms: 30, kind: 'callEnded', of: 'a' },
  ]
  expect(callNow(callsAfter(noCalls, events))?.text).toBe('最後五組')
  expect(callNow(callsAfter(callsAfter(noCalls, events), [{ seq: 2, ms: 40, kind: 'callEnded' }]))).toBeUndefined()
})

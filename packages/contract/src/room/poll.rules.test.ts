import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyFact, emptyRoom } from './room.reducer.ts'
import { newestPoll, pollAt, pollPairs, pollPercents, pollResultMs, replayedPollAt } from './poll.rules.ts'
import { noPolls, pollsAfter } from './poll-state.rules.ts'
import type { PollClosed, PollOpened } from './poll.schema.ts'

const idOf = (at: number): string => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`

/** A log of polls, each opened in the place of the one before, which is closed first. */
const logs = fc
  .array(fc.record({ gapMs: fc.nat(60_000), lengthMs: fc.nat(90_000), counts: fc.tuple(fc.nat(500), fc.nat(500)) }), {
    maxLength: 8,
  })
  .map((drafts) => {
    const log: (PollOpened | PollClosed)[] = []
    let ms = 0
    for (const [at, { gapMs, lengthMs, counts }] of drafts.entries()) {
      const poll = idOf(at)
      ms += gapMs
      const [question, options] = ['哪一件？', ['碗', '壺']]
      log.push({ seq: log.length + 1, ms, kind: 'pollOpened', poll, question, options, untilMs: ms + lengthMs })
      ms += lengthMs
      log.push({ seq: log.length + 1, ms, kind: 'pollClosed', poll, counts })
    }
    return log
  })

test('ROOM-108 A poll stands the same for who was there, who comes in at any second, and in whatever order events come', () => {
  fc.assert(
    fc.property(logs, fc.nat(20), fc.nat(1_000_000), fc.infiniteStream(fc.nat()), (log, count, ms, dice) => {
      const sent = log.slice(0, count)
      const there = sent.reduce((polls, event) => pollsAfter(polls, [event]), noPolls)
      const shuffled = sent.map((event) => ({ event, die: dice.next().value ?? 0 })).toSorted((a, b) => a.die - b.die)
      const mixed = pollsAfter(
        noPolls,
        [...shuffled, ...shuffled].map(({ event }) => event),
      )
      const frame = { t: 'frame', now: 1, seq: sent.length, events: sent } as const
      const inRoom = applyFact(emptyRoom, frame)
      const late = applyFact(emptyRoom, {
        t: 'joined',
        now: 1,
        you: { userId: 'me', name: '我', imgUrl: '', as: 'viewer' },
        resume: '',
        seq: sent.length,
        events: [],
        reset: true,
        shown: [],
        poll: newestPoll(there),
        stock: {},
        online: 1,
      })
      const expected = pollAt(newestPoll(there), undefined, ms)
      for (const polls of [mixed, inRoom.polls, late.polls])
        expect(pollAt(newestPoll(polls), undefined, ms)).toEqual(expected)
      // Nobody who looks again at what is over sees another result.
      expect(newestPoll(applyFact(late, frame).polls)).toEqual(newestPoll(there))
    }),
    { numRuns: 300 },
  )
})

test('ROOM-109 A replay shows at every second the poll that was seen then, with what it came to, and its result for 15 seconds', () => {
  fc.assert(
    fc.property(logs, fc.nat(1_000_000), (log, ms) => {
      const heard = log.filter((event) => event.ms <= ms)
      const live = pollAt(newestPoll(pollsAfter(noPolls, heard)), undefined, ms)
      const replayed = replayedPollAt(pollPairs(log), ms)
      expect(replayed?.poll).toBe(live?.poll)
      const end = log.find((event): event is PollClosed => event.kind === 'pollClosed' && event.poll === replayed?.poll)
      if (replayed === undefined) return
      expect(replayed.isOpen).toBe(false)
      expect(replayed.counts).toEqual(end?.counts)
      expect(ms).toBeLessThan((end?.ms ?? 0) + pollResultMs)
    }),
    { numRuns: 500 },
  )
})

test('ROOM-110 The percents of a poll are whole and add up to 100, and more votes are never fewer percents', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 2, maxLength: 4 }), (counts) => {
      const percents = pollPercents(counts)
      const total = counts.reduce((sum, count) => sum + count, 0)
      expect(percents.reduce((sum, each) => sum + each, 0)).toBe(total === 0 ? 0 : 100)
      for (const [a, one] of counts.entries())
        for (const [b, other] of counts.entries())
          if (one > other) expect(percents[a]).toBeGreaterThanOrEqual(percents[b] ?? 0)
    }),
  )
  expect(pollPercents([1, 1, 1])).toEqual([34, 33, 33])
  expect(pollPercents([0, 0])).toEqual([0, 0])
})

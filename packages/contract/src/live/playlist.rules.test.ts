import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dueAtMs,
  dueSegments,
  isDue,
  livePlaylist,
  PRELOAD_MS,
  PUBLISH_SLACK_MS,
  positionAt,
  replayPlaylist,
  timelineOf,
  WINDOW_SEGMENTS,
} from './playlist.rules.ts'
import type { LivePlaylist, Showing } from './playlist.rules.ts'

const beginAtMs = Date.parse('2026-11-20T12:00:00.000Z')
const uris = { initUri: 'init.mp4', segmentUri: (n: number) => `${n}.m4s` }
const equal = (count: number, durationMs = 4000) => Array.from({ length: count }, () => ({ durationMs }))

type Listed = { n: number; startMs: number; durationMs: number }
type Read = { sequence: number; targetSeconds: number; ended: boolean; segments: Listed[] }

/** Reads a playlist as a player does: from its text alone. */
const read = (text: string): Read => {
  const answer: Read = { sequence: NaN, targetSeconds: NaN, ended: false, segments: [] }
  let startMs = NaN
  let durationMs = NaN
  for (const line of text.split('\n')) {
    const [tag = '', value = ''] = line.startsWith('#') ? [line.split(':')[0], line.slice(line.indexOf(':') + 1)] : []
    if (tag === '#EXT-X-MEDIA-SEQUENCE') answer.sequence = Number(value)
    if (tag === '#EXT-X-TARGETDURATION') answer.targetSeconds = Number(value)
    if (tag === '#EXT-X-PROGRAM-DATE-TIME') startMs = Date.parse(value)
    if (tag === '#EXTINF') durationMs = Math.round(Number.parseFloat(value) * 1000)
    if (tag === '#EXT-X-ENDLIST') answer.ended = true
    if (line !== '' && !line.startsWith('#'))
      answer.segments.push({ n: Number.parseInt(line, 10), startMs, durationMs })
  }
  return answer
}

const playlistAt = (showing: Showing, nowMs: number): LivePlaylist | undefined =>
  livePlaylist({ ...showing, ...uris, nowMs })

const durations = fc.array(
  fc.integer({ min: 40, max: 10_000 }).map((durationMs) => ({ durationMs })),
  {
    minLength: 1,
    maxLength: 60,
  },
)

const showings = fc
  .record({ segments: durations, endsAfterMs: fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: undefined }) })
  .map(
    ({ segments, endsAfterMs }): Showing => ({
      segments,
      beginAtMs,
      endAtMs: endsAfterMs === undefined ? undefined : beginAtMs + endsAfterMs,
    }),
  )

/** A moment from half a minute before the begin to a while after the end. */
const moments = fc.integer({ min: -30_000, max: 700_000 }).map((offset) => beginAtMs + offset)

describe('a live playlist', () => {
  test('LIVE-28 Starts as the clock says, with every tag a player needs', () => {
    const list = playlistAt({ segments: equal(30), beginAtMs }, beginAtMs + 41_000)
    expect(list?.text).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-TARGETDURATION:4',
        '#EXT-X-MEDIA-SEQUENCE:6',
        '#EXT-X-INDEPENDENT-SEGMENTS',
        '#EXT-X-MAP:URI="init.mp4"',
        ...[6, 7, 8, 9, 10, 11].flatMap((n) => [
          `#EXT-X-PROGRAM-DATE-TIME:${new Date(beginAtMs + n * 4000).toISOString()}`,
          '#EXTINF:4.000,',
          `${n}.m4s`,
        ]),
        '',
      ].join('\n'),
    )
  })

  test('LIVE-29 Media sequence and the newest segment never go back, and nothing is left out between two answers', () => {
    fc.assert(
      fc.property(showings, moments, fc.integer({ min: 0, max: 60_000 }), (showing, nowMs, laterMs) => {
        const one = playlistAt(showing, nowMs)
        const two = playlistAt(showing, nowMs + laterMs)
        if (!one) return
        if (!two) throw new Error('a playlist went away')
        expect(two.first).toBeGreaterThanOrEqual(one.first)
        expect(two.last).toBeGreaterThanOrEqual(one.last)
        if (one.complete) expect(two.text).toBe(one.text)
        const read2 = read(two.text)
        expect(read2.segments.map((each) => each.n)).toEqual(read2.segments.map((_, i) => read2.sequence + i))
      }),
    )
  })

  test('LIVE-30 A segment has the same date, duration and name in every playlist that lists it', () => {
    fc.assert(
      fc.property(showings, moments, moments, (showing, nowMs, otherMs) => {
        const one = playlistAt(showing, nowMs)
        const two = playlistAt(showing, otherMs)
        if (!one || !two) return
        const others = new Map(read(two.text).segments.map((each) => [each.n, each]))
        for (const each of read(one.text).segments) expect(others.get(each.n) ?? each).toEqual(each)
      }),
    )
  })

  test('LIVE-31 A player that asks once a target duration sees consecutive answers overlap', () => {
    fc.assert(
      fc.property(showings, moments, (showing, nowMs) => {
        const one = playlistAt(showing, nowMs)
        if (!one) return
        const two = playlistAt(showing, nowMs + timelineOf(showing.segments).targetSeconds * 1000)
        if (!two) throw new Error('a playlist went away')
        // From the start of the live all is listed; later the window holds at least three target durations.
        expect(two.first).toBeLessThanOrEqual(one.last)
      }),
    )
  })

  test('LIVE-32 The present moment of a running live is always listed, by number and by date', () => {
    fc.assert(
      fc.property(showings, moments, (showing, nowMs) => {
        const position = positionAt(showing, nowMs)
        if (position.phase !== 'on') return
        const list = playlistAt(showing, nowMs)
        if (!list) throw new Error('no playlist while the live is on')
        const held = read(list.text).segments.find((each) => each.n === position.segment)
        if (!held) throw new Error('the present moment is not listed')
        expect(held.startMs).toBeLessThanOrEqual(nowMs)
        expect(held.startMs + held.durationMs).toBeGreaterThan(nowMs)
        expect(nowMs - beginAtMs).toBe(position.positionMs)
      }),
    )
  })

  test('LIVE-33 Nothing is listed or due that begins later than one longest segment and the slack from now', () => {
    fc.assert(
      fc.property(showings, moments, fc.nat(60), (showing, nowMs, n) => {
        const { publishAheadMs, boundaries } = timelineOf(showing.segments)
        const limit = nowMs + publishAheadMs
        const list = playlistAt(showing, nowMs)
        for (const each of list ? read(list.text).segments : [])
          if (each.n > 0) expect(each.startMs).toBeLessThanOrEqual(limit)
        if (n > 0 && n < showing.segments.length && beginAtMs + (boundaries[n] ?? 0) > limit)
          expect(isDue(n, showing, nowMs)).toBe(false)
      }),
    )
    // With equal segments: one ahead of the segment that plays at now + slack.
    const showing = { segments: equal(100), beginAtMs }
    for (let nowMs = beginAtMs; nowMs < beginAtMs + 300_000; nowMs += 137) {
      const playing = positionAt(showing, nowMs + PUBLISH_SLACK_MS).segment
      expect(dueSegments(showing, nowMs)?.last).toBe(playing + 1)
    }
  })

  test('LIVE-34 The first segment is due the preload time before the begin, and nothing is listed earlier', () => {
    const showing = { segments: equal(10), beginAtMs }
    expect(playlistAt(showing, beginAtMs - PRELOAD_MS - 1)).toBeUndefined()
    expect(isDue(0, showing, beginAtMs - PRELOAD_MS - 1)).toBe(false)
    expect(isDue(0, showing, beginAtMs - PRELOAD_MS - 1, 1)).toBe(true)
    const early = playlistAt(showing, beginAtMs - PRELOAD_MS)
    expect(early && read(early.text).segments.map((each) => each.n)).toEqual([0])
    // 4 s + 2 s ahead: the second one (which starts at 4 s) follows 2 s before the begin.
    expect(dueAtMs(1, showing)).toBe(beginAtMs - 2000)
  })

  test('LIVE-35 Dates are the begin plus all durations before, also when durations are not whole milliseconds', () => {
    const segments = Array.from({ length: 3000 }, (_, n) => ({ durationMs: n % 3 === 0 ? 4004.333_333 : 3970.666_667 }))
    let sum = 0
    const starts = segments.map(({ durationMs }) => {
      sum += durationMs
      return sum - durationMs
    })
    for (const n of [0, 1, 2, 999, 2997]) {
      const list = playlistAt({ segments, beginAtMs }, beginAtMs + (starts[n] ?? 0) + 1)
      const listed = list && read(list.text).segments.find((each) => each.n === n)
      expect(Math.abs((listed?.startMs ?? NaN) - beginAtMs - (starts[n] ?? NaN))).toBeLessThanOrEqual(0.5)
    }
    fc.assert(
      fc.property(showings, moments, (showing, nowMs) => {
        const list = playlistAt(showing, nowMs)
        if (!list) return
        let at = beginAtMs + showing.segments.slice(0, list.first).reduce((all, each) => all + each.durationMs, 0)
        for (const each of read(list.text).segments) {
          expect(each.startMs).toBe(at)
          expect(each.durationMs).toBe(showing.segments[each.n]?.durationMs)
          at += each.durationMs
        }
      }),
    )
  })

  test('LIVE-36 A restart changes nothing: the bytes follow from the due segments alone', () => {
    fc.assert(
      fc.property(showings, moments, fc.double({ min: 0, max: 1, noNaN: true }), (showing, nowMs, share) => {
        const one = playlistAt(showing, nowMs)
        if (!one) return
        // Another process: equal data, other objects, nothing remembered.
        const elsewhere: Showing = { ...showing, segments: showing.segments.map((each) => ({ ...each })) }
        const until = Number.isFinite(one.sameUntilMs) ? one.sameUntilMs : nowMs + 3_600_000
        const later = Math.min(until - 1, nowMs + Math.floor(share * (until - nowMs)))
        expect(playlistAt(elsewhere, later)?.text).toBe(one.text)
        if (Number.isFinite(one.sameUntilMs)) {
          expect(one.sameUntilMs).toBeGreaterThan(nowMs)
          expect(playlistAt(elsewhere, one.sameUntilMs)?.text).not.toBe(one.text)
        }
      }),
    )
  })

  test('LIVE-37 Ends with the last segment, or at the moment it was closed, and then adds nothing more', () => {
    fc.assert(
      fc.property(showings, moments, (showing, nowMs) => {
        const list = playlistAt(showing, nowMs)
        if (!list) return
        const ended = read(list.text).ended
        const all = list.last === showing.segments.length - 1
        expect(ended).toBe(all || (showing.endAtMs !== undefined && nowMs >= showing.endAtMs))
      }),
    )
    const open = { segments: equal(50), beginAtMs }
    const closedAtMs = beginAtMs + 61_000
    const before = dueSegments(open, closedAtMs)
    const closed = { ...open, endAtMs: closedAtMs }
    // What was listed when it closed stays listed, as a playlist may only grow at its end.
    expect(dueSegments(closed, closedAtMs)).toMatchObject({ last: before?.last, complete: true })
    expect(dueSegments(closed, closedAtMs + 3_600_000)).toMatchObject({ last: before?.last, complete: true })
    expect(isDue((before?.last ?? 0) + 1, closed, closedAtMs + 3_600_000)).toBe(false)
  })

  test('LIVE-38 A player that asks once a target duration, a second late, never runs dry', () => {
    fc.assert(
      fc.property(durations, fc.integer({ min: 0, max: 10_000 }), (segments, phaseMs) => {
        const showing = { segments, beginAtMs }
        const { boundaries, totalMs, targetSeconds } = timelineOf(segments)
        for (let askMs = beginAtMs + phaseMs; askMs < beginAtMs + totalMs; askMs += targetSeconds * 1000) {
          const due = dueSegments(showing, askMs)
          if (!due) throw new Error('nothing due while the live is on')
          const heldMs = (boundaries[due.last + 1] ?? 0) - (askMs - beginAtMs)
          if (!due.complete) expect(heldMs).toBeGreaterThanOrEqual(targetSeconds * 1000 + PUBLISH_SLACK_MS)
        }
      }),
    )
  })

  test('LIVE-39 A window holds at least six segments and three target durations once there are that many', () => {
    fc.assert(
      fc.property(showings, moments, (showing, nowMs) => {
        const list = playlistAt(showing, nowMs)
        if (!list || list.first === 0) return
        const { segments, targetSeconds } = read(list.text)
        expect(segments.length).toBeGreaterThanOrEqual(WINDOW_SEGMENTS)
        const heldMs = segments.reduce((all, each) => all + each.durationMs, 0)
        expect(heldMs).toBeGreaterThanOrEqual(3000 * targetSeconds)
        for (const each of segments) expect(Math.round(each.durationMs / 1000)).toBeLessThanOrEqual(targetSeconds)
      }),
    )
  })

  test('LIVE-44 The position runs from nought to the end and stops where the live was closed', () => {
    const showing = { segments: equal(3), beginAtMs }
    expect(positionAt(showing, beginAtMs - 1)).toEqual({ phase: 'before', positionMs: 0, segment: 0 })
    expect(positionAt(showing, beginAtMs)).toEqual({ phase: 'on', positionMs: 0, segment: 0 })
    expect(positionAt(showing, beginAtMs + 4000)).toEqual({ phase: 'on', positionMs: 4000, segment: 1 })
    expect(positionAt(showing, beginAtMs + 12_000)).toEqual({ phase: 'over', positionMs: 12_000, segment: 2 })
    const closed = { ...showing, endAtMs: beginAtMs + 5000 }
    expect(positionAt(closed, beginAtMs + 9000)).toEqual({ phase: 'over', positionMs: 5000, segment: 1 })
  })

  test('LIVE-45 No segments, no playlist; a duration of nought is refused', () => {
    expect(playlistAt({ segments: [], beginAtMs }, beginAtMs + 5000)).toBeUndefined()
    expect(() => timelineOf([{ durationMs: 0 }])).toThrow(RangeError)
  })
})

test('LIVE-46 A replay lists the whole recording once, without dates, and ends', () => {
  fc.assert(
    fc.property(durations, (segments) => {
      const text = replayPlaylist({ segments, ...uris }) ?? ''
      const list = read(text)
      expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
      expect(text).not.toContain('PROGRAM-DATE-TIME')
      expect(list.ended).toBe(true)
      expect(list.segments.map((each) => each.durationMs)).toEqual(segments.map((each) => each.durationMs))
    }),
  )
  expect(replayPlaylist({ segments: [], ...uris })).toBeUndefined()
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  againFrom,
  layOutRuns,
  type PastFilmChoice,
  type PastFilmPicture,
  pastFilmLeadMs,
  pictureAt,
  type Programme,
  runPlaylist,
} from './past-film.rules.ts'
import { livePlaylist, type SegmentDuration, timelineOf } from './playlist.rules.ts'

const beginAtMs = Date.parse('2026-11-20T12:00:00.000Z')
const equal = (count: number, durationMs = 4000) => Array.from({ length: count }, () => ({ durationMs }))
/** Of 80 s. */
const film = equal(20)
const uris = { initUri: 'init.mp4', segmentUri: (part: number) => `${part}.m4s` }
const at = (seconds: number) => beginAtMs + seconds * 1000
const choice = (second: number, picture: PastFilmPicture): PastFilmChoice => ({ fromMs: at(second), picture })
const evening = (...choices: PastFilmChoice[]): Programme => ({ film, beginAtMs, endAtMs: at(600), choices })
const listAt = (programme: Programme, nth: number, nowMs: number) => {
  const run = layOutRuns(programme)[nth]
  return run && runPlaylist(run, { endAtMs: programme.endAtMs, nowMs, ...uris })
}

test('LIVE-760 A live whose end nobody chose lists its film as before, and a word stands past it', () => {
  const programme = evening()
  for (const second of [-5, 0, 41, 79, 85, 599])
    expect(listAt(programme, 0, at(second))?.text).toBe(
      livePlaylist({ segments: film, beginAtMs, endAtMs: at(600), nowMs: at(second), ...uris })?.text,
    )
  expect(pictureAt(programme, at(79))).toEqual({ kind: 'playing', choice: -1, positionMs: 79_000 })
  expect(pictureAt(programme, at(80))).toEqual({ kind: 'word' })
  expect(pictureAt(programme, at(600))).toEqual({ kind: 'over' })
})

test('LIVE-761 The last minute again goes on in the list of the film, round after round, to the end of the live', () => {
  const programme = evening(choice(20, 'again'))
  expect(againFrom(film)).toBe(5)
  expect(layOutRuns(programme)).toHaveLength(1)
  expect(pictureAt(programme, at(80))).toEqual({ kind: 'playing', choice: -1, positionMs: 20_000 })
  expect(pictureAt(programme, at(139))).toEqual({ kind: 'playing', choice: -1, positionMs: 79_000 })
  expect(pictureAt(programme, at(141.5))).toEqual({ kind: 'playing', choice: -1, positionMs: 21_500 })
  const lines = listAt(programme, 0, at(82))?.text.split('\n') ?? []
  const cut = lines.indexOf('#EXT-X-DISCONTINUITY')
  expect(lines.slice(cut - 1, cut + 4)).toEqual([
    '19.m4s',
    '#EXT-X-DISCONTINUITY',
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(at(80)).toISOString()}`,
    '#EXTINF:4.000,',
    '5.m4s',
  ])
  expect(listAt(programme, 0, at(599))?.complete).toBe(false)
  expect(listAt(programme, 0, at(600))?.complete).toBe(true)
})

test('LIVE-762 Of a film shorter than a minute all of it is played again', () => {
  expect(againFrom(equal(3))).toBe(0)
  expect(againFrom(equal(1, 90_000))).toBe(0)
  // At least a minute: the segment that holds its begin is played whole.
  expect(againFrom(equal(10, 7000))).toBe(1)
})

test('LIVE-763 Another recording plays from its beginning in a list of its own, once; then a word stands', () => {
  const programme = evening(choice(0, { segments: equal(10, 3000) }))
  expect(pictureAt(programme, at(80))).toEqual({ kind: 'playing', choice: 0, positionMs: 0 })
  expect(pictureAt(programme, at(109.5))).toEqual({ kind: 'playing', choice: 0, positionMs: 29_500 })
  expect(pictureAt(programme, at(110))).toEqual({ kind: 'word' })
  expect(listAt(programme, 0, at(80))?.complete).toBe(true)
  expect(listAt(programme, 1, at(74))).toBeUndefined()
  expect(listAt(programme, 1, at(76))?.text).toContain('0.m4s')
})

test('LIVE-764 A choice takes the place of the one before at the end of the segment that plays, never within the film', () => {
  const other = equal(10, 3000)
  const programme = evening(choice(0, { segments: other }), choice(90.5, 'again'), choice(121, 'word'))
  expect(pictureAt(programme, at(92.9))).toMatchObject({ choice: 0, positionMs: 12_900 })
  // 90.5 lies within the segment of 89 to 92: what follows one is decided at its start, so one more plays.
  expect(pictureAt(programme, at(95))).toMatchObject({ choice: -1, positionMs: 20_000 })
  expect(pictureAt(programme, at(126.9))).toMatchObject({ choice: -1, positionMs: 51_900 })
  expect(pictureAt(programme, at(127))).toEqual({ kind: 'word' })
  expect(pictureAt(evening(choice(10, 'again'), choice(30, 'word')), at(40))).toMatchObject({ positionMs: 40_000 })
})

test('LIVE-765 A choice that comes when the end of the film is listed already waits for its time under a word', () => {
  const programme = evening(choice(86, 'again'))
  expect(layOutRuns(programme).map(({ choice: of, startMs }) => [of, startMs])).toEqual([
    [-1, beginAtMs],
    [0, at(86)],
  ])
  expect(listAt(programme, 0, at(74))?.complete).toBe(true)
  expect(pictureAt(programme, at(85))).toEqual({ kind: 'word' })
  expect(pictureAt(programme, at(86))).toMatchObject({ positionMs: 20_000 })
})

const recordings = fc.array(
  fc.integer({ min: 900, max: 9000 }).map((durationMs) => ({ durationMs })),
  { minLength: 1, maxLength: 25 },
)
const evenings = fc.record({
  film: recordings,
  endsAfterMs: fc.integer({ min: 0, max: 400_000 }),
  made: fc.array(
    fc.record({
      atMs: fc.integer({ min: 0, max: 400_000 }),
      picture: fc.oneof(
        fc.constantFrom('word' as const, 'again' as const),
        recordings.map((segments) => ({ segments })),
      ),
    }),
    { maxLength: 6 },
  ),
})
/** How long a node, or a cache before it, may not have heard of a choice. */
const ignorance = fc.integer({ min: 0, max: 3000 })

/** The choices as they are stored, with when each was made. */
const stored = ({ film: own, made }: { film: readonly SegmentDuration[]; made: readonly Made[] }) => {
  const choices: (PastFilmChoice & { madeAtMs: number })[] = []
  const known = [own]
  for (const { atMs, picture } of made.toSorted((a, b) => a.atMs - b.atMs)) {
    if (typeof picture === 'object') known.push(picture.segments)
    const fromMs = Math.max(beginAtMs + atMs + pastFilmLeadMs(known), choices.at(-1)?.fromMs ?? 0)
    choices.push({ fromMs, picture, madeAtMs: beginAtMs + atMs })
  }
  return choices
}
type Made = { readonly atMs: number; readonly picture: PastFilmPicture }

/** What a playlist's text lists, by media sequence. */
const listed = (text: string): Map<number, string> => {
  const entries = new Map<number, string>()
  let sequence = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  let jumps = Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0)
  let entry = ''
  for (const line of text.split('\n').slice(4)) {
    if (line === '#EXT-X-DISCONTINUITY') jumps += 1
    else if (line.startsWith('#EXT-X-PROGRAM') || line.startsWith('#EXTINF')) entry += line
    else if (line.endsWith('.m4s')) {
      entries.set(sequence, `${jumps} ${entry} ${line}`)
      sequence += 1
      entry = ''
    }
  }
  return entries
}

test('LIVE-766 Joining at any second is having been there: whatever was listed once stays so, on nodes that have not heard of the newest choice too', () => {
  fc.assert(
    fc.property(
      evenings,
      fc.integer({ min: -10_000, max: 420_000 }),
      fc.integer({ min: 0, max: 60_000 }),
      ignorance,
      ignorance,
      (ask, oneMs, laterMs, oneIgnores, twoIgnores) => {
        const choices = stored(ask)
        const endAtMs = beginAtMs + timelineOf(ask.film).totalMs + ask.endsAfterMs
        const asSeen = (nowMs: number, ignoredMs: number) =>
          layOutRuns({
            film: ask.film,
            beginAtMs,
            endAtMs,
            choices: choices.filter(({ madeAtMs }) => madeAtMs <= nowMs - ignoredMs),
          }).flatMap((run) => {
            const list = runPlaylist(run, { endAtMs, nowMs, ...uris })
            return list ? [{ of: run.choice, ...list, entries: listed(list.text) }] : []
          })
        const nowMs = beginAtMs + oneMs
        const before = asSeen(nowMs, oneIgnores)
        const after = asSeen(nowMs + laterMs, twoIgnores)
        for (const one of before) {
          const two = after.find(({ of }) => of === one.of)
          if (!two) throw new Error('a list went away')
          expect(two.last).toBeGreaterThanOrEqual(one.last)
          expect(two.first).toBeGreaterThanOrEqual(one.first)
          if (one.complete) expect(two.last).toBe(one.last)
          for (const [sequence, entry] of one.entries) expect(two.entries.get(sequence) ?? entry).toBe(entry)
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('LIVE-767 At any second of the evening the present moment is listed, and where the picture stands follows from the clock alone', () => {
  fc.assert(
    fc.property(evenings, fc.integer({ min: 0, max: 620_000 }), (ask, offsetMs) => {
      const endAtMs = beginAtMs + timelineOf(ask.film).totalMs + ask.endsAfterMs
      const programme = { film: ask.film, beginAtMs, endAtMs, choices: stored(ask) }
      const nowMs = beginAtMs + offsetMs
      const now = pictureAt(programme, nowMs)
      if (now.kind !== 'playing') return
      const run = layOutRuns(programme).findLast(({ startMs }) => startMs <= nowMs)
      const list = run && runPlaylist(run, { endAtMs, nowMs, ...uris })
      if (!run || !list) throw new Error('nothing is listed while something plays')
      const { boundaries } = timelineOf(run.segments)
      expect(run.startMs + (boundaries[list.first] ?? Infinity)).toBeLessThanOrEqual(nowMs)
      expect(run.startMs + (boundaries[list.last + 1] ?? -Infinity)).toBeGreaterThan(nowMs)
      // A moment later it stands a moment further, unless it jumped or another picture came.
      const soon = pictureAt(programme, nowMs + 40)
      if (soon.kind === 'playing' && soon.choice === now.choice && soon.positionMs > now.positionMs)
        expect(soon.positionMs - now.positionMs).toBe(40)
    }),
    { numRuns: 400 },
  )
})

test('LIVE-768 Runs never overlap, and each choice has one run at the most', () => {
  fc.assert(
    fc.property(evenings, (ask) => {
      const endAtMs = beginAtMs + timelineOf(ask.film).totalMs + ask.endsAfterMs
      const runs = layOutRuns({ film: ask.film, beginAtMs, endAtMs, choices: stored(ask) })
      for (const [n, run] of runs.entries())
        expect(run.startMs).toBeGreaterThanOrEqual(n === 0 ? beginAtMs : (runs[n - 1]?.untilMs ?? Infinity))
      expect(new Set(runs.map(({ choice: of }) => of)).size).toBe(runs.length)
    }),
  )
})

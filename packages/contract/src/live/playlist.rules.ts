/**
 * The HLS playlists of a live as pure functions of (segment durations, begin, end, now), and where its viewers stand.
 * All instants are epoch milliseconds, all durations milliseconds. Runs on the server and in the browser.
 *
 * When a segment becomes due. A player that follows RFC 8216 asks for the playlist again one target duration after it
 * last saw a change, so what it holds must last longer than that, or it runs dry before it hears of the next segment.
 * Hence segment n is due `publishAhead` = (longest segment, at least the target duration) + PUBLISH_SLACK_MS before its
 * first frame: with equal segments the list ends one segment ahead of where the live will be 2 s from now. The first
 * segment is due PRELOAD_MS before the begin (earlier only where publishAhead is longer), so that a waiting room can
 * load it and start on time.
 */

/** Duration of one segment in milliseconds: a whole number, or boundaries are rounded to one. */
export type SegmentDuration = { readonly durationMs: number }

/** A segment of a list that jumps (past-film.rules.ts): `part` of its recording, after a `cut`. */
type ListedSegment = SegmentDuration & { readonly part?: number; readonly cut?: boolean }

/** A showing of a recording: what decides which segments are due. */
export type Showing = {
  readonly segments: readonly ListedSegment[]
  readonly beginAtMs: number
  /** When it is over, if not after the last segment: planned, or the moment it was closed early. */
  readonly endAtMs?: number | undefined
}

/** A waiting viewer may load the first segment (and the init segment) this long before the begin. */
export const PRELOAD_MS = 10_000
/** A second of age in caches and a second to load a segment. */
export const PUBLISH_SLACK_MS = 2_000
/** Segments a playlist holds, more where these are shorter than three target durations (RFC 8216, 6.2.2). */
export const WINDOW_SEGMENTS = 6

export type Timeline = {
  /** boundaries[n] is where segment n starts, boundaries[length of segments] where the recording ends. */
  readonly boundaries: readonly number[]
  readonly totalMs: number
  /** EXT-X-TARGETDURATION: the longest segment rounded to seconds, at least 1. */
  readonly targetSeconds: number
  /** How long before its first frame a segment becomes due. */
  readonly publishAheadMs: number
}

const layOut = (segments: readonly SegmentDuration[]): Timeline => {
  const boundaries = [0]
  let end = 0
  let longestMs = 0
  for (const { durationMs } of segments) {
    if (!(durationMs > 0)) throw new RangeError(`a segment of ${durationMs} ms`)
    end += durationMs
    const start = boundaries.at(-1) ?? 0
    const boundary = Math.round(end)
    longestMs = Math.max(longestMs, boundary - start)
    boundaries.push(boundary)
  }
  const targetSeconds = Math.max(1, Math.round(longestMs / 1000))
  return {
    boundaries,
    totalMs: boundaries.at(-1) ?? 0,
    targetSeconds,
    publishAheadMs: Math.max(longestMs, targetSeconds * 1000) + PUBLISH_SLACK_MS,
  }
}

// A room asks with the same array thousands of times a second.
const known = new WeakMap<readonly SegmentDuration[], Timeline>()

/** Where segments start and end. Throws RangeError on a duration that isn't above zero. */
export const timelineOf = (segments: readonly SegmentDuration[]): Timeline => {
  let timeline = known.get(segments)
  if (!timeline) {
    timeline = layOut(segments)
    known.set(segments, timeline)
  }
  return timeline
}

/** The last index with boundaries[index] ≤ value, -1 if there is none. */
const lastAtOrBefore = (boundaries: readonly number[], value: number): number => {
  let low = 0
  let high = boundaries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((boundaries[middle] ?? Infinity) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** When segment n may be listed and served; Infinity when there is no such segment or the live ends before that. */
export const dueAtMs = (n: number, showing: Showing): number => {
  const { boundaries, publishAheadMs } = timelineOf(showing.segments)
  const start = n < showing.segments.length ? boundaries[n] : undefined
  if (start === undefined) return Infinity
  const ahead = n === 0 ? Math.max(PRELOAD_MS, publishAheadMs) : publishAheadMs
  const at = showing.beginAtMs + start - ahead
  return showing.endAtMs !== undefined && at > showing.endAtMs ? Infinity : at
}

/**
 * Whether segment n may be served now. `earlyMs` forgives clocks that differ: the node that is asked for a segment may
 * be behind the one that listed it.
 */
export const isDue = (n: number, showing: Showing, nowMs: number, earlyMs = 0): boolean =>
  nowMs + earlyMs >= dueAtMs(n, showing)

/** The segments a playlist lists: all from `first` to `last`, both included. */
export type DueSegments = {
  readonly first: number
  readonly last: number
  /** No more will come: EXT-X-ENDLIST. */
  readonly complete: boolean
  /** Until this instant the answer stays the same; Infinity when complete. */
  readonly sameUntilMs: number
}

/** What is listed now, or undefined while nothing is due yet (or there are no segments). */
export const dueSegments = (
  showing: Showing,
  nowMs: number,
  windowSegments = WINDOW_SEGMENTS,
): DueSegments | undefined => {
  const { segments, beginAtMs, endAtMs = Infinity } = showing
  const { boundaries, publishAheadMs, targetSeconds } = timelineOf(segments)
  const moment = Math.min(nowMs, endAtMs)
  if (!(moment >= dueAtMs(0, showing))) return undefined
  const last = Math.min(
    segments.length - 1,
    Math.max(0, lastAtOrBefore(boundaries, moment - beginAtMs + publishAheadMs)),
  )
  const windowMs = 3000 * targetSeconds
  const byDuration = lastAtOrBefore(boundaries, (boundaries[last + 1] ?? 0) - windowMs)
  const first = Math.max(0, Math.min(last + 1 - windowSegments, byDuration))
  const complete = last === segments.length - 1 || nowMs >= endAtMs
  return { first, last, complete, sameUntilMs: complete ? Infinity : Math.min(dueAtMs(last + 1, showing), endAtMs) }
}

export type Position = {
  readonly phase: 'before' | 'on' | 'over'
  /** Milliseconds into the recording, from 0 to its length; where it stopped when it was closed early. */
  readonly positionMs: number
  /** The segment that holds the position, -1 when there are none. */
  readonly segment: number
}

/** Where every viewer of the showing stands now. */
export const positionAt = (showing: Showing, nowMs: number): Position => {
  const { boundaries, totalMs } = timelineOf(showing.segments)
  const { beginAtMs, endAtMs = Infinity } = showing
  const endMs = Math.max(beginAtMs, Math.min(endAtMs, beginAtMs + totalMs))
  const positionMs = Math.max(0, Math.min(nowMs, endMs) - beginAtMs)
  const segment = Math.min(showing.segments.length - 1, lastAtOrBefore(boundaries, positionMs))
  return { phase: nowMs >= endMs ? 'over' : nowMs < beginAtMs ? 'before' : 'on', positionMs, segment }
}

type Uris = { readonly initUri: string; readonly segmentUri: (n: number) => string }

const head = (targetSeconds: number, initUri: string, ...tags: string[]): string[] => [
  '#EXTM3U',
  // 7 for EXT-X-MAP outside of I-frame playlists.
  '#EXT-X-VERSION:7',
  `#EXT-X-TARGETDURATION:${targetSeconds}`,
  ...tags,
  '#EXT-X-INDEPENDENT-SEGMENTS',
  `#EXT-X-MAP:URI="${initUri}"`,
]

const extinf = (boundaries: readonly number[], n: number): string => {
  const start = boundaries[n] ?? 0
  return `#EXTINF:${(((boundaries[n + 1] ?? start) - start) / 1000).toFixed(3)},`
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

export type LivePlaylist = DueSegments & { readonly text: string }

/**
 * The live playlist that all viewers get now, undefined while nothing is due. Its bytes depend on which segments are
 * due and on nothing else, so they are the same on every node and after a restart, and may be cached until
 * `sameUntilMs`. The date of each segment's first frame is the begin plus all that comes before it.
 */
export const livePlaylist = (
  ask: Showing & Uris & { readonly nowMs: number; readonly windowSegments?: number },
): LivePlaylist | undefined => {
  const due = dueSegments(ask, ask.nowMs, ask.windowSegments)
  if (!due) return undefined
  const { boundaries, targetSeconds } = timelineOf(ask.segments)
  const cutsBefore = ask.segments.reduce((sum, { cut }, n) => (cut === true && n < due.first ? sum + 1 : sum), 0)
  const jumped = cutsBefore === 0 ? [] : [`#EXT-X-DISCONTINUITY-SEQUENCE:${cutsBefore}`]
  const lines = head(targetSeconds, ask.initUri, `#EXT-X-MEDIA-SEQUENCE:${due.first}`, ...jumped)
  for (let n = due.first; n <= due.last; n += 1) {
    const segment = ask.segments[n]
    if (segment?.cut === true) lines.push('#EXT-X-DISCONTINUITY')
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${isoOf(ask.beginAtMs + (boundaries[n] ?? 0))}`)
    lines.push(extinf(boundaries, n), ask.segmentUri(segment?.part ?? n))
  }
  if (due.complete) lines.push('#EXT-X-ENDLIST')
  return { ...due, text: `${lines.join('\n')}\n` }
}

/** The whole recording as a plain VOD playlist; undefined without segments. */
export const replayPlaylist = (ask: { readonly segments: readonly SegmentDuration[] } & Uris): string | undefined => {
  if (ask.segments.length === 0) return undefined
  const { boundaries, targetSeconds } = timelineOf(ask.segments)
  const lines = head(targetSeconds, ask.initUri, '#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-MEDIA-SEQUENCE:0')
  for (let n = 0; n < ask.segments.length; n += 1) lines.push(extinf(boundaries, n), ask.segmentUri(n))
  lines.push('#EXT-X-ENDLIST')
  return `${lines.join('\n')}\n`
}

/**
 * What viewers see while a live goes on past the end of its film, as a pure function of (film, choices, begin, end).
 *
 * A live plays in runs. The first run is the film; the film's last minute again, chosen in time, goes on in the same
 * list, so that nobody sees a seam. Every other picture is a run of its own: it begins at an instant that all know and
 * has a list of its own, so that a player never meets another film's sound or shape in the middle of a list. Where no
 * run is, a word stands in the picture's place.
 *
 * What follows a segment is decided at that segment's start by the choice in force then. A choice is in force only
 * `pastFilmLeadMs` after it was made: by then every node and every cache has heard of it, so what was listed once is
 * never taken back, and a list that was ended never goes on.
 */
import { isDue, livePlaylist, type LivePlaylist, type SegmentDuration, timelineOf } from './playlist.rules.ts'

export const pastFilmKinds = ['word', 'again', 'video'] as const
export type PastFilmKind = (typeof pastFilmKinds)[number]

/** `again`: the film's last minute, again and again; segments: of another recording, once. */
export type PastFilmPicture = 'word' | 'again' | { readonly segments: readonly SegmentDuration[] }
export type PastFilmChoice<Picture extends PastFilmPicture = PastFilmPicture> = {
  /** Epoch ms from which on it is in force. */
  readonly fromMs: number
  readonly picture: Picture
}

export type Programme = {
  readonly film: readonly SegmentDuration[]
  readonly beginAtMs: number
  /** When the live is over; undefined: with its film, and nothing comes after that. */
  readonly endAtMs: number | undefined
  /** Oldest first. */
  readonly choices: readonly PastFilmChoice[]
}

/** A segment of a run: which part of its recording it is, and whether the picture jumps before it. */
type RunSegment = SegmentDuration & { readonly part: number; readonly cut?: boolean }

export type Run = {
  /** The index of the choice that it plays; -1: the film. */
  readonly choice: number
  /** Epoch ms of its first frame. */
  readonly startMs: number
  /** Epoch ms of its end; undefined: it goes on until the live is over. */
  readonly untilMs: number | undefined
  readonly segments: readonly (SegmentDuration | RunSegment)[]
  /** The part of its recording that its first segment is. */
  readonly firstPart: number
}

/** So much of the film is played again. */
const AGAIN_MS = 60_000
/** A room holds the choices of an evening, no more. */
export const maxPastFilmChoices = 100
/** Caches of a node (two of a second each) and on the way (a second), and clocks that differ by a second. */
const heardOfMs = 4_000
/** Runs that go on are laid out so far beyond the end: a list never runs into its end before the live does. */
const horizonMs = 120_000

/** How long after it was made a choice is in force: what is listed by then stays as it is listed. */
export const pastFilmLeadMs = (recordings: readonly (readonly SegmentDuration[])[]): number =>
  Math.max(0, ...recordings.map((segments) => timelineOf(segments).publishAheadMs)) + heardOfMs

/** The first segment of the film's last minute: at least a minute, the whole film when it is shorter. */
export const againFrom = (film: readonly SegmentDuration[]): number => {
  const { boundaries, totalMs } = timelineOf(film)
  return Math.max(
    0,
    boundaries.findLastIndex((startMs, part) => part < film.length && startMs <= totalMs - AGAIN_MS),
  )
}

const partsFrom = (segments: readonly SegmentDuration[], first: number): RunSegment[] => {
  const { boundaries } = timelineOf(segments)
  return segments.flatMap((_, part) => {
    const durationMs = (boundaries[part + 1] ?? 0) - (boundaries[part] ?? 0)
    return part < first || durationMs <= 0 ? [] : [{ durationMs, part, ...(part === first && { cut: true }) }]
  })
}

/** The runs of a live, in the order they play. They never overlap. */
export const layOutRuns = ({ film, beginAtMs, endAtMs, choices }: Programme): readonly Run[] => {
  const { boundaries, totalMs } = timelineOf(film)
  const filmEndMs = beginAtMs + totalMs
  const only: Run = { choice: -1, startMs: beginAtMs, untilMs: filmEndMs, segments: film, firstPart: 0 }
  if (choices.length === 0 || film.length === 0 || endAtMs === undefined) return [only]
  const beyondMs = endAtMs + horizonMs
  const inForceAt = (ms: number): number => choices.findLastIndex(({ fromMs }) => fromMs <= ms)
  const again = partsFrom(film, againFrom(film))

  /** Plays parts from `startMs` until another choice is in force, they are over, or far enough. */
  const play = (choice: number, startMs: number, parts: readonly RunSegment[], isEndless: boolean) => {
    const played: RunSegment[] = []
    let atMs = startMs
    do {
      for (const part of parts) {
        if (atMs >= beyondMs) return { played, untilMs: undefined }
        played.push(part)
        const fromMs = atMs
        atMs += part.durationMs
        if (inForceAt(fromMs) !== choice) return { played, untilMs: atMs }
      }
    } while (isEndless && parts.length > 0)
    return { played, untilMs: atMs }
  }

  const runs: Run[] = []
  const follows = inForceAt(beginAtMs + (boundaries.at(-2) ?? 0))
  /** The newest choice that has had its turn. */
  let done = -1
  let atMs: number | undefined = filmEndMs
  if (choices[follows]?.picture === 'again') {
    const { played, untilMs } = play(follows, filmEndMs, again, true)
    runs.push({ ...only, untilMs, segments: [...partsFrom(film, 0).map(uncut), ...played] })
    done = follows
    atMs = untilMs
  } else runs.push(only)
  while (atMs !== undefined) {
    // The newest that is in force by now, or else a word until the next one is.
    let next = inForceAt(atMs)
    if (next <= done) {
      atMs = Math.max(atMs, choices[done + 1]?.fromMs ?? Infinity)
      next = inForceAt(atMs)
    }
    const choice = choices[next]
    if (!choice || atMs >= beyondMs) break
    done = next
    const { picture } = choice
    if (picture === 'word') continue
    const parts = picture === 'again' ? again : partsFrom(picture.segments, 0)
    const { played, untilMs } = play(next, atMs, parts, picture === 'again')
    const segments = played.map((segment, n) => (n === 0 ? uncut(segment) : segment))
    if (segments.length > 0)
      runs.push({ choice: next, startMs: atMs, untilMs, segments, firstPart: parts[0]?.part ?? 0 })
    atMs = untilMs
  }
  return runs
}

/** The first of a list jumps from nowhere. */
const uncut = ({ durationMs, part }: RunSegment): RunSegment => ({ durationMs, part })

type PictureNow =
  | { readonly kind: 'before' | 'word' | 'over' }
  | {
      readonly kind: 'playing'
      /** Whose recording it is: -1 the film's, else that of the choice. */
      readonly choice: number
      /** Where that recording stands, in ms. */
      readonly positionMs: number
    }

/** Which recording stands where at an instant, for everybody. */
export const pictureAt = (programme: Programme, nowMs: number): PictureNow => {
  const { film, beginAtMs, endAtMs, choices } = programme
  if (nowMs < beginAtMs) return { kind: 'before' }
  const runs = layOutRuns(programme)
  if (nowMs >= (endAtMs ?? runs[0]?.untilMs ?? beginAtMs)) return { kind: 'over' }
  const run = runs.findLast(({ startMs }) => startMs <= nowMs)
  if (!run || nowMs >= (run.untilMs ?? Infinity)) return { kind: 'word' }
  const { boundaries } = timelineOf(run.segments)
  const sinceMs = nowMs - run.startMs
  const n = boundaries.findLastIndex((startMs, at) => at < run.segments.length && startMs <= sinceMs)
  const segment = run.segments[n]
  const part = segment !== undefined && 'part' in segment ? segment.part : n
  const picture = choices[run.choice]?.picture
  const isVideo = typeof picture === 'object'
  const { boundaries: ofRecording } = timelineOf(isVideo ? picture.segments : film)
  return {
    kind: 'playing',
    choice: isVideo ? run.choice : -1,
    positionMs: (ofRecording[part] ?? 0) + sinceMs - (boundaries[n] ?? 0),
  }
}

type RunAsk = {
  readonly endAtMs: number | undefined
  readonly nowMs: number
  readonly initUri: string
  readonly segmentUri: (part: number) => string
}

/** The first segment of a later run is due no earlier than any other: until then another choice may take its place. */
const isRunDue = (run: Run, nowMs: number): boolean =>
  run.choice < 0 || nowMs >= run.startMs - timelineOf(run.segments).publishAheadMs

/** The list of a run now; undefined while nothing of it is due. */
export const runPlaylist = (run: Run, { endAtMs, nowMs, initUri, segmentUri }: RunAsk): LivePlaylist | undefined => {
  if (!isRunDue(run, nowMs)) return undefined
  const { segments, startMs } = run
  return livePlaylist({ segments, beginAtMs: startMs, endAtMs, nowMs, initUri, segmentUri })
}

/** Whether a part of a run's recording may be had now: it is listed, or was. */
export const isPartDue = (run: Run, part: number, endAtMs: number | undefined, nowMs: number): boolean => {
  const n = part - run.firstPart
  const segment = run.segments[n]
  if (!segment || ('part' in segment && segment.part !== part) || !isRunDue(run, nowMs)) return false
  return isDue(n, { segments: run.segments, beginAtMs: run.startMs, endAtMs }, nowMs)
}

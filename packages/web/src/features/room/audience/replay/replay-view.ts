import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { heartsBetween } from '@kaimai/contract/room/hearts.rules.ts'
import { replayAt, type ReplayView, emptyReplay } from '@kaimai/contract/replay/replay.rules.ts'
import { type ReplayChunk, replayChunkMs } from '@kaimai/contract/replay/replay.routes.ts'
import { historyMax } from '../history/chat-history.ts'

/** By where they begin, in ms of room time. */
export type ReplayChunks = ReadonlyMap<number, ReplayChunk>

/** Where the piece begins that holds a playhead. */
export const chunkBegin = (ms: number): number => Math.floor(Math.max(0, ms) / replayChunkMs) * replayChunkMs

/** The piece that holds a playhead; the last one holds all that comes after it. */
export const chunkAt = (chunks: ReplayChunks, ms: number): ReplayChunk | undefined =>
  chunks.get(chunkBegin(ms)) ??
  [...chunks.values()].find(({ fromMs, untilMs }) => untilMs === null && fromMs <= Math.max(0, ms))

/** What a replay shows at a playhead. */
export interface ReplayNow extends ReplayView {
  /** By place: what was said and sold in the five minutes before, as far as a list keeps it. */
  readonly events: readonly RoomEvent[]
  /** Whether the pieces that this needs are there. */
  readonly isThere: boolean
}

/** Room times of the pieces that a playhead needs: the one that holds it, and for the talk the one before. */
export const neededFor = (ms: number): readonly number[] => {
  const begin = chunkBegin(ms)
  return begin === 0 ? [0] : [begin, begin - replayChunkMs]
}

/**
 * What stands at a playhead: it follows from the pieces and the playhead alone, so that jumping there equals playing up
 * to it.
 */
export const replayNow = (chunks: ReplayChunks, ms: number): ReplayNow => {
  const chunk = chunkAt(chunks, ms)
  if (!chunk) return { ...emptyReplay, events: [], isThere: false }
  const before = chunk.fromMs === 0 ? undefined : chunks.get(chunk.fromMs - replayChunkMs)
  const events = [...(before?.events ?? []), ...chunk.events].filter(
    (event) => event.ms <= ms && event.ms > ms - replayChunkMs,
  )
  return {
    ...replayAt(chunk, ms),
    events: events.slice(-roomLimits.chatRows),
    isThere: chunk.fromMs === 0 || before !== undefined,
  }
}

/**
 * Up to where a replay is heard: its playhead; once its film is over, to the end of its live, so that what was said while the
 * live went on past the film is there to read.
 */
export const heardUntilMs = (playheadMs: number, liveMs: number, isFilmOver: boolean): number =>
  isFilmOver ? Math.max(playheadMs, liveMs) : playheadMs

/**
 * What was said and sold from a room time on, up to a playhead, for who reads further back; undefined where a piece of it
 * is not there, or the playhead is before it.
 */
export const replayedSince = (chunks: ReplayChunks, sinceMs: number, ms: number): readonly RoomEvent[] | undefined => {
  if (ms < sinceMs) return undefined
  const events: RoomEvent[] = []
  for (let fromMs = chunkBegin(sinceMs); fromMs <= ms; fromMs += replayChunkMs) {
    const chunk = chunks.get(fromMs)
    if (!chunk) return undefined
    events.push(...chunk.events)
    if (chunk.untilMs === null) break
  }
  return events.filter((event) => event.ms <= ms && (event.ms >= sinceMs || sinceMs === 0)).slice(-historyMax)
}

/** Hearts that have flown since the page was opened, and how many of them are marked as simulated. */
export interface ReplayedHearts {
  /** The playhead that they are counted to. */
  readonly ms: number
  readonly all: number
  readonly simulated: number
}

/** A playhead that goes on goes on in steps shorter than this, ms; a longer one is a jump, which lets none fly. */
const longestStepMs = 2_000

/** The hearts at the next playhead. */
export const replayedHearts = (before: ReplayedHearts, chunks: ReplayChunks, ms: number): ReplayedHearts => {
  const passed = ms - before.ms
  if (passed <= 0 || passed > longestStepMs) return { ...before, ms }
  const spans = chunkAt(chunks, ms)?.hearts ?? []
  const marked = spans.filter(({ simulated }) => simulated)
  return {
    ms,
    all: before.all + heartsBetween(spans, before.ms, ms),
    simulated: before.simulated + heartsBetween(marked, before.ms, ms),
  }
}

/** The chapter that a playhead is in: its place in the list; -1 before the first. */
export const chapterAt = (chapters: readonly { readonly ms: number }[], ms: number): number =>
  chapters.findLastIndex((chapter) => chapter.ms <= ms)

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** What a key does to a replay; undefined: nothing. */
export const commandOfKey = (
  key: string,
): { readonly by: number } | { readonly tenth: number } | 'toggle' | undefined => {
  switch (key) {
    case ' ':
    case 'k':
    case 'K':
      return 'toggle'
    case 'j':
    case 'J':
      return { by: -10_000 }
    case 'l':
    case 'L':
      return { by: 10_000 }
    case 'ArrowLeft':
      return { by: -5_000 }
    case 'ArrowRight':
      return { by: 5_000 }
    default:
      return /^[0-9]$/.test(key) ? { tenth: Number(key) } : undefined
  }
}

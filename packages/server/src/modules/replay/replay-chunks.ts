import { itemsBetween, type Script, type ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { comparePlace } from '@kaimai/contract/room/event-order.rules.ts'
import { giveawayPairs } from '@kaimai/contract/room/giveaway.rules.ts'
import { pollPairs } from '@kaimai/contract/room/poll.rules.ts'
import { emptyReplay, endedAt, stepReplay } from '@kaimai/contract/replay/replay.rules.ts'
import { type ReplayChunk, replayChunkMs } from '@kaimai/contract/replay/replay.routes.ts'
import type { RealEvent, RoomEvent, ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'

/** Kinds of real events that a replay plays. */
export const replayedKinds = [
  'commented',
  'productShown',
  'productHidden',
  'productListed',
  'productUnlisted',
  'announced',
  'unannounced',
  'calledToAction',
  'callEnded',
  'sold',
] as const satisfies readonly RealEvent['kind'][]

/** Of those, the ones that set how things stand. */
export const replayedRoomState = [
  'productShown',
  'productHidden',
  'productListed',
  'productUnlisted',
  'announced',
  'unannounced',
  'calledToAction',
  'callEnded',
] as const satisfies readonly RealEvent['kind'][]

/** So many of one piece; of more than that every so manyth is played. */
export const chunkComments = 4_000
export const chunkSold = 1_000
/** A live has a few; of more only the last ones are played. */
const maxAsked = 100

/** What is known of an ended live. */
export interface Recorded {
  /** From begin to end, ms. */
  readonly lengthMs: number
  /** Of what plays, ms: a live may be extended beyond its video. Null: as long as the live. */
  readonly videoMs: number | null
  /** As it played, with the staff's cues. */
  readonly script: Script
  readonly eventOf: (item: ScriptItem) => ScriptedEvent | undefined
  readonly productIds: readonly string[]
  /** Openings and ends of polls and giveaways, of the whole live. */
  readonly asked?: readonly RealEvent[]
  /** Hearts of this piece by the second, and those of the script. */
  readonly hearts?: ReplayChunk['hearts']
  /** Events of the log that set how things stand, of the whole live. */
  readonly roomState: readonly RealEvent[]
}

/** Room time a piece begins at, of the one that holds `ms`. */
export const chunkBegin = (ms: number): number => Math.floor(ms / replayChunkMs) * replayChunkMs

/** Where the piece ends; undefined: it is the last one, and holds all that is left. */
export const chunkEnd = (fromMs: number, lengthMs: number): number | undefined =>
  fromMs + replayChunkMs >= lengthMs ? undefined : fromMs + replayChunkMs

const scripted = ({ script, eventOf, lengthMs }: Recorded, fromMs: number, untilMs: number): ScriptedEvent[] =>
  // What lies after the end was never played. Instants are whole milliseconds.
  itemsBetween(script, fromMs - 1, Math.min(untilMs - 1, lengthMs)).flatMap((item) => eventOf(item) ?? [])

const chaptersOf = (recorded: Recorded): ReplayChunk['chapters'] => {
  const { roomState, lengthMs, videoMs, productIds } = recorded
  const lastMs = Math.min(lengthMs, videoMs ?? lengthMs)
  const known = new Set(productIds)
  const all: RoomEvent[] = [...roomState, ...scripted(recorded, 0, Number.POSITIVE_INFINITY)]
  const chapters: { ms: number; productId: string }[] = []
  let view = emptyReplay
  for (const event of all.toSorted(comparePlace)) {
    const before = view.shown.at(-1)
    view = stepReplay(view, event)
    const now = event.kind === 'productShown' ? event.productId : undefined
    if (now === undefined || now === before || event.ms > lastMs || !known.has(now)) continue
    chapters.push({ ms: Math.max(0, event.ms), productId: now })
  }
  // Of several at one instant (before the begin, above all) the last one stands.
  return chapters.filter(({ ms }, at) => chapters[at + 1]?.ms !== ms)
}

const thinned = (events: readonly RoomEvent[], kind: RoomEvent['kind'], max: number): readonly RoomEvent[] => {
  const count = events.reduce((sum, event) => sum + (event.kind === kind ? 1 : 0), 0)
  if (count <= max) return events
  const every = Math.ceil(count / max)
  let nth = -1
  return events.filter((event) => {
    if (event.kind !== kind) return true
    nth += 1
    return nth % every === 0
  })
}

/**
 * A piece of a replay from `fromMs`, with `log`: the log's events of its time that everybody may see. What it starts
 * with is what all events before it made, so that jumping into it equals playing up to it.
 */
export const replayChunk = (recorded: Recorded, fromMs: number, log: readonly RealEvent[]): ReplayChunk => {
  const untilMs = chunkEnd(fromMs, recorded.lengthMs)
  const before: RoomEvent[] = [
    ...recorded.roomState.filter(({ ms }) => ms < fromMs),
    ...scripted(recorded, 0, fromMs),
  ].sort(comparePlace)
  const { shown, unlisted, callToAction, announcement, pinned } = endedAt(
    before.reduce(stepReplay, emptyReplay),
    fromMs,
  )
  const events = [...log, ...scripted(recorded, fromMs, untilMs ?? Number.POSITIVE_INFINITY)].sort(comparePlace)
  return {
    fromMs,
    untilMs: untilMs ?? null,
    start: {
      shown: [...shown],
      unlisted: [...unlisted],
      callToAction: callToAction && { ...callToAction },
      announcement,
      pinned,
    },
    events: [...thinned(thinned(events, 'commented', chunkComments), 'sold', chunkSold)],
    polls: pollPairs(recorded.asked ?? []).slice(-maxAsked),
    giveaways: giveawayPairs(recorded.asked ?? []).slice(-maxAsked),
    hearts: [...(recorded.hearts ?? [])],
    chapters: chaptersOf(recorded),
  }
}

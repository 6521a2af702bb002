import { setTimeout as sleep } from 'node:timers/promises'
import { itemsBetween, type Script, type ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import {
  comparePlace,
  type MuteMark,
  mutedAfter,
  type Placed,
  type ShownMark,
  shownAfter,
} from '@kaimai/contract/room/place.rules.ts'
import { type RealEvent, roomLimits, type ScriptedEvent } from '@kaimai/contract/room/room.protocol.ts'
import type { Log } from '../../platform/log/log.ts'
import { shownMarks } from './scripted.ts'
import type { LoggedEvent } from './room.store.ts'

/** An event as it goes out: encoded once, whoever gets it. */
type Told = Placed & {
  readonly json: string
  /** Of a held one, the only viewer who sees it. */
  readonly only?: string | undefined
  /** publicId of who said it, of what a viewer said. */
  readonly by?: string | undefined
}

/** A viewer at the door. */
export interface Listener {
  readonly liveUserId: string
  readonly publicId: string
}

/** What a viewer is told at the door: the JSON of the events and what stands shown. */
export interface Doorway {
  readonly eventsJson: string
  readonly shown: readonly string[]
  /** publicIds of who is muted. */
  readonly muted: readonly string[]
}

export interface Position {
  /** The newest real event that went out. */
  readonly seq: number
  /** Up to when the script went out, epoch ms. */
  readonly nowMs: number
}

export interface TimelineNeeds {
  /** Events after a seq from the log, oldest first. */
  readonly read: (afterSeq: number) => Promise<readonly LoggedEvent[]>
  readonly log: Pick<Log, 'warn'>
  readonly nowMs: number
}

export interface PlayedScript {
  readonly script: Script
  readonly beginAtMs: number
  readonly eventOf: (item: ScriptItem) => ScriptedEvent | undefined
}

/** Between two reads of the log, so that a stream of hints from another node makes one read a tick, not one a message. */
const readPauseMs = 40

const listJson = (events: readonly Told[]): string => `[${events.map(({ json }) => json).join(',')}]`

/**
 * What happened in a room, on one node: the newest real events in the order of the log, and the script up to now. It
 * tells them in steps (`advance`), and what was told so far to who comes in between two steps.
 */
export const createTimeline = ({ read, log, nowMs: startMs }: TimelineNeeds, first: PlayedScript) => {
  /** Contiguous up to `known`; shortened only once told. */
  let ring: (Told & { readonly seq: number })[] = []
  let known = 0
  let told: Position = { seq: 0, nowMs: startMs }
  let played = first
  let scriptMarks = shownMarks(first.script)
  const playedMs = () => told.nowMs - played.beginAtMs
  /** How many items of the script lie behind. */
  let itemsPlayed = itemsBetween(first.script, -1, playedMs()).length
  const marks = new Map<string, ShownMark>()
  const mutes = new Map<string, MuteMark>()
  let muted: ReadonlySet<string> = new Set()
  const heldFor = new Set<string>()
  let cached: Doorway | undefined

  let wanted = 0
  let reading: Promise<void> | undefined
  let readAtMs = 0

  const mark = (event: RealEvent): void => {
    if (event.kind === 'muted' || event.kind === 'unmuted') {
      const { seq, ms, userId } = event
      mutes.set(userId, { seq, ms, userId, muted: event.kind === 'muted' })
      muted = new Set(mutedAfter([...mutes.values()]))
      return
    }
    if (event.kind !== 'productShown' && event.kind !== 'productHidden') return
    const { seq, ms, productId } = event
    marks.set(productId, { seq, ms, productId, shown: event.kind === 'productShown' })
  }

  const push = ({ event, held, liveUserId }: LoggedEvent): void => {
    known = event.seq
    mark(event)
    const { seq, ms } = event
    const only = held ? (liveUserId ?? '') : undefined
    if (only !== undefined) heldFor.add(only)
    const by = event.kind === 'commented' ? event.user.userId : undefined
    ring.push({ seq, ms, json: JSON.stringify(event), only, by })
  }

  const catchUp = async (): Promise<void> => {
    try {
      while (wanted > known) {
        await sleep(Math.max(0, readAtMs + readPauseMs - performance.now()))
        readAtMs = performance.now()
        const events = await read(known)
        if (events.length === 0) break
        accept(events)
      }
    } catch (error) {
      log.warn({ err: error }, 'a room could not read its log')
    } finally {
      reading = undefined
      // A later hint tries again.
      wanted = Math.min(wanted, known)
    }
  }

  /** The log has grown up to `seq`: what is missing is read. */
  const hint = (seq: number): void => {
    wanted = Math.max(wanted, seq)
    if (wanted > known) reading ??= catchUp()
  }

  /** Events in the order of seq. What is known is left out; after a gap they wait for the log to be read. */
  const accept = (events: readonly LoggedEvent[]): void => {
    for (const one of events) {
      if (one.event.seq <= known) continue
      if (one.event.seq > known + 1) return hint(events.at(-1)?.event.seq ?? 0)
      push(one)
    }
  }

  const toldOf = (items: readonly ScriptItem[]): Told[] =>
    items.flatMap((item) => {
      const event = played.eventOf(item)
      return event === undefined ? [] : [{ ms: event.ms, sid: event.sid, json: JSON.stringify(event) }]
    })

  const shown = (): string[] => {
    const upTo = playedMs()
    return shownAfter([...marks.values(), ...scriptMarks.filter(({ ms }) => ms <= upTo)])
  }

  const toldReal = (afterSeq: number, listener: Listener | undefined): Told[] =>
    ring.filter(
      ({ seq, only, by }) =>
        seq > afterSeq &&
        seq <= told.seq &&
        (only === undefined || only === listener?.liveUserId) &&
        (by === undefined || by === listener?.publicId || !muted.has(by)),
    )

  const newest = (listener: Listener | undefined): Doorway => {
    const items = played.script.slice(Math.max(0, itemsPlayed - 4 * roomLimits.historyLength), itemsPlayed)
    const events = [...toldReal(0, listener), ...toldOf(items)].sort(comparePlace).slice(-roomLimits.historyLength)
    return { eventsJson: listJson(events), shown: shown(), muted: [...muted] }
  }

  return {
    accept,
    hint,
    known: (): number => known,
    told: (): Position => told,
    /** Resolves when nothing is being read. */
    settled: async (): Promise<void> => reading,

    /**
     * Fills an empty timeline; `newestEvents` end at `lastSeq`, `marked` are up to it all showings and hidings of
     * products and all mutings of viewers.
     */
    load: (lastSeq: number, newestEvents: readonly LoggedEvent[], marked: readonly LoggedEvent[]): void => {
      for (const { event } of marked) mark(event)
      known = lastSeq - newestEvents.length
      for (const one of newestEvents) push(one)
      told = { ...told, seq: known }
    },

    /** Another script or begin from now on; what has been told stays told. */
    play: (next: PlayedScript): void => {
      played = next
      scriptMarks = shownMarks(next.script)
      itemsPlayed = itemsBetween(next.script, -1, playedMs()).length
      cached = undefined
    },

    /** Goes on to `nowMs`. The JSON of the list of what everybody is told, or undefined when nothing happened. */
    advance: (nowMs: number): string | undefined => {
      const fromMs = playedMs()
      const after = told.seq
      // A clock that stepped back plays nothing twice.
      told = { seq: known, nowMs: Math.max(nowMs, told.nowMs) }
      const items = itemsBetween(played.script, fromMs, playedMs())
      itemsPlayed += items.length
      if (known === after && items.length === 0) return undefined
      cached = undefined
      const real = ring.slice(ring.length - (known - after)).filter(({ only }) => only === undefined)
      if (ring.length > 2 * roomLimits.resumeLength) ring = ring.slice(-roomLimits.resumeLength)
      const events: Told[] = items.length === 0 ? real : [...real, ...toldOf(items)]
      return events.length === 0 ? undefined : listJson(events)
    },

    /** The last 50 of what has been told. */
    newest: (listener: Listener): Doorway => {
      if (heldFor.has(listener.liveUserId) || muted.has(listener.publicId)) return newest(listener)
      cached ??= newest(undefined)
      return cached
    },

    /** All that was told after `seq` and, of the script, after `sinceMs`; undefined when that is too much to know. */
    missed: (seq: number, sinceMs: number, listener: Listener): Doorway | undefined => {
      const oldest = ring[0]?.seq ?? known + 1
      if (seq > told.seq || seq < oldest - 1) return undefined
      const items = itemsBetween(played.script, sinceMs - played.beginAtMs, playedMs())
      const real = toldReal(seq, listener)
      if (real.length > roomLimits.resumeLength || items.length > roomLimits.resumeLength) return undefined
      const events = [...real, ...toldOf(items)].sort(comparePlace)
      return { eventsJson: listJson(events), shown: shown(), muted: [...muted] }
    },
  }
}
export type Timeline = ReturnType<typeof createTimeline>

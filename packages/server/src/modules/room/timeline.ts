import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { comparePlace, shownAfter } from '@kaimai/contract/room/event-order.rules.ts'
import type { PinnedMessage } from '@kaimai/contract/room/pinned-message.schema.ts'
import { type Announcement, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { callsAfter, newestCall, noCalls } from '@kaimai/contract/room/call.rules.ts'
import type { GiveawayPair } from '@kaimai/contract/room/giveaway.schema.ts'
import type { PollPair } from '@kaimai/contract/room/poll.schema.ts'
import type { CallEvent, RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Log } from '../../platform/log/log.ts'
import { createLogFollower } from './log-follower.ts'
import { createPrivateEvents, type PrivateEvent } from './private-events.ts'
import type { LoggedEvent } from './room.store.ts'
import { type Logged, loggedItem, type SentItem } from './sent-item.ts'
import { createScriptPlay, type PlayedScript } from './script-play.ts'
import { createRoomState } from './room-state.ts'

export type { PlayedScript } from './script-play.ts'

/** A viewer at the door. */
export interface Listener {
  readonly liveUserId: string
  readonly publicId: string
}
/** The staff hears who is muted as well; what is held comes to it beside the room's events. */
type Audience = Listener | 'staff' | undefined

/** What a viewer is told at the door: the JSON of the events and what stands shown. */
export interface JoinSnapshot {
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

export interface TimelineDeps {
  /** Events after a seq from the log, oldest first. */
  readonly read: (afterSeq: number) => Promise<readonly LoggedEvent[]>
  readonly log: Pick<Log, 'warn'>
  readonly nowMs: number
  /** Told of what changes the rules of the room, as soon as it is known: slow mode, and the staff's acts. */
  readonly noticed?: (event: Extract<RealEvent, { kind: 'slowed' | 'acted' }>) => void
}

const listJson = (events: readonly SentItem[]): string => `[${events.map(({ json }) => json).join(',')}]`

/**
 * What happened in a room, on one node: the newest real events in the order of the log, and the script up to now. It
 * tells them in steps (`advance`), and what was told so far to who comes in between two steps.
 */
export const createTimeline = ({ read, log, nowMs: startMs, noticed }: TimelineDeps, first: PlayedScript) => {
  /** Contiguous up to `known`; shortened only once told. */
  let ring: Logged[] = []
  let sentSeq = 0
  const play = createScriptPlay(first, startMs)
  const roomState = createRoomState()
  const heldFor = new Set<string>()
  const privateEvents = createPrivateEvents()
  /** Seqs of comments that were given back since the last step, and publicIds of who is heard again. */
  let restored: number[] = []
  let unmuted: string[] = []
  /** Ids of lines of the script that were given back since then. */
  let restoredLines: string[] = []
  /** When each viewer's newest comment stood in the log, by publicId, epoch ms; the oldest first. */
  const saidMs = new Map<string, number>()
  let cached: JoinSnapshot | undefined
  let shownCached: readonly string[] | undefined

  const push = ({ event, held, liveUserId }: LoggedEvent): void => {
    roomState.note(event)
    if (event.kind === 'productShown' || event.kind === 'productHidden') shownCached = undefined
    const item = loggedItem({ event, held, liveUserId })
    const { only, json, by, writer } = item
    if (only !== undefined) {
      if (only !== '') heldFor.add(only)
      privateEvents.add({ only, json })
    }
    if (item.restores !== undefined) restored.push(item.restores)
    if (item.restoresLine !== undefined) restoredLines.push(item.restoresLine)
    if (item.unmutes !== undefined) unmuted.push(item.unmutes)
    if (by !== undefined && writer !== undefined) {
      saidMs.delete(by)
      saidMs.set(by, play.nowMs() + Math.min(0, event.ms - play.roomMs()))
    }
    ring.push(item)
  }

  const follower = createLogFollower({
    read,
    log,
    push,
    noticed: (event) => {
      if (event.kind === 'slowed' || event.kind === 'acted') noticed?.(event)
    },
  })

  const sentOf = (items: readonly ScriptItem[]): SentItem[] =>
    items.flatMap((item) => {
      const event = roomState.removedLines().has(item.id) ? undefined : play.eventOf(item)
      return event === undefined ? [] : [{ ms: event.ms, sid: event.sid, json: JSON.stringify(event) }]
    })

  const shown = (): readonly string[] => {
    shownCached ??= shownAfter([...roomState.marks(), ...play.marks()])
    return shownCached
  }

  const isMuted = (by: string | undefined): boolean => by !== undefined && roomState.muted().has(by)

  const hears = (audience: Audience, { only, by, mutes, seq, pins }: Logged): boolean => {
    if (audience === 'staff') return only === undefined
    if (only !== undefined && only !== audience?.liveUserId) return false
    if (mutes !== undefined) return mutes !== audience?.publicId
    if (pins !== undefined) return roomState.pinned()?.seq === seq
    if (by === undefined) return true
    return (by === audience?.publicId || !roomState.muted().has(by)) && !roomState.removed().has(seq)
  }

  const sentReal = (afterSeq: number, audience: Audience): Logged[] =>
    ring.filter((one) => one.seq > afterSeq && one.seq <= sentSeq && hears(audience, one))

  const joinSnapshot = (events: readonly SentItem[], audience: Audience): JoinSnapshot => ({
    eventsJson: listJson(events),
    shown: shown(),
    // Nobody is told so of oneself.
    muted: [...roomState.muted()].filter((userId) => audience === 'staff' || userId !== audience?.publicId),
  })

  const newest = (audience: Audience): JoinSnapshot => {
    const removed = roomState.removed()
    const real = sentReal(0, audience).filter(({ isMark, seq }) => isMark !== true && !removed.has(seq))
    const items = play.last(4 * roomLimits.historyLength)
    return joinSnapshot([...real, ...sentOf(items)].sort(comparePlace).slice(-roomLimits.historyLength), audience)
  }

  /**
   * Comments up to a seq that were given back, and of who is heard again the newest, for who was not told them; who has
   * them knows them by their place.
   */
  const againOf = (seqs: readonly number[], userIds: readonly string[], upTo: number): Logged[] => {
    if (seqs.length === 0 && userIds.length === 0) return []
    const removed = roomState.removed()
    const isAgain = ({ seq, by, only }: Logged): boolean =>
      only === undefined && seq <= upTo && by !== undefined && (seqs.includes(seq) || userIds.includes(by))
    return ring.filter((one) => isAgain(one) && !removed.has(one.seq)).slice(-roomLimits.historyLength)
  }

  /** What goes to all; what the muted said goes aside, to who wrote it. */
  const toAll = (events: readonly Logged[]): SentItem[] =>
    events.filter(({ only, by, writer, json, mutes }) => {
      if (only !== undefined) return false
      if (mutes !== undefined) privateEvents.addMuting({ userId: mutes, json })
      else if (isMuted(by)) privateEvents.add({ only: writer ?? '', json, isMuted: true })
      else return true
      return false
    })

  return {
    accept: follower.accept,
    hint: follower.hint,
    known: follower.known,
    sent: (): Position => ({ seq: sentSeq, nowMs: play.nowMs() }),
    /** False where this node knows that it is no comment of that viewer. */
    mayBeOf: (seq: number, publicId: string): boolean => {
      const one = ring[seq - (ring[0]?.seq ?? 0)]
      return one === undefined || one.by === publicId
    },
    /** When that viewer's newest comment stood in the log, epoch ms, by whichever node; undefined: long ago. */
    saidMs: (publicId: string): number | undefined => saidMs.get(publicId),
    /** Who spoke so long ago that no slow mode asks for it is forgotten. */
    forgetSaid: (nowMs: number): void => {
      for (const [publicId, atMs] of saidMs) {
        if (atMs + roomLimits.maxSlowSeconds * 1000 > nowMs) return
        saidMs.delete(publicId)
      }
    },
    /** Product ids, the newest last. */
    shown,
    /** What the staff has set and the script calls to, as it stands now. */
    settings: (
      /** Of the viewer who comes in: its time-out is among them. */
      publicId?: string,
    ): {
      call: CallEvent | undefined
      poll: PollPair | undefined
      giveaway: GiveawayPair | undefined
      unlisted: ReadonlySet<string>
      announcement: Announcement | undefined
      pinned: PinnedMessage | undefined
      timeOut: number | undefined
      slow: number | undefined
    } => {
      const real = roomState.call()
      return {
        call: newestCall(callsAfter(noCalls, [...play.calls(), ...(real === undefined ? [] : [real])])),
        poll: roomState.poll(),
        giveaway: roomState.giveaway(),
        unlisted: roomState.unlisted(),
        announcement: roomState.announcement(play.roomMs()),
        pinned: roomState.pinned(),
        timeOut: publicId === undefined ? undefined : roomState.timeOut(publicId, play.nowMs()),
        slow: roomState.slow(),
      }
    },
    /** publicIds of who is muted, and seqs of comments that were taken away. */
    hidden: () => ({ muted: roomState.muted(), removed: roomState.removed() }),
    /** Until when that viewer may not comment, epoch ms; undefined: may. */
    timeOut: roomState.timeOut,
    /** Resolves when nothing is being read. */
    settled: follower.settled,

    /** Fills an empty timeline; `newestEvents` end at `lastSeq`, `marked` are up to it all of the `roomStateKinds`. */
    load: (lastSeq: number, newestEvents: readonly LoggedEvent[], marked: readonly LoggedEvent[]): void => {
      const before = lastSeq - newestEvents.length
      for (const { event } of marked) if (event.seq <= before) roomState.note(event)
      follower.start(before, newestEvents)
      sentSeq = follower.known()
      privateEvents.clear()
      restored = []
      unmuted = []
      restoredLines = []
    },

    /** Another script, other cues or another begin from now on; what has been told stays told. */
    play: (next: PlayedScript): void => {
      play.play(next)
      cached = undefined
      shownCached = undefined
    },

    /** Goes on to `nowMs`. The JSON of the list of what everybody is told, or undefined when nothing happened. */
    advance: (nowMs: number): string | undefined => {
      const after = sentSeq
      const items = play.advance(nowMs)
      sentSeq = follower.known()
      if (sentSeq === after && items.length === 0) return undefined
      cached = undefined
      if (items.length > 0) shownCached = undefined
      const again = againOf(restored, unmuted, after)
      const lines = sentOf(play.behind(restoredLines))
      const real = [...lines, ...toAll([...again, ...ring.slice(ring.length - (sentSeq - after))])]
      restored = []
      unmuted = []
      restoredLines = []
      if (ring.length > 2 * roomLimits.resumeLength) ring = ring.slice(-roomLimits.resumeLength)
      const events: SentItem[] = items.length === 0 ? real : [...real, ...sentOf(items)]
      return events.length === 0 ? undefined : listJson(events)
    },

    /** What went by in the last steps and is not for all; taken once. */
    takePrivateEvent: privateEvents.take,
    /** Who was muted or is heard again in the last steps; taken once. */
    takeMuting: privateEvents.takeMuting,

    /** The newest that was told and is not for all. */
    newestPrivateEvent: (count: number): PrivateEvent[] =>
      ring
        .flatMap(({ seq, only, json }) => (only === undefined || seq > sentSeq ? [] : [{ only, json }]))
        .slice(-count),

    /** The last 50 of what has been told; the staff is told what the muted said as well. */
    newest: (listener: Listener | 'staff'): JoinSnapshot => {
      if (listener === 'staff') return newest('staff')
      if (heldFor.has(listener.liveUserId) || roomState.muted().has(listener.publicId)) return newest(listener)
      cached ??= newest(undefined)
      return cached
    },

    /** All that was told after `seq` and, of the script, after `sinceMs`; undefined when that is too much to know. */
    missed: (seq: number, sinceMs: number, listener: Listener | 'staff'): JoinSnapshot | undefined => {
      const oldest = ring[0]?.seq ?? follower.known() + 1
      if (seq > sentSeq || seq < oldest - 1) return undefined
      const items = play.since(sinceMs)
      const real = sentReal(seq, listener)
      if (real.length > roomLimits.resumeLength || items.length > roomLimits.resumeLength) return undefined
      const again = againOf(
        real.flatMap(({ restores }) => (restores === undefined ? [] : [restores])),
        real.flatMap(({ unmutes }) => (unmutes === undefined ? [] : [unmutes])),
        seq,
      ).filter((one) => hears(listener, one))
      const lines = play.behind(real.flatMap(({ restoresLine }) => restoresLine ?? []))
      const scripted = sentOf([...items, ...lines.filter(({ id }) => !items.some((item) => item.id === id))])
      return joinSnapshot([...again, ...real, ...scripted].sort(comparePlace), listener)
    },
  }
}
export type Timeline = ReturnType<typeof createTimeline>

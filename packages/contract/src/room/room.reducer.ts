import {
  comparePlace,
  mergePlaced,
  type MuteMark,
  mutedAfter,
  newestMutes,
  type ShownMark,
  shownAfter,
} from './event-order.rules.ts'
import { callsAfter } from './call.rules.ts'
import { giveawaysAfter, giveawaysOf } from './giveaway-state.rules.ts'
import { pinnedAfter } from './pinned-message.rules.ts'
import { pollsAfter, pollsOf } from './poll-state.rules.ts'
import { roomLimits } from './room.limits.ts'
import type { Fact } from './room.protocol.ts'
import type { RoomEvent } from './room-event.schema.ts'
import type { PendingMessage, RoomState } from './room.state.ts'

export { announcedAt, emptyRoom, type PendingMessage, type RoomState, seenEvents } from './room.state.ts'

const markOf = (event: RoomEvent): ShownMark[] => {
  if (event.kind !== 'productShown' && event.kind !== 'productHidden') return []
  const { productId, ms } = event
  const shown = event.kind === 'productShown'
  return 'sid' in event ? [{ ms, sid: event.sid, productId, shown }] : [{ ms, seq: event.seq, productId, shown }]
}

/** What is shown at a join stands before every event. */
const beforeAll = Number.MIN_SAFE_INTEGER

const marksOf = (shown: readonly string[]): ShownMark[] =>
  shown.map((productId, at) => ({ ms: beforeAll, seq: at, productId, shown: true }))

const newestMarks = (marks: readonly ShownMark[], incoming: readonly ShownMark[]): readonly ShownMark[] => {
  if (incoming.length === 0) return marks
  const newest = new Map<string, ShownMark>()
  for (const mark of mergePlaced(marks, incoming, Number.POSITIVE_INFINITY)) newest.set(mark.productId, mark)
  // In order, as the next merge wants them.
  return [...newest.values()].sort(comparePlace)
}

const muteOf = (event: RoomEvent): MuteMark[] =>
  event.kind === 'muted' || event.kind === 'unmuted'
    ? [{ ms: event.ms, seq: event.seq, userId: event.userId, muted: event.kind === 'muted' }]
    : []

const changing: ReadonlySet<RoomEvent['kind']> = new Set(['productShown', 'productHidden', 'muted', 'unmuted'])

type Settings = Pick<
  RoomState,
  'unlisted' | 'announcement' | 'pinned' | 'timeOut' | 'slow' | 'removed' | 'removedLines' | 'changedBy'
>

const withOrWithout = <T>(list: readonly T[], one: T, isIn: boolean): readonly T[] =>
  isIn ? (list.includes(one) ? list : [...list, one]) : list.filter((other) => other !== one)

/** What an event sets, and the name of that setting; undefined: nothing. */
const settingOf = (
  event: RoomEvent,
  myId: string | undefined,
): { name: string; set: (now: Settings) => Partial<Settings> } | undefined => {
  switch (event.kind) {
    case 'productListed':
    case 'productUnlisted': {
      const isOut = event.kind === 'productUnlisted'
      return {
        name: `list ${event.productId}`,
        set: ({ unlisted }) => ({ unlisted: withOrWithout(unlisted, event.productId, isOut) }),
      }
    }
    case 'removed':
    case 'restored': {
      const isOut = event.kind === 'removed'
      return {
        name: `of ${event.of}`,
        set: ({ removed, pinned }) => ({
          removed: withOrWithout(removed, event.of, isOut),
          pinned: pinnedAfter(pinned, event),
        }),
      }
    }
    case 'lineRemoved':
    case 'lineRestored': {
      const { line, kind } = event
      return {
        name: `line ${line}`,
        set: ({ removedLines }) => ({ removedLines: withOrWithout(removedLines, line, kind === 'lineRemoved') }),
      }
    }
    case 'announced': {
      const { seq, user, text, untilMs } = event
      return { name: 'announcement', set: () => ({ announcement: { seq, user, text, untilMs } }) }
    }
    case 'unannounced':
      return { name: 'announcement', set: () => ({ announcement: undefined }) }
    case 'messagePinned':
    case 'messageUnpinned':
      return { name: 'pinned', set: () => ({ pinned: pinnedAfter(undefined, event) }) }
    case 'muted':
      return { name: `mute ${event.userId}`, set: ({ pinned }) => ({ pinned: pinnedAfter(pinned, event) }) }
    case 'timedOut':
    case 'timeOutEnded':
      return event.userId === myId
        ? { name: 'timeOut', set: () => ({ timeOut: event.kind === 'timedOut' ? event.untilMs : 0 }) }
        : undefined
    case 'slowed':
      return { name: 'slow', set: () => ({ slow: event.seconds }) }
    default:
      return undefined
  }
}

const settled = (state: RoomState, events: readonly RoomEvent[]): Settings => {
  let { unlisted, announcement, pinned, timeOut, slow, removed, removedLines, changedBy } = state
  for (const event of events) {
    const setting = settingOf(event, state.you?.userId)
    if (setting === undefined || !('seq' in event)) continue
    // Received before, or with the join snapshot: the newer one stands.
    if (event.seq <= (changedBy[setting.name] ?? changedBy['door'] ?? 0)) continue
    const now = { unlisted, announcement, pinned, timeOut, slow, removed, removedLines, changedBy }
    ;({ unlisted, announcement, pinned, timeOut, slow, removed, removedLines, changedBy } = {
      ...now,
      ...setting.set(now),
      changedBy: { ...changedBy, [setting.name]: event.seq },
    })
  }
  return { unlisted, announcement, pinned, timeOut, slow, removed, removedLines, changedBy }
}

const keepEvents = (events: readonly RoomEvent[], incoming: readonly RoomEvent[]): readonly RoomEvent[] =>
  mergePlaced(events, incoming, roomLimits.chatRows)

const joined = (state: RoomState, fact: Extract<Fact, { t: 'joined' }>): RoomState => {
  const marks = marksOf(fact.shown)
  const muted = fact.muted ?? []
  // A snapshot holds the whole room state; of removed comments, only what was missed.
  const { removed, removedLines } = settled(
    fact.reset ? { ...state, removed: [], removedLines: [], changedBy: {} } : state,
    fact.events,
  )
  return {
    ...state,
    unlisted: fact.unlisted ?? [],
    announcement: fact.announcement,
    pinned: fact.pinned,
    timeOut: fact.timeOut ?? 0,
    call: fact.call,
    endedCalls: [],
    polls: pollsOf(fact.poll),
    votes: fact.votes,
    giveaways: giveawaysOf(fact.giveaway),
    entrants: fact.entrants,
    slow: fact.slow ?? 0,
    removed,
    removedLines,
    changedBy: { door: fact.seq },
    you: fact.you,
    seq: fact.reset ? fact.seq : Math.max(state.seq, fact.seq),
    heardAtMs: fact.reset ? fact.now : Math.max(state.heardAtMs, fact.now),
    enteredAtMs: fact.now,
    events: keepEvents(fact.reset ? [] : state.events, fact.events),
    marks,
    shown: shownAfter(marks),
    muted,
    muteMarks: muted.map((userId, at) => ({ ms: beforeAll, seq: at, userId, muted: true })),
    stock: fact.stock,
    online: fact.online,
    simulated: fact.simulated === true,
  }
}

/** Without what was received before the last join: its snapshot held the whole room state. */
const sinceDoor = (state: RoomState, { now, events }: Extract<Fact, { t: 'frame' }>): readonly RoomEvent[] => {
  const door = state.changedBy['door'] ?? 0
  return events.filter(
    (event) => changing.has(event.kind) && ('seq' in event ? event.seq > door : now > state.enteredAtMs),
  )
}

const withHearts = ({ all, simulated }: RoomState['hearts'], more: number, ofThese = 0): RoomState['hearts'] => ({
  all: all + more,
  simulated: simulated + ofThese,
})

const framed = (state: RoomState, fact: Extract<Fact, { t: 'frame' }>): RoomState => {
  const changes = sinceDoor(state, fact)
  const marks = newestMarks(state.marks, changes.flatMap(markOf))
  const mutes = changes.flatMap(muteOf)
  const muteMarks = mutes.length === 0 ? state.muteMarks : newestMutes([...state.muteMarks, ...mutes])
  const calls = callsAfter(state, fact.events)
  const isNewest = fact.now >= state.heardAtMs
  const isCounted = isNewest && fact.online !== undefined
  return {
    ...state,
    ...settled(state, fact.events),
    seq: Math.max(state.seq, fact.seq),
    heardAtMs: Math.max(state.heardAtMs, fact.now),
    events: keepEvents(state.events, fact.events),
    call: calls.call,
    endedCalls: calls.endedCalls,
    polls: pollsAfter(state.polls, fact.events),
    votes: isNewest ? (fact.votes ?? state.votes) : state.votes,
    giveaways: giveawaysAfter(state.giveaways, fact.events),
    entrants: isNewest ? (fact.entrants ?? state.entrants) : state.entrants,
    hearts: fact.hearts === undefined ? state.hearts : withHearts(state.hearts, fact.hearts, fact.simulatedHearts),
    marks,
    shown: marks === state.marks ? state.shown : shownAfter(marks),
    muted: muteMarks === state.muteMarks ? state.muted : mutedAfter(muteMarks),
    muteMarks,
    stock: isNewest && fact.stock !== undefined ? { ...state.stock, ...fact.stock } : state.stock,
    online: isCounted ? (fact.online ?? state.online) : state.online,
    simulated: isCounted ? fact.simulated === true : state.simulated,
  }
}

const withoutPending = (state: RoomState, id: string): RoomState => ({
  ...state,
  pending: state.pending.filter((message) => message.id !== id),
})

const said = (state: RoomState, fact: Extract<Fact, { t: 'said' }>): RoomState => {
  const message = state.pending.find(({ id }) => id === fact.id)
  if (message === undefined || state.you === undefined) return state
  const { text, question } = message
  const event: RoomEvent = { seq: fact.seq, ms: fact.ms, kind: 'commented', user: state.you, text, question }
  return { ...withoutPending(state, fact.id), events: keepEvents(state.events, [event]) }
}

/**
 * The room after one more fact. Facts may come twice and events in any order: the list is the same. A refusal that
 * says when to try again leaves the message pending.
 */
export const applyFact = (state: RoomState, fact: Fact): RoomState => {
  switch (fact.t) {
    case 'joined':
      return joined(state, fact)
    case 'frame':
      return framed(state, fact)
    case 'said':
      return said(state, fact)
    case 'refused':
      return fact.retryAfterMs === undefined ? withoutPending(state, fact.id) : state
    case 'controlRoom':
      return { ...state, ...settled(state, fact.events), events: keepEvents(state.events, fact.events) }
    case 'voted': {
      const { poll, refused } = fact
      const before = state.ownVote?.poll === poll ? state.ownVote.option : undefined
      return { ...state, ownVote: { poll, option: fact.option ?? before, refused } }
    }
    case 'heartbeatAnswer':
    case 'presenceAsked':
      return state
  }
}

/** The room after this viewer wrote a message, which waits for its acknowledgement. */
export const addPending = (state: RoomState, message: PendingMessage): RoomState => ({
  ...state,
  pending: [...state.pending, message],
})

import { mergePlaced, type MuteMark, mutedAfter, newestMutes, type ShownMark, shownAfter } from './place.rules.ts'
import { roomLimits } from './room.limits.ts'
import type { ChatUser, Fact, RoomEvent } from './room.protocol.ts'

/** A message of this viewer that the server has not acknowledged yet. */
export interface PendingMessage {
  readonly id: string
  readonly text: string
}

/** What a client knows of the room it is in: a pure function of the facts it was told and of what it says itself. */
export interface RoomState {
  readonly you: ChatUser | undefined
  /** The highest seq held; a resume asks for what comes after it. */
  readonly seq: number
  /** Server time of the newest fact, epoch ms; 0 before the first. */
  readonly heardAtMs: number
  /** In order, the newest last, at most `roomLimits.chatRows`. */
  readonly events: readonly RoomEvent[]
  /** Product ids now shown, the newest last. */
  readonly shown: readonly string[]
  /** The newest showing or hiding of each product: `shown` follows from them. */
  readonly marks: readonly ShownMark[]
  /** publicIds of viewers whose messages nobody else sees. */
  readonly muted: readonly string[]
  readonly muteMarks: readonly MuteMark[]
  /** Pieces left by variant id. */
  readonly stock: Readonly<Record<string, number>>
  readonly online: number
  readonly pending: readonly PendingMessage[]
}

export const emptyRoom: RoomState = {
  you: undefined,
  seq: 0,
  heardAtMs: 0,
  events: [],
  shown: [],
  marks: [],
  muted: [],
  muteMarks: [],
  stock: {},
  online: 0,
  pending: [],
}

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
  return [...newest.values()]
}

const muteOf = (event: RoomEvent): MuteMark[] =>
  event.kind === 'muted' || event.kind === 'unmuted'
    ? [{ ms: event.ms, seq: event.seq, userId: event.userId, muted: event.kind === 'muted' }]
    : []

const keepEvents = (events: readonly RoomEvent[], incoming: readonly RoomEvent[]): readonly RoomEvent[] =>
  mergePlaced(events, incoming, roomLimits.chatRows)

const joined = (state: RoomState, fact: Extract<Fact, { t: 'joined' }>): RoomState => {
  const marks = marksOf(fact.shown)
  const muted = fact.muted ?? []
  return {
    ...state,
    you: fact.you,
    seq: fact.reset ? fact.seq : Math.max(state.seq, fact.seq),
    heardAtMs: fact.reset ? fact.now : Math.max(state.heardAtMs, fact.now),
    events: keepEvents(fact.reset ? [] : state.events, fact.events),
    marks,
    shown: shownAfter(marks),
    muted,
    muteMarks: muted.map((userId, at) => ({ ms: beforeAll, seq: at, userId, muted: true })),
    stock: fact.stock,
    online: fact.online,
  }
}

const framed = (state: RoomState, fact: Extract<Fact, { t: 'frame' }>): RoomState => {
  const incoming = fact.events.flatMap(markOf)
  const marks = newestMarks(state.marks, incoming)
  const mutes = fact.events.flatMap(muteOf)
  const muteMarks = mutes.length === 0 ? state.muteMarks : newestMutes([...state.muteMarks, ...mutes])
  const isNewest = fact.now >= state.heardAtMs
  return {
    ...state,
    seq: Math.max(state.seq, fact.seq),
    heardAtMs: Math.max(state.heardAtMs, fact.now),
    events: keepEvents(state.events, fact.events),
    marks,
    shown: marks === state.marks ? state.shown : shownAfter(marks),
    muted: muteMarks === state.muteMarks ? state.muted : mutedAfter(muteMarks),
    muteMarks,
    stock: isNewest && fact.stock !== undefined ? { ...state.stock, ...fact.stock } : state.stock,
    online: isNewest && fact.online !== undefined ? fact.online : state.online,
  }
}

const withoutPending = (state: RoomState, id: string): RoomState => ({
  ...state,
  pending: state.pending.filter((message) => message.id !== id),
})

const said = (state: RoomState, fact: Extract<Fact, { t: 'said' }>): RoomState => {
  const message = state.pending.find(({ id }) => id === fact.id)
  if (message === undefined || state.you === undefined) return state
  const event: RoomEvent = { seq: fact.seq, ms: fact.ms, kind: 'commented', user: state.you, text: message.text }
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
    case 'beaten':
      return state
  }
}

/** What this viewer sees of the events: without what others who are muted said. */
export const seenEvents = (state: Pick<RoomState, 'events' | 'muted' | 'you'>): readonly RoomEvent[] => {
  const hidden = state.muted.filter((userId) => userId !== state.you?.userId)
  if (hidden.length === 0) return state.events
  return state.events.filter((event) => event.kind !== 'commented' || !hidden.includes(event.user.userId))
}

/** The room after this viewer wrote a message, which waits for its acknowledgement. */
export const addPending = (state: RoomState, message: PendingMessage): RoomState => ({
  ...state,
  pending: [...state.pending, message],
})

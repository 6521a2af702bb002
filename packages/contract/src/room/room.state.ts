import type { Calls } from './call.rules.ts'
import type { MuteMark, ShownMark } from './event-order.rules.ts'
import { type Giveaways, noGiveaways } from './giveaway-state.rules.ts'
import type { GiveawayEntrants } from './giveaway.schema.ts'
import { type Polls, noPolls } from './poll-state.rules.ts'
import type { PollVotes } from './poll.schema.ts'
import type { PinnedMessage } from './pinned-message.schema.ts'
import type { Announcement } from './room.protocol.ts'
import type { CallEvent, ChatUser, RoomEvent } from './room-event.schema.ts'

/** A message of this viewer that the server has not acknowledged yet. */
export interface PendingMessage {
  readonly id: string
  readonly text: string
  readonly question?: true | undefined
}

/** What a client knows of the room it is in: a pure function of the facts it received and of what it says itself. */
export interface RoomState {
  readonly you: ChatUser | undefined
  /** The highest seq held; a resume asks for what comes after it. */
  readonly seq: number
  /** Server time of the newest fact, epoch ms; 0 before the first. */
  readonly heardAtMs: number
  /** Server time of the last join: the join snapshot held all that the script had done. */
  readonly enteredAtMs: number
  /** In order, the newest last, at most `roomLimits.chatRows`. */
  readonly events: readonly RoomEvent[]
  /** Product ids now shown, the newest last. */
  readonly shown: readonly string[]
  /** The newest showing or hiding of each product: `shown` follows from them. */
  readonly marks: readonly ShownMark[]
  /** publicIds of viewers whose messages nobody else sees. */
  readonly muted: readonly string[]
  readonly muteMarks: readonly MuteMark[]
  /** Product ids that stand in no list. */
  readonly unlisted: readonly string[]
  /** What is pinned for all, as last received; see `announcedAt`. */
  readonly announcement: Announcement | undefined
  /** The viewer’s comment that is pinned for all. */
  readonly pinned: PinnedMessage | undefined
  /** Until when this viewer may not comment, epoch ms; 0: no time-out was ever given. */
  readonly timeOut: number
  /** The newest call to action, or an end: events of the chat may have rolled by since. See `callNow`. */
  readonly call: CallEvent | undefined
  readonly endedCalls: Calls['endedCalls']
  /** The newest poll and the newest end of one. */
  readonly polls: Polls
  /** Votes so far of the open poll. */
  readonly votes: PollVotes | undefined
  /** This viewer's own vote that stands, and why the last one was not counted. */
  readonly ownVote:
    | { readonly poll: string; readonly option: number | undefined; readonly refused: string | undefined }
    | undefined
  /** The newest giveaway and the newest draw of one. */
  readonly giveaways: Giveaways
  /** Who has said the word of the open giveaway so far. */
  readonly entrants: GiveawayEntrants | undefined
  /** Hearts that flew while this viewer was in, and how many of them are marked as simulated. */
  readonly hearts: { readonly all: number; readonly simulated: number }
  /** Slow mode: seconds between two messages; 0: off. */
  readonly slow: number
  /** Seqs of comments that the staff has taken away. */
  readonly removed: readonly number[]
  /** Ids of lines of the script that the staff has taken away. */
  readonly removedLines: readonly string[]
  /** Newest seq that changed one of those, by what it changed: events may come in any order. */
  readonly changedBy: Readonly<Record<string, number>>
  /** Pieces left by variant id. */
  readonly stock: Readonly<Record<string, number>>
  readonly online: number
  /** `online` counts simulated viewers too. */
  readonly simulated: boolean
  readonly pending: readonly PendingMessage[]
}

export const emptyRoom: RoomState = {
  you: undefined,
  seq: 0,
  heardAtMs: 0,
  enteredAtMs: 0,
  events: [],
  shown: [],
  marks: [],
  muted: [],
  muteMarks: [],
  unlisted: [],
  announcement: undefined,
  pinned: undefined,
  timeOut: 0,
  call: undefined,
  endedCalls: [],
  polls: noPolls,
  votes: undefined,
  ownVote: undefined,
  giveaways: noGiveaways,
  entrants: undefined,
  hearts: { all: 0, simulated: 0 },
  slow: 0,
  removed: [],
  removedLines: [],
  changedBy: {},
  stock: {},
  online: 0,
  simulated: false,
  pending: [],
}

const isReleased = (event: RoomEvent): boolean => event.kind === 'commented' && 'seq' in event && event.of !== undefined

/**
 * What this viewer sees of the events: without what was taken away, what others who are muted said, and one's own
 * comment a second time when it was released.
 */
export const seenEvents = (
  state: Pick<RoomState, 'events' | 'muted' | 'removed' | 'removedLines' | 'you'>,
): readonly RoomEvent[] => {
  const { you, removed, removedLines, events } = state
  const hidden = state.muted.filter((userId) => userId !== you?.userId)
  if (hidden.length === 0 && removed.length === 0 && removedLines.length === 0 && !events.some(isReleased))
    return events
  const [gone, held] = [new Set(removed), new Set<number>()]
  for (const event of events) {
    if (event.kind !== 'commented' || !('seq' in event) || event.user.userId !== you?.userId) continue
    held.add(event.seq)
    // One's own is shown where it was written first, and goes with the one that all others see.
    if (event.of !== undefined && gone.has(event.seq)) gone.add(event.of)
  }
  return events.filter((event) => {
    if ('sid' in event && removedLines.includes(event.sid)) return false
    if (event.kind !== 'commented') return true
    if (hidden.includes(event.user.userId)) return false
    if (!('seq' in event)) return true
    if (event.of !== undefined && held.has(event.of)) return false
    return !gone.has(event.seq)
  })
}

/** What stands pinned at that room time. */
export const announcedAt = (state: Pick<RoomState, 'announcement'>, roomMs: number): Announcement | undefined =>
  state.announcement !== undefined && (state.announcement.untilMs ?? Number.POSITIVE_INFINITY) > roomMs
    ? state.announcement
    : undefined

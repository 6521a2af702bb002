import type { PinnedMessage } from '@kaimai/contract/room/pinned-message.schema.ts'
import type { Announcement } from '@kaimai/contract/room/room.protocol.ts'
import type { GiveawayEntrants, GiveawayPair } from '@kaimai/contract/room/giveaway.schema.ts'
import type { PollPair, PollVotes } from '@kaimai/contract/room/poll.schema.ts'
import type { CallEvent, ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import type { FrameHearts } from './room-hearts.ts'
import type { JoinSnapshot, Position } from './timeline.ts'
import { textFrame } from './ws-frame.ts'

/** Pieces by variant id. */
type Left = Readonly<Record<string, number>>

/** How a room stands, for who comes in. */
export interface RoomState extends Position {
  readonly unlisted: ReadonlySet<string>
  readonly announcement: Announcement | undefined
  readonly pinned?: PinnedMessage | undefined
  /** Of this viewer, epoch ms. */
  readonly timeOut?: number | undefined
  readonly call: CallEvent | undefined
  readonly poll: PollPair | undefined
  readonly votes?: PollVotes | undefined
  readonly giveaway?: GiveawayPair | undefined
  readonly entrants?: GiveawayEntrants | undefined
  readonly slow: number
  readonly reset: boolean
  readonly stock: Left
  readonly online: number
  /** Whether viewers are told that `online` counts simulated ones. */
  readonly simulated: boolean
}

/** The first fact of a seat. */
export const joinedFact = (
  who: { readonly you: ChatUser; readonly resume: string },
  { eventsJson, shown, muted }: JoinSnapshot,
  {
    seq,
    nowMs,
    unlisted,
    announcement,
    pinned,
    timeOut,
    call,
    poll,
    votes,
    giveaway,
    entrants,
    slow,
    reset,
    stock,
    online,
    simulated,
  }: RoomState,
): Buffer => {
  const fact = {
    t: 'joined',
    now: nowMs,
    ...who,
    seq,
    reset,
    shown,
    ...(muted.length === 0 ? {} : { muted }),
    ...(unlisted.size === 0 ? {} : { unlisted: [...unlisted] }),
    ...(announcement === undefined ? {} : { announcement }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(timeOut === undefined ? {} : { timeOut }),
    ...(call === undefined ? {} : { call }),
    ...(poll === undefined ? {} : { poll }),
    ...(votes === undefined ? {} : { votes }),
    ...(giveaway === undefined ? {} : { giveaway }),
    ...(entrants === undefined ? {} : { entrants }),
    ...(slow === 0 ? {} : { slow }),
    stock,
    online,
    ...(simulated ? { simulated } : {}),
  }
  return textFrame(`${JSON.stringify(fact).slice(0, -1)},"events":${eventsJson}}`)
}

/** What has happened since the last one. */
export const frameFact = (
  { seq, nowMs }: Position,
  eventsJson: string,
  change: {
    readonly online?: number | undefined
    /** As in `RoomState`; stands beside `online`. */
    readonly simulated?: boolean
    readonly stock?: Left | undefined
    readonly votes?: PollVotes | undefined
    readonly entrants?: GiveawayEntrants | undefined
  } & Partial<FrameHearts>,
): Buffer => {
  let json = `{"t":"frame","now":${nowMs},"seq":${seq},"events":${eventsJson}`
  if (change.online !== undefined) json += `,"online":${change.online}${change.simulated ? ',"simulated":true' : ''}`
  if (change.stock !== undefined) json += `,"stock":${JSON.stringify(change.stock)}`
  if (change.votes !== undefined) json += `,"votes":${JSON.stringify(change.votes)}`
  if (change.entrants !== undefined) json += `,"entrants":${JSON.stringify(change.entrants)}`
  if (change.hearts !== undefined) json += `,"hearts":${change.hearts}`
  if (change.simulatedHearts !== undefined) json += `,"simulatedHearts":${change.simulatedHearts}`
  return textFrame(`${json}}`)
}

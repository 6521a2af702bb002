import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { languages } from '../common/language.ts'
import { heartLimits } from './hearts.rules.ts'
import { GiveawayEntrants, GiveawayPair } from './giveaway.schema.ts'
import { PollPair, PollVotes, VotedFact, VoteMessage } from './poll.schema.ts'
import { PinnedMessage } from './pinned-message.schema.ts'
import { CallEvent, ChatUser, RealEvent, ScriptedEvent } from './room-event.schema.ts'

export { roomLimits } from './room.limits.ts'

/**
 * The live room on its WebSocket: facts in the past tense, client messages in the imperative, one frame per tick.
 *
 * Order: every event has a place (roomMs, origin, number). A real event's number is `seq`, gapless per room and given
 * by the transaction that committed it; a scripted one's is its script id. Clients insert by place, so all see the same.
 */
export const protocolVersion = 5
export const socketPath = '/api/room/socket'

/** Why a connection was closed by the server. */
export const closeCodes = {
  badTicket: 4001,
  blocked: 4002,
  roomEnded: 4003,
  /** Opened in more tabs than one viewer may have: this one doesn't connect again by itself. */
  replaced: 4004,
  tooSlow: 4005,
  badFrame: 4006,
  /** This server stops: connect again at once, to another. */
  goingAway: 4007,
  full: 4008,
  /** The page is from before an update of the server: it loads itself anew. */
  outdated: 4009,
} as const
export type CloseReason = keyof typeof closeCodes

/** Stock left by variant id; sent with a frame when it changed. */
export const StockLeft = z.record(z.string(), z.number().int())

/** A ticket or token holds who the viewer is, a picture's address included. */
const tokenCharacters = 1600

/** Made by the client; the same id again is the same message. */
export const MessageId = z.string().regex(/^[\w-]{8,40}$/)

/** What the first frame says beside who it is. */
const held = {
  v: z.literal(protocolVersion),
  /** The highest seq the client holds; 0: none. */
  seq: z.number().int().min(0),
  /** `now` of the last fact the client holds, in epoch ms: scripted events after it were missed. 0: holds none. */
  since: z.number().min(0).default(0),
  /** Of `refused`; without it the browser's. */
  lang: z.enum(languages).optional(),
}

/** Where in the control room somebody of the staff is. */
export const controlRoomPlaces = ['chat', 'held', 'orders', 'products', 'show'] as const
export type ControlRoomPlace = (typeof controlRoomPlaces)[number]

/** A message of a client. */
export const ClientMessage = z.discriminatedUnion('t', [
  /** The first frame: a ticket from POST live/user. */
  z.object({ t: z.literal('join'), ticket: z.string().max(tokenCharacters), ...held }),
  /** Or the first frame after a lost line: needs no database write. */
  z.object({ t: z.literal('resume'), token: z.string().max(tokenCharacters), ...held }),
  /** Its `id` comes back in `said` or `refused`. */
  z.object({ t: z.literal('say'), id: MessageId, text: z.string().max(2000), question: z.literal(true).optional() }),
  /** Answers the question of an unclear order; what comes of it is another `ordered`. */
  z.object({
    t: z.literal('choose'),
    of: z.number().int().min(1),
    variantId: Id,
    quantity: z.number().int().min(1).max(99),
  }),
  /** Of the staff: what this one looks at, for the others. */
  z.object({ t: z.literal('focus'), of: z.number().int().min(1).nullable(), place: z.enum(controlRoomPlaces) }),
  VoteMessage,
  /** So many taps on ♡ since the last one; what is too fast is dropped. */
  z.object({ t: z.literal('heart'), count: z.number().int().min(1).max(heartLimits.perMessage) }),
  /** Answers `presenceAsked`. */
  z.object({ t: z.literal('watching') }),
  z.object({ t: z.literal('heartbeat'), at: z.number() }),
])
export type ClientMessage = z.output<typeof ClientMessage>

/** What stands pinned for all. */
export const Announcement = z.object({
  seq: z.number().int(),
  user: ChatUser,
  text: z.string(),
  untilMs: z.number().int().nullable(),
})
export type Announcement = z.output<typeof Announcement>

/** Somebody of the staff who is in the control room now, and what that one looks at. */
export const Colleague = z.object({
  userId: z.string(),
  name: z.string(),
  place: z.enum(controlRoomPlaces),
  of: z.number().int().nullable(),
})
export type Colleague = z.output<typeof Colleague>

/** What the server tells. */
export const Fact = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('joined'),
    /** Server time, epoch ms. */
    now: z.number(),
    you: ChatUser,
    resume: z.string(),
    /** Highest seq so far; events of `events` end there. */
    seq: z.number().int(),
    /** On a fresh join the last 50; else all that was missed. */
    events: z.array(z.union([RealEvent, ScriptedEvent])),
    /** Too much was missed: what the client holds is void, `events` are the last 50. Also sent to who can't keep up. */
    reset: z.boolean(),
    /** Product ids now shown, the newest last. */
    shown: z.array(Id),
    /** publicIds of viewers who are muted; without it none is. */
    muted: z.array(z.string()).optional(),
    /** Product ids that stand in no list; without it all do. */
    unlisted: z.array(Id).optional(),
    announcement: Announcement.optional(),
    pinned: PinnedMessage.optional(),
    /** Until when this viewer may not comment, epoch ms; without it there is no time-out. */
    timeOut: z.number().int().optional(),
    /** The newest call to action, or its end; without it there was none. */
    call: CallEvent.optional(),
    poll: PollPair.optional(),
    votes: PollVotes.optional(),
    giveaway: GiveawayPair.optional(),
    entrants: GiveawayEntrants.optional(),
    /** Slow mode, in seconds; without it there is none. */
    slow: z.number().int().optional(),
    stock: StockLeft,
    online: z.number().int(),
    /** `online` counts simulated viewers too; said only where the firm discloses. */
    simulated: z.literal(true).optional(),
  }),
  z.object({
    t: z.literal('frame'),
    now: z.number(),
    seq: z.number().int(),
    events: z.array(z.union([RealEvent, ScriptedEvent])),
    online: z.number().int().optional(),
    /** Stands beside `online`, as in `joined`. */
    simulated: z.literal(true).optional(),
    stock: StockLeft.optional(),
    votes: PollVotes.optional(),
    entrants: GiveawayEntrants.optional(),
    /** Hearts of this tick, of viewers and simulated ones. */
    hearts: z.number().int().min(1).optional(),
    /** How many of them are simulated; said only where the firm discloses. */
    simulatedHearts: z.number().int().min(1).optional(),
  }),
  /** Committed: it has this place for ever. A held one is seen by its sender alone, who is told the same. */
  z.object({ t: z.literal('said'), id: z.string(), seq: z.number().int(), ms: z.number().int() }),
  z.object({
    t: z.literal('refused'),
    id: z.string(),
    error: z.string(),
    message: z.string(),
    retryAfterMs: z.number().optional(),
  }),
  VotedFact,
  z.object({ t: z.literal('heartbeatAnswer'), at: z.number(), now: z.number() }),
  /** Many come from this viewer's network: whoever answers `watching`, or says something, counts as a viewer. */
  z.object({ t: z.literal('presenceAsked') }),
  /** To the staff: what the room doesn't see — held comments, orders by comment, who did what. After every join: the newest. */
  z.object({
    t: z.literal('controlRoom'),
    events: z.array(RealEvent),
    /** Real and simulated viewers apart; sent when one changed. */
    viewers: z.object({ real: z.number().int(), simulated: z.number().int() }).optional(),
    staff: z.array(Colleague).optional(),
  }),
])
export type Fact = z.output<typeof Fact>

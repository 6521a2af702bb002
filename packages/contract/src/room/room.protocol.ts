import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { languages } from '../common/language.ts'

export { roomLimits } from './room.limits.ts'

/**
 * The live room on its WebSocket: facts in the past tense, client messages in the imperative, one frame per tick.
 *
 * Order: every event has a place (roomMs, origin, number). A real event's number is `seq`, gapless per room and given
 * by the transaction that committed it; a scripted one's is its script id. Clients insert by place, so all see the same.
 */
export const protocolVersion = 2
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

export const Speaker = z.enum(['host', 'staff', 'viewer', 'virtual'])
export type Speaker = z.output<typeof Speaker>

/** A person in the room as others see them; `userId` is the publicId: never the key, never the inside id. */
export const ChatUser = z.object({ userId: z.string(), name: z.string(), imgUrl: z.string(), as: Speaker })
export type ChatUser = z.output<typeof ChatUser>

/** Whom a comment answers. */
export const Addressee = z.object({ seq: z.number().int().min(1), userId: z.string(), name: z.string() })
export type Addressee = z.output<typeof Addressee>

/** How an order by comment came out (order/read-order.rules.ts read it); live.md tables what is an order. */
export const orderOutcomes = [
  /** Pieces are held for the viewer, and lie in the cart. */
  'held',
  /** Fewer, or none, are held now: the viewer asked for that. */
  'lowered',
  /** The viewer has to choose a variant; so may the staff. */
  'unclear',
  'soldOut',
  'overLimit',
  /** More than one viewer may hold before paying. */
  'unpaidLimit',
  'noSuchKeyword',
  'tooMany',
  'nothing',
  /** The live has not begun: nothing is held before. */
  'notYet',
  /** The staff said that it is no order. */
  'dismissed',
] as const
export type OrderOutcome = (typeof orderOutcomes)[number]

/** What an order by comment did; seen by who wrote it, and by the staff. `of`: the seq of the comment. */
export const OrderAnswer = z.object({
  of: z.number().int().min(1),
  user: ChatUser,
  outcome: z.enum(orderOutcomes),
  lines: z.array(
    /** Of `unclear`: what was clear beside the question. */
    z.object({
      productId: Id,
      variantId: Id,
      /** Pieces asked for; negative: fewer. */
      asked: z.number().int(),
      /** Pieces of it that this viewer holds from now on. */
      holds: z.number().int().min(0),
      /** Of `soldOut`, `overLimit` and `unclear`: this line could not be held; the others were. */
      short: z.literal(true).optional(),
    }),
  ),
  /** Until when they are held, epoch ms; null: nothing is. */
  heldUntilMs: z.number().nullable(),
  /** Of `unclear`: which product, how many, and the variants it may be, the likelier first. */
  question: z.object({ productId: Id, quantity: z.number().int(), choices: z.array(Id) }).nullable(),
  /** Of `soldOut` and `overLimit`: pieces that could still be had; of `noSuchKeyword`: 0. */
  left: z.number().int().min(0),
  /** Of `noSuchKeyword`: the word; else empty. */
  said: z.string(),
})
export type OrderAnswer = z.output<typeof OrderAnswer>

/** What the staff did, for the staff; the room sees only its effect. */
export const controlRoomActs = [
  'muted',
  'unmuted',
  'blocked',
  'removed',
  'restored',
  'released',
  'dismissed',
  'marked',
  'unmarked',
  'answered',
  'productShown',
  'productHidden',
  'productListed',
  'productUnlisted',
  'announced',
  'unannounced',
  'slowed',
  'keywords',
  'cued',
  'scriptOff',
  'scriptOn',
  'extended',
] as const
export type StaffAction = (typeof controlRoomActs)[number]

/** ms: room time, milliseconds since the live's begin; negative in the waiting room. */
const real = { seq: z.number().int().min(1), ms: z.number().int() }
const scripted = { sid: z.string(), ms: z.number().int() }

export const RealEvent = z.discriminatedUnion('kind', [
  z.object({
    ...real,
    kind: z.literal('commented'),
    user: ChatUser,
    text: z.string(),
    /** Released by the staff: the seq it had while only its writer saw it. Its writer has it there already. */
    of: z.number().int().optional(),
    to: Addressee.optional(),
    /** Asked as a question. */
    question: z.literal(true).optional(),
  }),
  /** Taken away by the staff, and given back; `of`: the seq of the comment. */
  z.object({ ...real, kind: z.literal('removed'), of: z.number().int() }),
  z.object({ ...real, kind: z.literal('restored'), of: z.number().int() }),
  /** On the card of the product now shown, and off it. */
  z.object({ ...real, kind: z.literal('productShown'), productId: Id }),
  z.object({ ...real, kind: z.literal('productHidden'), productId: Id }),
  /** In the list of products, and not. */
  z.object({ ...real, kind: z.literal('productListed'), productId: Id }),
  z.object({ ...real, kind: z.literal('productUnlisted'), productId: Id }),
  /** Pinned for all, in the place of the one before; `untilMs`: room time, null: until it is taken down. */
  z.object({
    ...real,
    kind: z.literal('announced'),
    user: ChatUser,
    text: z.string(),
    untilMs: z.number().int().nullable().default(null),
  }),
  z.object({ ...real, kind: z.literal('unannounced') }),
  /** Slow mode: seconds between two messages of one viewer; 0: off. */
  z.object({ ...real, kind: z.literal('slowed'), seconds: z.number().int().min(0) }),
  /** A purchase was placed; who is not said. */
  z.object({ ...real, kind: z.literal('sold'), productId: Id, quantity: z.number().int() }),
  /** The live's times or state changed: clients fetch the room again. */
  z.object({ ...real, kind: z.literal('roomChanged') }),
  /** What this viewer said, before and after, is shown to nobody else; by a mute or a block. */
  z.object({ ...real, kind: z.literal('muted'), userId: z.string() }),
  z.object({ ...real, kind: z.literal('unmuted'), userId: z.string() }),
  /** Seen by one viewer, on every device, and by the staff. */
  z.object({ ...real, kind: z.literal('ordered'), ...OrderAnswer.shape }),
  /** Seen by the staff alone: who did what. `of`: the seq of the comment it is about. */
  z.object({
    ...real,
    kind: z.literal('acted'),
    act: z.enum(controlRoomActs),
    by: z.object({ userId: z.string(), name: z.string() }),
    of: z.number().int().optional(),
    userId: z.string().optional(),
    productId: Id.optional(),
    text: z.string().optional(),
  }),
])
export type RealEvent = z.output<typeof RealEvent>

export const ScriptedEvent = z.discriminatedUnion('kind', [
  z.object({ ...scripted, kind: z.literal('commented'), user: ChatUser, text: z.string() }),
  z.object({ ...scripted, kind: z.literal('productShown'), productId: Id }),
  z.object({ ...scripted, kind: z.literal('productHidden'), productId: Id }),
  z.object({
    ...scripted,
    kind: z.literal('ticketShown'),
    name: z.string(),
    productId: Id,
    quantity: z.number().int(),
  }),
  z.object({ ...scripted, kind: z.literal('calledToAction'), text: z.string(), url: z.string().optional() }),
  z.object({ ...scripted, kind: z.literal('callEnded') }),
])
export type ScriptedEvent = z.output<typeof ScriptedEvent>
export type RoomEvent = RealEvent | ScriptedEvent

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
export const controlRoomPlaces = ['chat', 'held', 'orders', 'goods', 'show'] as const
export type ControlRoomPlace = (typeof controlRoomPlaces)[number]

/** What a client wishes. */
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
    /** Slow mode, in seconds; without it there is none. */
    slow: z.number().int().optional(),
    stock: StockLeft,
    online: z.number().int(),
  }),
  z.object({
    t: z.literal('frame'),
    now: z.number(),
    seq: z.number().int(),
    events: z.array(z.union([RealEvent, ScriptedEvent])),
    online: z.number().int().optional(),
    stock: StockLeft.optional(),
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

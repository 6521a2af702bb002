import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { languages } from '../common/language.ts'

export { roomLimits } from './room.limits.ts'

/**
 * The live room on its WebSocket: facts in the past tense, wishes in the imperative, one frame per tick. Version 1.
 *
 * Order: every event has a place (roomMs, origin, number). A real event's number is `seq`, gapless per room and given
 * by the transaction that committed it; a scripted one's is its script id. Clients insert by place, so all see the same.
 */
export const protocolVersion = 1
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
} as const
export type CloseReason = keyof typeof closeCodes

export const Speaker = z.enum(['host', 'staff', 'viewer', 'virtual'])
export type Speaker = z.output<typeof Speaker>

/** A person in the room as others see them; `userId` is the publicId: never the key, never the inside id. */
export const ChatUser = z.object({ userId: z.string(), name: z.string(), imgUrl: z.string(), as: Speaker })
export type ChatUser = z.output<typeof ChatUser>

/** ms: room time, milliseconds since the live's begin; negative in the waiting room. */
const real = { seq: z.number().int().min(1), ms: z.number().int() }
const scripted = { sid: z.string(), ms: z.number().int() }

export const RealEvent = z.discriminatedUnion('kind', [
  z.object({ ...real, kind: z.literal('commented'), user: ChatUser, text: z.string() }),
  z.object({ ...real, kind: z.literal('productShown'), productId: Id }),
  z.object({ ...real, kind: z.literal('productHidden'), productId: Id }),
  z.object({ ...real, kind: z.literal('announced'), user: ChatUser, text: z.string() }),
  /** A purchase was placed; who is not said. */
  z.object({ ...real, kind: z.literal('sold'), productId: Id, quantity: z.number().int() }),
  /** The live's times or state changed: clients fetch the room again. */
  z.object({ ...real, kind: z.literal('roomChanged') }),
  /** What this viewer said, before and after, is shown to nobody else; by a mute or a block. */
  z.object({ ...real, kind: z.literal('muted'), userId: z.string() }),
  z.object({ ...real, kind: z.literal('unmuted'), userId: z.string() }),
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

/** What a client wishes. */
export const Wish = z.discriminatedUnion('t', [
  /** The first frame: a ticket from POST live/user. */
  z.object({ t: z.literal('join'), ticket: z.string().max(tokenCharacters), ...held }),
  /** Or the first frame after a lost line: needs no database write. */
  z.object({ t: z.literal('resume'), token: z.string().max(tokenCharacters), ...held }),
  /** Its `id` comes back in `said` or `refused`. */
  z.object({ t: z.literal('say'), id: MessageId, text: z.string().max(2000) }),
  z.object({ t: z.literal('beat'), at: z.number() }),
])
export type Wish = z.output<typeof Wish>

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
  z.object({ t: z.literal('beaten'), at: z.number(), now: z.number() }),
])
export type Fact = z.output<typeof Fact>

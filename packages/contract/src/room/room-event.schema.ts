import { z } from 'zod'
import { Id } from '../common/fields.ts'

export const Speaker = z.enum(['host', 'staff', 'viewer', 'virtual'])
export type Speaker = z.output<typeof Speaker>

/** A person in the room as others see them; `userId` is the publicId: never the key, never the inside id. */
export const ChatUser = z.object({ userId: z.string(), name: z.string(), imgUrl: z.string(), as: Speaker })
export type ChatUser = z.output<typeof ChatUser>

/** Whom a comment answers. */
export const Addressee = z.object({ seq: z.number().int().min(1), userId: z.string(), name: z.string() })
export type Addressee = z.output<typeof Addressee>

/** How an order by comment came out (order/comment-order-parser.rules.ts read it); live.md tables what is an order. */
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

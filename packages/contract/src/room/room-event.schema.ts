import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { GiveawayDrawn, GiveawayOpened } from './giveaway.schema.ts'
import { PollClosed, PollOpened } from './poll.schema.ts'

export const Speaker = z.enum(['host', 'staff', 'viewer', 'virtual'])
export type Speaker = z.output<typeof Speaker>

/** A person in the room as others see them; `userId` is the publicId: never the key, never the inside id. */
export const ChatUser = z.object({
  userId: z.string(),
  name: z.string(),
  imgUrl: z.string(),
  as: Speaker,
  /** A viewer of the demo firm whom nobody is. */
  sample: z.literal(true).optional(),
  /** A viewer whose name reads like the shop or one of its people: pages say that it is a viewer. */
  likeShop: z.literal(true).optional(),
})
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
      /** Pieces asked for; negative: fewer. Of a confirmation that was taken back: the pieces it had confirmed. */
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
  'called',
  'callEnded',
  'lineRemoved',
  'lineRestored',
  'extended',
  'pollOpened',
  'pollClosed',
  'giveawayOpened',
  'giveawayDrawn',
  'pinned',
  'unpinned',
  'timedOut',
  'timeOutEnded',
  'crewChanged',
] as const
export type StaffAction = (typeof controlRoomActs)[number]

/** ms: room time, milliseconds since the live's begin; negative in the waiting room. */
const real = { seq: z.number().int().min(1), ms: z.number().int() }
const scripted = { sid: z.string(), ms: z.number().int() }

const calledBySomebody = z.object({
  ...real,
  kind: z.literal('calledToAction'),
  text: z.string(),
  url: z.string().optional(),
})
const endedBySomebody = z.object({ ...real, kind: z.literal('callEnded') })

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
  /** A viewer’s comment pinned for all, in the place of the one before; `of`: its seq. See pinned-message.rules.ts. */
  z.object({ ...real, kind: z.literal('messagePinned'), of: z.number().int(), user: ChatUser, text: z.string() }),
  z.object({ ...real, kind: z.literal('messageUnpinned') }),
  /** To that viewer alone, and the staff: no comments until then, epoch ms; and its end before that. See time-out.rules.ts. */
  z.object({ ...real, kind: z.literal('timedOut'), userId: z.string(), untilMs: z.number().int() }),
  z.object({ ...real, kind: z.literal('timeOutEnded'), userId: z.string() }),
  /** Said among the staff; no viewer ever sees it. */
  z.object({
    ...real,
    kind: z.literal('staffSaid'),
    by: z.object({ userId: z.string(), name: z.string() }),
    text: z.string(),
  }),
  /** Slow mode: seconds between two messages of one viewer; 0: off. */
  z.object({ ...real, kind: z.literal('slowed'), seconds: z.number().int().min(0) }),
  /** A purchase was placed; who is not said. */
  z.object({ ...real, kind: z.literal('sold'), productId: Id, quantity: z.number().int() }),
  /** A call to action that the staff makes on the spot, in the place of the one before; and the end of any. */
  calledBySomebody,
  endedBySomebody,
  /** A comment or simulated purchase of the script, taken down by the staff, and given back; `line`: the `sid` of its event. */
  z.object({ ...real, kind: z.literal('lineRemoved'), line: z.string() }),
  z.object({ ...real, kind: z.literal('lineRestored'), line: z.string() }),
  PollOpened,
  PollClosed,
  GiveawayOpened,
  GiveawayDrawn,
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

const calledToAction = z.object({
  ...scripted,
  kind: z.literal('calledToAction'),
  text: z.string(),
  url: z.string().optional(),
})
/** `of`: the `sid` of the call that it ends, and no other; without it whatever stands. */
const callEnded = z.object({ ...scripted, kind: z.literal('callEnded'), of: z.string().optional() })

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
  calledToAction,
  callEnded,
])
export type ScriptedEvent = z.output<typeof ScriptedEvent>
export type RoomEvent = RealEvent | ScriptedEvent

/** Sets the call to action that stands, or ends it. */
export const CallEvent = z.union([calledToAction, callEnded, calledBySomebody, endedBySomebody])
export type CallEvent = z.output<typeof CallEvent>

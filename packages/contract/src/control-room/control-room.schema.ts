import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { Instant } from '../common/time.ts'
import { Cue } from '../live/cue.rules.ts'
import { PastFilm, PastFilmChosen } from '../live/past-film.schema.ts'
import { liveStatuses, platformTypes } from '../live/live.rules.ts'
import { Script } from '../live/show.rules.ts'
import { LiveUserRow } from '../viewer/viewer.routes.ts'
import { PinnedMessage } from '../room/pinned-message.schema.ts'
import { Announcement } from '../room/room.protocol.ts'
import { Addressee, ChatUser, OrderAnswer } from '../room/room-event.schema.ts'
import { RoomProduct } from '../room/room.routes.ts'
import { crewRoles } from './crew.rules.ts'

/** A product as the control room has it. */
export const ControlRoomProduct = RoomProduct.extend({
  /** Shown as the card now; of several the newest is seen. */
  shown: z.boolean(),
  listed: z.boolean(),
  /** Pieces sold in this live, paid or still to be paid. */
  sold: z.number().int(),
  inCarts: z.number().int(),
  /** Pieces held by orders by comment. */
  held: z.number().int(),
})
export type ControlRoomProduct = z.output<typeof ControlRoomProduct>

/** All that the control room draws first; afterwards the socket sends what changes. */
export const ControlRoom = z.object({
  liveId: Id,
  streamId: z.string(),
  liveName: z.string(),
  platformType: z.enum(platformTypes),
  status: z.enum(liveStatuses),
  beginAt: Instant,
  endAt: Instant,
  /** Of the video, ms; null without one. */
  videoMs: z.number().int().nullable(),
  waitingMinutes: z.number().int(),
  posterUrl: z.string(),
  playlistUrl: z.string(),
  /** What plays past the film, for the control room's own picture; null: nobody has chosen anything. */
  pastFilm: PastFilm.nullable(),
  /** The newest choice of that. */
  pastFilmChosen: PastFilmChosen.nullable(),
  youtubeId: z.string(),
  host: ChatUser,
  /** Who asks, as the room would see them. */
  you: ChatUser,
  /** Path of the room, below the audience's origin. */
  roomPath: z.string(),
  anonymousAllowed: z.boolean(),
  slowSeconds: z.number().int(),
  bannedKeywords: z.array(z.string()),
  /** Whether viewers see what is simulated. */
  disclosure: z.boolean(),
  currency: z.enum(currencies),
  script: Script,
  /** In the order they were made, with who made them. */
  cues: z.array(z.object({ id: Id, cue: Cue, byName: z.string() })),
  products: z.array(ControlRoomProduct),
  announcement: Announcement.nullable(),
  /** The viewer’s comment that is pinned for all. */
  pinned: PinnedMessage.nullable(),
  /** Time-outs that run, epoch ms. */
  timeOuts: z.array(z.object({ userId: z.string(), untilMs: z.number().int() })),
  quickReplies: z.array(z.string()),
  /** What was set for who asks in this live alone; null: the role of the firm holds. */
  crewRole: z.enum(crewRoles).nullable(),
  /** Of a rehearsal: the live that it rehearses. */
  rehearsalOf: Id.nullable(),
  /** A rehearsal of this live that runs now. */
  rehearsal: Id.nullable(),
  /** What who asks may do here: moderate the chat, run the show, change the stock; and set the crew of the live. */
  may: z.object({ moderate: z.boolean(), run: z.boolean(), stock: z.boolean(), crew: z.boolean() }),
  mutedUsers: z.array(z.string()),
  /** Ids of lines of the script that were taken down. */
  removedLines: z.array(z.string()),
  now: Instant,
})
export type ControlRoom = z.output<typeof ControlRoom>

/** Figures of a running room; real viewers and paid money only, unless a name says otherwise. */
export const ControlRoomFigures = z.object({
  online: z.number().int(),
  simulated: z.number().int(),
  /** Of `online`, viewers who are one too many of their network and cost the firm no hours. */
  uncharged: z.number().int(),
  /** Distinct viewers who ever came; and in the last minute. */
  joins: z.number().int(),
  joinsLastMinute: z.number().int(),
  /** How often it was watched from its form before a sign-up: in none of the figures of viewers. */
  peeks: z.number().int(),
  comments: z.number().int(),
  /** Paid, refunded since or not; no test orders. */
  orders: z.number().int(),
  revenue: z.number().int(),
  test: z.object({ orders: z.number().int(), revenue: z.number().int() }),
  /** Placed, not paid yet. */
  unpaid: z.number().int(),
  /** Paid, by minute of the live since its begin; minutes without are left out. */
  revenueByMinute: z.array(z.object({ minute: z.number().int(), amount: z.number().int() })),
  lastOrders: z.array(
    z.object({
      id: Id,
      /** Masked: 林*君. */
      name: z.string(),
      what: z.string(),
      totalQuantity: z.number().int(),
      total: z.number().int(),
      isPaid: z.boolean(),
      at: Instant,
    }),
  ),
  products: z.array(
    z.object({ productId: Id, sold: z.number().int(), inCarts: z.number().int(), held: z.number().int() }),
  ),
  now: Instant,
})
export type ControlRoomFigures = z.output<typeof ControlRoomFigures>

export const commentFilters = ['all', 'held', 'marked', 'questions', 'orders', 'removed'] as const

/** A comment of a viewer or of the staff, with what became of it. */
export const ControlRoomComment = z.object({
  seq: z.number().int(),
  /** Room time, ms. */
  ms: z.number().int(),
  at: Instant,
  user: ChatUser,
  text: z.string(),
  to: Addressee.nullable(),
  question: z.boolean(),
  /** Somebody of the staff has answered it. */
  answered: z.boolean(),
  /** Only its writer sees it. */
  held: z.boolean(),
  /** A held comment that the staff has dismissed: it waits for nobody. */
  dismissed: z.boolean(),
  releasedAs: z.number().int().nullable(),
  removed: z.boolean(),
  /** Of its writer, now. */
  muted: z.boolean(),
  marked: z.boolean(),
  /** Who of the staff did the last thing to it; empty: nobody. */
  byName: z.string(),
  order: OrderAnswer.omit({ of: true, user: true }).nullable(),
  /** The writer has bought here before this live. */
  regular: z.boolean(),
})
export type ControlRoomComment = z.output<typeof ControlRoomComment>

/** One person of a room, as the staff sees them. */
export const ControlRoomPerson = LiveUserRow.extend({
  userId: z.string(),
  liveId: Id,
  muted: z.boolean(),
  regular: z.boolean(),
  comments: z.array(ControlRoomComment),
})
export type ControlRoomPerson = z.output<typeof ControlRoomPerson>

export const speakers = ['host', 'staff', 'virtual'] as const

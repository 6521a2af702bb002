import { z } from 'zod'
import { crew, firm, open, viewer } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { OptionalPlainName } from '../common/plain-name.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { priceKinds } from '../product/price.rules.ts'
import { returnExceptions } from '../product/return-exception.ts'
import { PastFilm } from '../live/past-film.schema.ts'
import { liveStatuses, platformTypes } from '../live/live.rules.ts'
import { TrackingSetup } from '../tracking/tracking.schema.ts'
import { RealEvent, ScriptedEvent } from './room-event.schema.ts'

/** The id of a room in public URLs (spec: paramStreamId). */
export const StreamId = z.string().regex(/^[A-Za-z0-9_-]{6,40}$/)
export const ViewerKey = z.string().regex(/^[A-Za-z0-9_-]{16,80}$/)

export const RoomProduct = z.object({
  productId: Id,
  productName: z.string(),
  keyword: z.string(),
  /** Its words as plain text; pages show it as it was written. */
  description: z.string(),
  /** Something is written of it, be it a picture alone: `roomRoutes.description` answers it. */
  described: z.literal(true).optional(),
  unit: z.string(),
  /** What it costs here and now (priceNow in product/price.rules.ts). */
  price: z.number().int(),
  /** Struck through beside it; null: nothing. */
  originalPrice: z.number().int().nullable(),
  /** Which of its prices that is. */
  priceKind: z.enum(priceKinds),
  /** What it comes from: a room asks priceNow again when its live begins or ends, or an offer's time is up. */
  prices: z.object({
    price: z.number().int(),
    originalPrice: z.number().int().nullable(),
    onSalePrice: z.number().int().nullable(),
    onSaleFrom: Instant.nullable(),
    onSaleUntil: Instant.nullable(),
    specialOfferPrice: z.number().int().nullable(),
  }),
  currency: z.enum(currencies),
  imageUrl: z.string(),
  perPersonLimit: z.number().int().nullable(),
  /** Why the 7-day right of return doesn't hold; null: it holds. */
  returnException: z.enum(returnExceptions).nullable(),
  variants: z.array(z.object({ variantId: Id, name: z.string(), keyword: z.string(), left: z.number().int() })),
  /**
   * Whether viewers see how many are left. If not, each `left` here and in the room's frames is 0 or the most that a cart
   * holds; who asks for more than there are learns how many are left. The staff sees the real number.
   */
  showLeft: z.boolean(),
})
export type RoomProduct = z.output<typeof RoomProduct>

/** A room as anybody may see it. */
export const PublicRoom = z.object({
  streamId: StreamId,
  liveName: z.string(),
  platformType: z.enum(platformTypes),
  status: z.enum(liveStatuses),
  beginAt: Instant,
  endAt: Instant,
  waitingMinutes: z.number().int(),
  replayUntil: Instant.nullable(),
  posterUrl: z.string(),
  /** The live playlist; a viewer's player needs nothing else. Empty for a room without a video. */
  playlistUrl: z.string(),
  replayUrl: z.string(),
  /** What plays past the film of a live that goes on; absent while nobody has chosen anything: a word stands then. */
  pastFilm: PastFilm.optional(),
  /** Its picture is higher than wide: it fills a phone from the first moment on. Absent: the video itself shows it. */
  tall: z.boolean().optional(),
  /** Of a room that plays YouTube: the id of the video there; else empty. */
  youtubeId: z.string(),
  /** Pictures with information. */
  infoImages: z.array(z.string()),
  hostName: z.string(),
  anonymousAllowed: z.boolean(),
  /** Whether viewers may send hearts. */
  heartsAllowed: z.boolean(),
  /** Whether viewers see that the broadcast is prerecorded. */
  disclosure: z.boolean(),
  firm: z.object({ name: z.string(), imgUrl: z.string(), contactLink: z.string() }),
  /** Its firm doesn't want search engines to find the page. */
  noindex: z.literal(true).optional(),
  /** Its shop is in test mode: nothing that is bought there is charged. */
  testMode: z.literal(true).optional(),
  /** Path of a form that offers this room, for who has no link; empty when there is none. */
  signupPath: z.string(),
  products: z.array(RoomProduct),
  online: z.number().int(),
  /** `online` counts simulated viewers too; said only where the firm discloses. */
  simulated: z.literal(true).optional(),
  tracking: TrackingSetup,
  now: Instant,
})
export type PublicRoom = z.output<typeof PublicRoom>

export const roomRoutes = defineRoutes('room', {
  show: {
    method: 'GET',
    path: '/live',
    summary: 'The public state of a room.',
    access: open,
    query: z.object({ streamId: StreamId }),
    answer: PublicRoom,
    errors: ['notFound'],
  },
  description: {
    method: 'GET',
    path: '/live/product_description',
    summary: 'What is written of a product of a room, as the HTML that a page shows; fetched when somebody reads it.',
    access: open,
    query: z.object({ streamId: StreamId, productId: Id }),
    answer: z.object({ description: z.string() }),
    errors: ['notFound'],
    added: true,
  },
  publish: {
    method: 'POST',
    path: '/live',
    summary: 'Opens (publishes) a draft.',
    access: firm('stream', 'write'),
    body: z.object({ liveId: Id }),
    answer: Nothing,
    errors: ['noData', 'conflict', 'balanceTooLow'],
  },
  cancel: {
    method: 'DELETE',
    path: '/live',
    summary: 'Cancels a live that has not ended.',
    access: firm('stream', 'write'),
    query: z.object({ liveId: Id }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
  },
  close: {
    method: 'DELETE',
    path: '/live/close',
    summary: 'Ends a running live now.',
    access: crew('show', 'write'),
    query: z.object({ liveId: Id }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
  },
  join: {
    method: 'POST',
    path: '/live/user',
    summary: 'Joins a room: answers the ticket that the socket takes as its first frame.',
    access: open,
    body: z.object({
      streamId: StreamId,
      /** The {userId} of a personal link, or what an anonymous join answered before on this device. */
      viewerKey: ViewerKey.optional(),
      /** Name of an anonymous viewer. */
      name: OptionalPlainName(40).optional(),
    }),
    answer: z.object({
      ticket: z.string(),
      viewerKey: ViewerKey,
      name: z.string(),
      anonymous: z.boolean(),
      /** Pieces of a cart that came along with somebody who signed up in this browser; absent where there was none. */
      cart: z
        .object({
          moved: z.number().int().min(0),
          /** Beyond what one person may buy, or no longer sold. */
          leftBehind: z.number().int().min(0),
        })
        .optional(),
      now: Instant,
    }),
    errors: ['notFound', 'gone', 'forbidden', 'tooManyRequests'],
  },
  history: {
    method: 'GET',
    path: '/live/history_message',
    summary:
      'Real events before a seq, oldest first; with the room time of the oldest event held, also what the script had said and shown before it.',
    access: viewer,
    query: z.object({
      streamId: StreamId,
      before: z.coerce.number().int().min(1),
      /** Room time of the oldest event held: scripted events before it count too. Without it real ones alone. */
      beforeMs: z.coerce.number().int().optional(),
      /** Where that event is a scripted one: its id, for what the script says at the same instant. */
      beforeSid: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.object({ events: z.array(z.union([RealEvent, ScriptedEvent])) }),
    errors: ['notFound'],
  },
})

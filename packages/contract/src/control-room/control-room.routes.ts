import { z } from 'zod'
import { crew, firm } from '../common/access.ts'
import { Id, Line, Nothing, OptionalLine } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { liveStatuses } from '../live/live.rules.ts'
import { PastFilmBody, PastFilmChosen } from '../live/past-film.schema.ts'
import { LiveUserRow } from '../viewer/viewer.routes.ts'
import {
  commentFilters,
  ControlRoom,
  ControlRoomComment,
  ControlRoomFigures,
  ControlRoomPerson,
  speakers,
} from './control-room.schema.ts'
import { roomLimits } from '../room/room.limits.ts'
import { Announcement, MessageId } from '../room/room.protocol.ts'

/** publicId of somebody in a room: user.userId of a chat message. */
const PublicId = z.string().min(1).max(60)
const Seq = z.coerce.number().int().min(1)
const ofLive = { liveId: Id }
const OfLive = z.object(ofLive)
const words = {
  ...ofLive,
  id: MessageId,
  text: Line(roomLimits.messageCharacters),
  /** Whose comment it answers. */
  to: Seq.nullable().default(null),
}
const Said = z.object({ seq: z.number().int(), ms: z.number().int() })

export const controlRoomRoutes = defineRoutes('room', {
  controlRoom: {
    method: 'GET',
    path: '/live/control_room',
    summary: 'The control room of a live: what it plays, sells and says, and how it is set.',
    access: crew('room'),
    query: OfLive,
    answer: ControlRoom,
    errors: ['notFound'],
    added: true,
  },
  ticket: {
    method: 'POST',
    path: '/live/control_room_ticket',
    summary: 'A ticket for the control room’s socket; the seat ends with the session that asked.',
    access: crew('room', 'read'),
    body: OfLive,
    answer: z.object({ ticket: z.string(), now: Instant }),
    errors: ['noData', 'gone', 'conflict'],
    added: true,
  },
  running: {
    method: 'GET',
    path: '/live/running',
    summary: 'Rooms of the firm that are open or live now, the soonest to begin first, for the inbox of all rooms.',
    access: firm('room'),
    answer: z.object({
      lives: z.array(
        z.object({
          id: Id,
          streamId: z.string(),
          liveName: z.string(),
          status: z.enum(liveStatuses),
          beginAt: Instant,
          endAt: Instant,
          imageUrl: z.string(),
          online: z.number().int(),
          /** Held comments and unclear orders that nobody has decided. */
          waiting: z.number().int(),
        }),
      ),
      now: Instant,
    }),
    added: true,
  },
  figures: {
    method: 'GET',
    path: '/live/figures',
    summary: 'Live figures of a room.',
    access: crew('room'),
    query: OfLive,
    answer: ControlRoomFigures,
    errors: ['notFound'],
    added: true,
  },
  comments: {
    method: 'GET',
    path: '/live/comment',
    summary:
      'Comments of a live for the staff, the newest first, with what became of each; scripted ones are not among them.',
    access: crew('room'),
    query: z.object({
      ...ofLive,
      filter: z.enum(commentFilters).default('all'),
      q: ListQuery.shape.q,
      before: Seq.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    answer: z.object({
      comments: z.array(ControlRoomComment),
      /** Of all filters, for their tabs. */
      counts: z.object({
        all: z.number().int(),
        held: z.number().int(),
        marked: z.number().int(),
        questions: z.number().int(),
        orders: z.number().int(),
        removed: z.number().int(),
      }),
      /** The room's newest number when it was counted: what came later is not in the counts. */
      seq: z.number().int(),
    }),
    errors: ['notFound'],
  },
  person: {
    method: 'GET',
    path: '/live/comment/user',
    summary: 'One person of a room with what they said, watched and bought.',
    access: crew('room'),
    query: z.object({ ...ofLive, userId: PublicId }),
    answer: ControlRoomPerson,
    errors: ['notFound'],
  },
  viewers: {
    method: 'GET',
    path: '/live/user',
    summary: 'Viewers of a room, those in it now first.',
    access: crew('room'),
    query: ListQuery.pick({ limit: true, cursor: true, q: true }).extend({
      ...ofLive,
      online: z.enum(['yes', 'no']).optional(),
    }),
    answer: pageOf(LiveUserRow.extend({ userId: z.string(), muted: z.boolean() })),
    errors: ['notFound'],
  },
  userImages: {
    method: 'GET',
    path: '/live/user_img_list',
    summary: 'Virtual users of the firm as whom the staff may speak.',
    access: crew('show'),
    query: z.object({ q: ListQuery.shape.q, liveId: Id.optional() }),
    answer: z.object({ users: z.array(z.object({ id: Id, name: z.string(), imgUrl: z.string() })) }),
  },
  say: {
    method: 'POST',
    path: '/live/say',
    summary:
      'Says something in the room as host, as oneself or as a virtual user; the same `id` again says nothing twice.',
    access: crew('show', 'write'),
    body: z.object({ ...words, as: z.enum(speakers), virtualUserId: Id.nullable().default(null) }),
    answer: Said,
    errors: ['noData', 'conflict'],
    added: true,
  },
  sayAsSelf: {
    method: 'POST',
    path: '/live/say_as_self',
    summary: 'Says something in the room as oneself, with the badge of the staff; the same `id` says nothing twice.',
    access: crew('room', 'write'),
    body: z.object(words),
    answer: Said,
    errors: ['noData', 'conflict'],
    added: true,
  },
  decide: {
    method: 'POST',
    path: '/live/decide_comment',
    summary:
      'Releases a held comment to all, takes one away, or gives it back. Of two at once the first counts; deciding the same again changes nothing.',
    access: crew('room', 'write'),
    body: z.object({
      ...ofLive,
      seq: z.number().int().min(1),
      decision: z.enum(['release', 'remove', 'restore', 'dismiss']),
    }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  mute: {
    method: 'POST',
    path: '/live/mute_user',
    summary: 'Hides what a viewer says, and said, from all others; or hears them again.',
    access: crew('room', 'write'),
    body: z.object({ ...ofLive, userId: PublicId, muted: z.boolean() }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  broadcast: {
    method: 'POST',
    path: '/live/broadcast',
    summary: 'Pins a message of the host for all; an empty text takes it down.',
    access: crew('show', 'write'),
    body: z.object({
      ...ofLive,
      text: OptionalLine(200),
      /** How long it stays; null: until it is taken down. */
      seconds: z.number().int().min(5).max(3600).nullable().default(null),
    }),
    answer: z.object({ announcement: Announcement.nullable() }),
    errors: ['noData', 'conflict'],
  },
  keyword: {
    method: 'POST',
    path: '/live/keyword',
    summary: 'Edits the banned words of a room, also while it runs, or answers whether they would hold back a text.',
    access: crew('room', 'write'),
    body: z.object({
      ...ofLive,
      /** Without it they stay. */
      bannedKeywords: z.array(OptionalLine(40)).max(500).optional(),
      test: z.string().max(300).default(''),
    }),
    answer: z.object({ bannedKeywords: z.array(z.string()), held: z.boolean() }),
    errors: ['noData', 'conflict'],
  },
  product: {
    method: 'POST',
    path: '/live/product',
    summary: 'Shows a product as the card now or takes it off, lists or unlists it, or adds one to the live.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, productId: Id, action: z.enum(['show', 'hide', 'list', 'unlist', 'add']) }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  settings: {
    method: 'POST',
    path: '/live/settings',
    summary: 'Sets slow mode, of a room that may be running.',
    access: crew('room', 'write'),
    body: z.object({ ...ofLive, slowSeconds: z.number().int().min(0).max(roomLimits.maxSlowSeconds) }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  anonymousEntry: {
    method: 'POST',
    path: '/live/anonymous_entry',
    summary: 'Opens a room to who has not signed up, or closes it: those who are in then leave.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, anonymousAllowed: z.boolean() }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  extend: {
    method: 'POST',
    path: '/live/extend',
    summary: 'Keeps a running room open longer than its video, and says what viewers see then.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, minutes: z.number().int().min(1).max(240), pastFilm: PastFilmBody.optional() }),
    answer: z.object({ endAt: Instant }),
    errors: ['noData', 'conflict'],
    added: true,
  },
  pastFilm: {
    method: 'POST',
    path: '/live/past_film',
    summary: 'Changes what viewers see past the end of the video: a word, its last minute again, or another recording.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, ...PastFilmBody.shape }),
    answer: PastFilmChosen.pick({ from: true }),
    errors: ['noData', 'conflict'],
    added: true,
  },
  quickReplies: {
    method: 'PUT',
    path: '/live/quick_reply',
    summary: 'Sets the firm’s ready answers, at most nine.',
    access: firm('show', 'write'),
    body: z.object({ quickReplies: z.array(Line(roomLimits.messageCharacters)).max(9) }),
    answer: z.object({ quickReplies: z.array(z.string()) }),
    added: true,
  },
})

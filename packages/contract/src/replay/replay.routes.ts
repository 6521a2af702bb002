import { z } from 'zod'
import { open, viewer } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { GiveawayPair } from '../room/giveaway.schema.ts'
import { PollPair } from '../room/poll.schema.ts'
import { PinnedMessage } from '../room/pinned-message.schema.ts'
import { Announcement } from '../room/room.protocol.ts'
import { RealEvent, ScriptedEvent } from '../room/room-event.schema.ts'
import { StreamId } from '../room/room.routes.ts'

/** Room time that one answer covers, ms. */
export const replayChunkMs = 300_000

/** A piece of what happened in a room, to be played at the playhead. */
export const ReplayChunk = z.object({
  fromMs: z.number().int(),
  /** Where the next piece begins; null: this is the last one. */
  untilMs: z.number().int().nullable(),
  /** How things stood at `fromMs`. */
  start: z.object({
    shown: z.array(Id),
    unlisted: z.array(Id),
    callToAction: z.object({ text: z.string(), url: z.string().optional(), sid: z.string().optional() }).nullable(),
    announcement: Announcement.nullable(),
    pinned: PinnedMessage.nullable(),
  }),
  /** By place; without what was held, removed, or said by who is muted. */
  events: z.array(z.union([RealEvent, ScriptedEvent])),
  /** The polls of the whole live with what they came to, by time; see `replayedPollAt`. */
  polls: z.array(PollPair).default([]),
  /** The giveaways of the whole live with their draws, by time; see `replayedGiveawayAt`. */
  giveaways: z.array(GiveawayPair).default([]),
  /** Hearts that fly: real ones of this piece by the second, and all that the script has. See `heartsBetween`. */
  hearts: z
    .array(
      z.object({
        atMs: z.number().int(),
        seconds: z.number().int().min(1),
        count: z.number().int().min(1),
        /** Marked, where the firm discloses. */
        simulated: z.literal(true).optional(),
      }),
    )
    .default([]),
  /** When each product came on screen, by time: the chapters; none lies beyond the end of the video. */
  chapters: z.array(z.object({ ms: z.number().int(), productId: Id })),
})
export type ReplayChunk = z.output<typeof ReplayChunk>

export const replayRoutes = defineRoutes('room', {
  replay: {
    method: 'GET',
    path: '/live/replay',
    summary: 'What happened in an ended live whose replay is open, a piece of five minutes of room time at once.',
    access: open,
    query: z.object({ streamId: StreamId, fromMs: z.coerce.number().int().min(0).max(172_800_000).default(0) }),
    answer: ReplayChunk,
    errors: ['notFound', 'gone'],
    added: true,
  },
  timeLog: {
    method: 'POST',
    path: '/live/user/time_log',
    summary:
      'Says every 15 seconds that a replay is being watched, and where. What counts is the server’s own clock: the time between two of these, at most 30 seconds; more viewers of one address than may sit in a room count nothing.',
    access: viewer,
    body: z.object({ streamId: StreamId, playheadMs: z.number().int().min(0), playing: z.boolean() }),
    answer: Nothing,
    errors: ['notFound', 'gone', 'tooManyRequests'],
  },
})

import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'

/** A viewer's comment that the firm has marked as a favourite. */
export const RoomMark = z.object({
  seq: z.number().int().min(1),
  /** Room time: milliseconds since the live's begin, negative in the waiting room. */
  ms: z.number().int(),
  name: z.string(),
  text: z.string(),
  markedAt: Instant,
})
export type RoomMark = z.output<typeof RoomMark>

export const markRoutes = defineRoutes('room', {
  mark: {
    method: 'POST',
    path: '/live/mark',
    summary: 'Marks a viewer’s comment as a favourite, or takes the mark off; marking twice is marking once.',
    access: crew('room', 'write'),
    body: z.object({ liveId: Id, seq: z.number().int().min(1), marked: z.boolean().default(true) }),
    answer: Nothing,
    errors: ['noData'],
  },
  marks: {
    method: 'GET',
    path: '/live/mark',
    summary: 'The marked comments of a live in the order of its room.',
    access: crew('room'),
    query: z.object({ liveId: Id }),
    answer: z.object({ marks: z.array(RoomMark) }),
    errors: ['noData'],
    added: true,
  },
})

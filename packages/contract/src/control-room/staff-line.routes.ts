import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Line } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { roomLimits } from '../room/room.limits.ts'
import { MessageId } from '../room/room.protocol.ts'

/** What one of the staff said to the others. */
export const StaffMessage = z.object({
  seq: z.number().int(),
  at: Instant,
  by: z.object({ userId: z.string(), name: z.string() }),
  text: z.string(),
})
export type StaffMessage = z.output<typeof StaffMessage>

export const staffLineRoutes = defineRoutes('room', {
  list: {
    method: 'GET',
    path: '/live/staff_line',
    summary: 'What the staff of a live said among themselves, the oldest first; the newest 200.',
    access: crew('room'),
    query: z.object({ liveId: Id }),
    answer: z.object({ messages: z.array(StaffMessage) }),
    errors: ['notFound'],
    added: true,
  },
  say: {
    method: 'POST',
    path: '/live/staff_line',
    summary: 'Says something to the staff of a live alone; the same `id` again says nothing twice.',
    access: crew('room', 'write'),
    body: z.object({ liveId: Id, id: MessageId, text: Line(roomLimits.messageCharacters) }),
    answer: z.object({ seq: z.number().int() }),
    errors: ['noData', 'conflict'],
    added: true,
  },
})

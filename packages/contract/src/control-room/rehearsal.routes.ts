import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { PublicRoom } from '../room/room.routes.ts'

export const rehearsalRoutes = defineRoutes('room', {
  begin: {
    method: 'POST',
    path: '/live/rehearsal',
    summary:
      'Plays a live that has not begun to its staff alone, from a second of it; a rehearsal of it that runs is over. Nothing of it counts, and viewers can’t enter.',
    access: crew('show', 'write'),
    body: z.object({
      liveId: Id,
      fromSecond: z
        .number()
        .int()
        .min(0)
        .max(86_400 * 2)
        .default(0),
    }),
    /** Its control room is that of a live with this id. */
    answer: z.object({ liveId: Id }),
    errors: ['noData', 'conflict'],
    added: true,
  },
  show: {
    method: 'GET',
    path: '/live/rehearsal',
    summary: 'What a rehearsal needs to be seen as its viewers would: the room, and the recording that it plays.',
    access: crew('room'),
    query: z.object({ liveId: Id }),
    answer: z.object({
      room: PublicRoom,
      /** A VOD playlist; empty: the live plays no video of the firm. */
      recordingUrl: z.string(),
    }),
    errors: ['notFound'],
    added: true,
  },
  end: {
    method: 'DELETE',
    path: '/live/rehearsal',
    summary: 'Ends a rehearsal for all who are in it; nothing of it is kept.',
    access: crew('show', 'write'),
    query: z.object({ liveId: Id }),
    answer: Nothing,
    errors: ['noData'],
    added: true,
  },
})

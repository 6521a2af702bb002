import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'

export const pinnedMessageRoutes = defineRoutes('room', {
  pin: {
    method: 'POST',
    path: '/live/pinned_message',
    summary: 'Pins a viewer’s comment that all see, in the place of the one before; the same again changes nothing.',
    access: crew('room', 'write'),
    body: z.object({ liveId: Id, seq: z.number().int().min(1) }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  unpin: {
    method: 'DELETE',
    path: '/live/pinned_message',
    summary: 'Takes down the comment that is pinned; where none is nothing happens.',
    access: crew('room', 'write'),
    query: z.object({ liveId: Id }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
})

import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'

/** Minutes for which a viewer may be given a time-out. */
export const timeOutMinutes = [5, 15, 60] as const

const ofViewer = {
  liveId: Id,
  /** user.userId of a chat message: the publicId. */
  userId: z.string().min(1).max(60),
}

export const timeOutRoutes = defineRoutes('room', {
  give: {
    method: 'POST',
    path: '/live/time_out',
    summary:
      'Lets a viewer write nothing for 5, 15 or 60 minutes from now, in the place of a time-out before; they go on watching and buying.',
    access: crew('room', 'write'),
    body: z.object({ ...ofViewer, minutes: z.literal(timeOutMinutes) }),
    answer: z.object({ until: Instant }),
    errors: ['noData', 'conflict'],
    added: true,
  },
  end: {
    method: 'DELETE',
    path: '/live/time_out',
    summary: 'Ends a viewer’s time-out; where none runs nothing happens.',
    access: crew('room', 'write'),
    query: z.object(ofViewer),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
})

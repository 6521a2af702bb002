import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { PollQuestion } from '../room/poll.schema.ts'

const ofLive = { liveId: Id }

/** What the staff asks the viewers of a running room. */
export const pollControlRoutes = defineRoutes('room', {
  openPoll: {
    method: 'POST',
    path: '/live/poll',
    summary: 'Opens a poll on the spot, in the place of the one that stands, for so many seconds.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, ...PollQuestion.shape }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  closePoll: {
    method: 'DELETE',
    path: '/live/poll',
    summary: 'Closes the poll that is open, whoever opened it; where none is nothing happens.',
    access: crew('show', 'write'),
    query: z.object(ofLive),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
})

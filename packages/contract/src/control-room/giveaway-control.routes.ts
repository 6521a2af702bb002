import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { GiveawayOffer } from '../room/giveaway.schema.ts'

const ofLive = { liveId: Id }

/** What the staff gives away in a running room. */
export const giveawayControlRoutes = defineRoutes('room', {
  openGiveaway: {
    method: 'POST',
    path: '/live/giveaway',
    summary:
      'Opens a giveaway on the spot among those who say a word, in the place of the one that stands, for so many seconds.',
    access: crew('show', 'write'),
    body: z.object({ ...ofLive, ...GiveawayOffer.shape }),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  drawGiveaway: {
    method: 'DELETE',
    path: '/live/giveaway',
    summary: 'Draws the giveaway that is open now, whoever opened it; where none is nothing happens.',
    access: crew('show', 'write'),
    query: z.object(ofLive),
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
  giveaways: {
    method: 'GET',
    path: '/live/giveaway',
    summary: 'The giveaways of a live that have been drawn, with who took part: for checking and for sending prizes.',
    access: crew('show'),
    query: z.object(ofLive),
    answer: z.object({
      items: z.array(
        z.object({
          giveaway: Id,
          prize: z.string(),
          word: z.string(),
          winners: z.number().int(),
          commitment: z.string(),
          seed: z.string(),
          digest: z.string(),
          entrants: z.array(z.object({ userId: z.string(), name: z.string() })),
        }),
      ),
    }),
    errors: ['noData'],
    added: true,
  },
})

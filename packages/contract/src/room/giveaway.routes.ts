import { z } from 'zod'
import { open } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { GiveawayDraw } from './giveaway.schema.ts'
import { StreamId } from './room.routes.ts'

/** What anybody needs to look at a draw again and to check it. */
export const giveawayRoutes = defineRoutes('room', {
  draws: {
    method: 'GET',
    path: '/live/giveaway_draws',
    summary:
      'The giveaways of a live that have been drawn, the oldest first, each with what was promised before and made known after: what the room told everybody, for the end page.',
    access: open,
    query: z.object({ streamId: StreamId }),
    answer: z.object({ draws: z.array(GiveawayDraw) }),
    errors: ['notFound'],
    added: true,
  },
  entrants: {
    method: 'GET',
    path: '/live/giveaway_entrants',
    summary:
      'The public ids of who took part in a giveaway that has been drawn, without names: with the seed, which its draw made known, anybody draws again.',
    access: open,
    query: z.object({ streamId: StreamId, giveaway: Id }),
    answer: z.object({ entrants: z.array(z.string()) }),
    errors: ['notFound'],
    added: true,
  },
})

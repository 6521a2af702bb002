import { z } from 'zod'
import { crew } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'

/** What can be done to several comments at once. */
export const manyDecisions = ['release', 'remove', 'restore', 'mark', 'unmark'] as const
export type ManyDecision = (typeof manyDecisions)[number]
export const maxMany = 100

export const manyCommentsRoutes = defineRoutes('room', {
  decide: {
    method: 'POST',
    path: '/live/decide_comments',
    summary:
      'Releases, takes away, gives back or marks several comments, at most 100. Of each the first decision counts, as one by one; answers which were decided otherwise meanwhile.',
    access: crew('room', 'write'),
    body: z.object({
      liveId: Id,
      seqs: z.array(z.number().int().min(1)).min(1).max(maxMany),
      decision: z.enum(manyDecisions),
    }),
    answer: z.object({ done: z.number().int(), refused: z.array(z.number().int()) }),
    errors: ['noData', 'conflict'],
    added: true,
  },
})

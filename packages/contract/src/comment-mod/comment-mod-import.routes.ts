import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id } from '../common/fields.ts'
import { ImportFile, importRoutesAt } from '../common/import-run.ts'
import { defineRoutes } from '../common/route.ts'
import { ShownComment } from './comment-mod.routes.ts'

/** Comments out of a file, for the editor of a group: the group itself changes when it is saved there. */
export const commentModImportRoutes = defineRoutes('console', {
  ...importRoutesAt('/comment_mod/import', firm('stream', 'write'), {
    what: 'comments for the editor of a group',
    body: ImportFile.extend({
      /** The group that the rows are compared with, as it is saved; without it all are new. */
      commentModId: Id.optional(),
    }),
    start: z.object({
      /** Makes virtual users of the names that nobody has. */
      makeUsers: z.boolean().default(false),
    }),
  }),
  comments: {
    method: 'GET',
    path: '/comment_mod/import/:id/comments',
    summary: 'The comments of a file that was brought in, by second: those that are new to the group or change it.',
    access: firm('stream', 'write'),
    params: ById,
    answer: z.object({
      comments: z.array(
        ShownComment.extend({
          /** The words that it replaces; null: it is new. */
          before: z.string().nullable(),
        }),
      ),
    }),
    errors: ['gone'],
    added: true,
  },
})

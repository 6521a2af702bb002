import { z } from 'zod'
import { open } from '../common/access.ts'
import { defineRoutes } from '../common/route.ts'

export const shortLinkRoutes = defineRoutes('console', {
  contrast: {
    method: 'GET',
    path: '/url_contrast_redirect',
    summary:
      'Where a short or custom URL leads: into a room or its replay, to a form, to a sales page. A whole address or its last part.',
    access: open,
    query: z.object({ url: z.string().min(1).max(500) }),
    answer: z.object({ path: z.string() }),
    errors: ['notFound'],
  },
})

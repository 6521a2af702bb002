import type { FeatureNames } from './names.ts'

/** Path → text of what both sides agree on. */
export const contractFiles = ({ slug, camel, pascal, snake, title }: FeatureNames): Record<string, string> => ({
  [`packages/contract/src/${slug}/${slug}.routes.ts`]: `import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Line, Nothing } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'

export const ${pascal} = z.object({ id: Id, name: z.string(), createdAt: Instant })
export type ${pascal} = z.output<typeof ${pascal}>

export const ${pascal}Body = z.object({ name: Line(80) })
export type ${pascal}Body = z.output<typeof ${pascal}Body>

export const ${camel}Routes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/${snake}',
    summary: '${title}s of the firm, newest first.',
    access: firm('stream'),
    query: ListQuery,
    answer: pageOf(${pascal}),
    added: true,
  },
  create: {
    method: 'POST',
    path: '/${snake}',
    summary: 'Makes a ${title.toLowerCase()}.',
    access: firm('stream'),
    body: ${pascal}Body,
    answer: ${pascal},
    idempotency: 'optional',
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/${snake}/:id',
    summary: 'Changes a ${title.toLowerCase()}.',
    access: firm('stream'),
    params: ById,
    body: ${pascal}Body,
    answer: ${pascal},
    errors: ['noData'],
    added: true,
  },
  remove: {
    method: 'DELETE',
    path: '/${snake}/:id',
    summary: 'Deletes a ${title.toLowerCase()}.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
    errors: ['noData'],
    added: true,
  },
})
`,
})

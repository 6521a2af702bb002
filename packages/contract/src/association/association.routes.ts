import { z } from 'zod'
import { firm } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { resourceRoutes } from '../common/resource.ts'
import { defineRoutes } from '../common/route.ts'
import { association } from './association.resource.ts'
import { AssociationProgram } from './association.schema.ts'

/** Links of partners, and what holds for all of them. */
export const associationRoutes = defineRoutes('console', {
  ...resourceRoutes(association),
  sendLink: {
    method: 'POST',
    path: '/partner/association_change_url_letter',
    summary: 'Sends a partner a link of its own as it is now: its code, where it leads, what it pays.',
    access: firm('association'),
    body: z.object({ associationId: Id }),
    answer: Nothing,
    errors: ['noData', 'tooManyRequests'],
  },
  program: {
    method: 'GET',
    path: '/partner/program',
    summary: 'What holds for all partners: first or last click, least payout.',
    access: firm('association'),
    answer: AssociationProgram,
    added: true,
  },
  changeProgram: {
    method: 'PUT',
    path: '/partner/program',
    summary: 'Changes what holds for all partners; sales from before stay as they were credited.',
    access: firm('association'),
    body: AssociationProgram,
    answer: AssociationProgram,
    added: true,
  },
})

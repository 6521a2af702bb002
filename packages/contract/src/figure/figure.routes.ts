import { firm } from '../common/access.ts'
import { defineRoutes } from '../common/route.ts'
import { Dashboard, DashboardQuery } from './figure.schema.ts'

export const figureRoutes = defineRoutes('console', {
  dashboard: {
    method: 'GET',
    path: '/dashboard',
    summary:
      'Figures of one live or of days in Taipei, counted from what happened: how many came how far, what sold, by minute or day and by product. A few seconds old at most; play money, members’ own visits and rehearsals never count.',
    access: firm('dashboard'),
    query: DashboardQuery,
    answer: Dashboard,
    errors: ['notFound'],
  },
})

import { firm } from '../common/access.ts'
import { Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'

export const accessRoutes = defineRoutes('console', {
  reload: {
    method: 'GET',
    path: '/update_casbin_policy',
    summary: 'Reads the access policy again from the database, on every node.',
    access: firm('member', 'write'),
    answer: Nothing,
  },
})

import { z } from 'zod'
import { firm, grant } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'

/** What a grant for reading the policy again is for. */
export const policyAction = 'update_casbin_policy'

export const accessRoutes = defineRoutes('console', {
  reload: {
    method: 'GET',
    path: '/update_casbin_policy',
    summary: 'Reads the access policy again from the database, on every node.',
    access: firm('member', 'write'),
    answer: Nothing,
  },
  grant: {
    method: 'POST',
    path: '/update_casbin_policy/grant',
    summary:
      'Signs a grant to have the purchase service read the access policy again: for this member and firm, once, for a minute.',
    access: firm('member', 'write'),
    body: z.object({}),
    answer: z.object({ grant: z.string(), expiresAt: Instant }),
    added: true,
  },
})

/** At the purchase service, which knows no sessions. */
export const policyRoutes = defineRoutes('purchase', {
  reload: {
    method: 'GET',
    path: '/update_casbin_policy',
    summary:
      'Counts the version of the access policy up, by a grant that is used up with it; every node reads it again.',
    access: grant(policyAction),
    /** Of a GET the grant stands in the query, for it has no body. */
    query: z.object({ grant: z.string().max(2000), firmId: Id }),
    answer: z.object({ version: z.number().int() }),
    errors: ['conflict'],
  },
})

import { z } from 'zod'
import { partnerSession } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'

/** A partner's own link that still earns: what it pays now, and the pages that it may lead to. */
export const OwnLink = z.object({
  id: Id,
  /** Empty: it has none. */
  name: z.string(),
  code: z.string(),
  rateKind: z.enum(['percent', 'amount']),
  /** Hundredths of a percent; of kind `percent`. */
  basisPoints: z.number().int().nullable(),
  /** For each order, minor units; of kind `amount`. */
  amount: z.number().int().nullable(),
  /** Null: it does not end. */
  endAt: Instant.nullable(),
  /** Published forms, the newest first; `path` is below the audience's origin and holds the code. */
  pages: z.array(z.object({ title: z.string(), path: z.string() })),
})
export type OwnLink = z.output<typeof OwnLink>

/** A partner's links to itself. Its path is below the session's, so that the session's cookie is sent along. */
export const ownLinkRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/partner_session/link',
    summary: "A partner's own links that still earn, with the pages that each may lead to.",
    access: partnerSession,
    answer: z.array(OwnLink),
    added: true,
  },
})

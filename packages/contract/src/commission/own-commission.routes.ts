import { z } from 'zod'
import { partnerSession } from '../common/access.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Commission, Statement } from './commission.schema.ts'

/** A commission to the partner who earns it: nobody's order number, and of the buyer's name the first and last letter. */
export const OwnCommission = Commission.pick({
  id: true,
  code: true,
  currency: true,
  base: true,
  amount: true,
  reversed: true,
  paidAt: true,
  dueAt: true,
  state: true,
}).extend({
  /** '王○明'; empty: the buyer's data were erased. */
  buyer: z.string(),
  /** It earned nothing, for the buyer is the partner. By what that is known is not the partner's to read. */
  isOwnPurchase: z.boolean(),
})
export type OwnCommission = z.output<typeof OwnCommission>

/** A statement to its partner. */
export const OwnStatement = Statement.pick({
  id: true,
  month: true,
  currency: true,
  carried: true,
  earned: true,
  reversed: true,
  total: true,
  payable: true,
  carriedOn: true,
}).extend({
  /** carried: nothing is paid of it · payable: it waits for the shop · sent: the bank has it. */
  state: z.enum(['carried', 'payable', 'sent']),
})
export type OwnStatement = z.output<typeof OwnStatement>

const OwnQuery = ListQuery.pick({ limit: true, cursor: true })

/** What a partner earns, to itself. The paths are below the session's, so that the session's cookie is sent along. */
export const ownCommissionRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/partner_session/commission',
    summary: "Sales by a partner's own links with what they earn, the newest first; buyers' names are masked.",
    access: partnerSession,
    query: OwnQuery,
    answer: pageOf(OwnCommission),
    added: true,
  },
  statements: {
    method: 'GET',
    path: '/partner_session/statement',
    summary: "A partner's own monthly statements, the newest first.",
    access: partnerSession,
    query: OwnQuery,
    answer: pageOf(OwnStatement),
    added: true,
  },
})

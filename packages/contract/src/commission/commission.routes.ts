import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, OptionalLine } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { Commission, CommissionFilter, Payout, Statement, StatementFilter } from './commission.schema.ts'

/** What partners earn, what of it is due, and how it is paid out. */
export const commissionRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/partner/commission',
    summary: 'Sales by partner links with what they earn, the newest first; of one partner or one link.',
    access: firm('association'),
    query: CommissionFilter,
    answer: pageOf(Commission),
    added: true,
  },
  statements: {
    method: 'GET',
    path: '/partner/statement',
    summary: 'Monthly statements of partners, the newest first; of one partner or one month.',
    access: firm('association'),
    query: StatementFilter,
    answer: pageOf(Statement),
    added: true,
  },
  payouts: {
    method: 'GET',
    path: '/partner/payout',
    summary: 'Payout batches, the newest first.',
    access: firm('association'),
    query: ListQuery.pick({ limit: true, cursor: true }),
    answer: pageOf(Payout),
    added: true,
  },
  makePayout: {
    method: 'POST',
    path: '/partner/payout',
    summary:
      'Makes a payout batch of every statement that is payable and unpaid; partners without an account are left out.',
    access: firm('association', 'personal'),
    body: z.object({
      /** What partners see on their bank statement. */
      note: OptionalLine(20).default(''),
    }),
    answer: Payout,
    errors: ['conflict'],
    idempotency: 'required',
    added: true,
  },
  bankFile: {
    method: 'GET',
    path: '/partner/payout/:id/bank_file',
    summary: 'The transfers of a payout batch for the bank, as CSV: bank code, account, holder, amount, note.',
    access: firm('association', 'personal'),
    params: ById,
    answer: raw('text/csv; charset=utf-8'),
    errors: ['gone'],
    added: true,
  },
  markSent: {
    method: 'POST',
    path: '/partner/payout/:id/sent',
    summary: 'Says that the bank has a payout batch: it can not be undone any more.',
    access: firm('association', 'personal'),
    params: ById,
    body: z.object({}),
    answer: Payout,
    errors: ['noData', 'conflict'],
    added: true,
  },
  undoPayout: {
    method: 'POST',
    path: '/partner/payout/:id/undo',
    summary: 'Takes a payout batch back that is not marked as sent: its statements are payable again.',
    access: firm('association', 'personal'),
    params: ById,
    body: z.object({}),
    answer: Payout,
    errors: ['noData', 'conflict'],
    added: true,
  },
})

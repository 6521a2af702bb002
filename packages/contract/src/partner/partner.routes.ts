import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Nothing } from '../common/fields.ts'
import { languages } from '../common/language.ts'
import { resourceRoutes } from '../common/resource.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { partner } from './partner.resource.ts'
import { PayoutAccount } from './partner.schema.ts'

const { remove, ...others } = resourceRoutes(partner)

/** Who promotes the firm, as its staff keeps them. */
export const partnerRoutes = defineRoutes('console', {
  ...others,
  remove: {
    method: 'DELETE',
    path: '/partner/:id',
    summary: 'Removes a partner: the links end, what is earned stays and is paid out. Answers what is owed.',
    access: firm('association'),
    params: ById,
    answer: z.object({
      /** Minor units. */
      owed: z.number().int(),
    }),
    errors: remove.errors,
  },
  setPayoutAccount: {
    method: 'PUT',
    path: '/partner/:id/payout_account',
    summary: 'Where payouts to a partner go: stored encrypted; lists show the last digits alone.',
    access: firm('association', 'personal'),
    params: ById,
    body: PayoutAccount,
    answer: partner.Record,
    errors: ['noData'],
    added: true,
  },
  passwordLink: {
    method: 'POST',
    path: '/partner/:id/password_link',
    summary: 'A link by which the partner sets a password, once, within seven days; ends the ones from before.',
    access: firm('association'),
    params: ById,
    body: z.object({}),
    answer: z.object({
      /** Below the audience's origin. */
      path: z.string(),
      expiresAt: Instant,
    }),
    errors: ['noData'],
    added: true,
  },
  invite: {
    method: 'POST',
    path: '/partner/association_notice_letter',
    summary: 'Sends a partner the address of its own page and a link that sets a password; ends the links from before.',
    access: firm('association'),
    body: z.object({
      partnerId: Id,
      /** In which the partner is written to, until its own page is used in the other one. */
      language: z.enum(languages),
    }),
    answer: Nothing,
    errors: ['noData', 'tooManyRequests'],
  },
  availableForms: {
    method: 'GET',
    path: '/partner/partner_available_signup_list',
    summary: 'Forms that a partner link may lead to: published ones, the newest first.',
    access: firm('association'),
    answer: z.array(
      z.object({
        id: Id,
        title: z.string(),
        /** Below the audience's origin. */
        path: z.string(),
      }),
    ),
  },
})

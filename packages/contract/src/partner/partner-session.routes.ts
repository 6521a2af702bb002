import { z } from 'zod'
import { NewPassword } from '../auth/auth.schema.ts'
import { open, partnerSession } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { asMailAddress } from '../common/mail-address.ts'
import { defineRoutes } from '../common/route.ts'
import { OwnPartner } from './partner.schema.ts'

/** Whatever was typed at login: a wrong form is a wrong password, never a hint. */
const LoginEmail = z.string().overwrite(asMailAddress).min(1).max(254)

/** A partner's own login: a cookie that no script reads, sent to the partner's own calls alone. */
export const partnerSessionRoutes = defineRoutes('console', {
  login: {
    method: 'POST',
    path: '/partner_session',
    summary: 'Logs a partner in: its session is a cookie for its own calls.',
    access: open,
    body: z.object({
      partnerId: Id,
      email: LoginEmail,
      password: z.string().min(1).max(200),
    }),
    answer: Nothing,
    errors: ['wrongCredentials', 'tooManyRequests'],
    added: true,
  },
  show: {
    method: 'GET',
    path: '/partner_session',
    summary: 'Whose session it is, and what is owed.',
    access: partnerSession,
    answer: OwnPartner,
    added: true,
  },
  end: {
    method: 'DELETE',
    path: '/partner_session',
    summary: 'Ends the session.',
    access: partnerSession,
    answer: Nothing,
    added: true,
  },
  changeLetters: {
    method: 'PUT',
    path: '/partner_session/letters',
    summary: 'Which letters the partner gets: those about new commissions may be switched off.',
    access: partnerSession,
    body: OwnPartner.pick({ commissionLetters: true }),
    answer: OwnPartner,
    added: true,
  },
  forgotPassword: {
    method: 'POST',
    path: '/partner/association_forgot_pass_letter',
    summary: 'Sends a partner a link that sets a password. The answer is the same whether the address is known.',
    access: open,
    body: z.object({ partnerId: Id, email: LoginEmail }),
    answer: Nothing,
    errors: ['tooManyRequests'],
  },
  setPassword: {
    method: 'PUT',
    path: '/partner_session',
    summary: 'Sets the password by the token of a link from the firm; ends every session of the partner.',
    access: open,
    body: z.object({ partnerId: Id, token: z.string().min(1).max(200), password: NewPassword }),
    answer: Nothing,
    errors: ['gone', 'tooManyRequests'],
    added: true,
  },
})

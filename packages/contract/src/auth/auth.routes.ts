import { z } from 'zod'
import { firm, open } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { Email } from '../common/phone.ts'
import { defineRoutes } from '../common/route.ts'
import { plainEmail } from '../common/typed-text.ts'
import { DeviceId, LoginBody, NewPassword, Profile, RegisterBody, StoredAuth } from './auth.schema.ts'

/** Login, profile and auto-login answer the CSRF token in the response header x-csrf-token. */
export const authRoutes = defineRoutes('console', {
  register: {
    method: 'POST',
    path: '/firm_register',
    summary: 'Registers a firm with its owner and logs the owner in.',
    access: open,
    body: RegisterBody,
    answer: Profile,
    errors: ['conflict', 'tooManyRequests'],
  },
  login: {
    method: 'POST',
    path: '/firm_login',
    summary: 'Logs a member in on this device.',
    access: open,
    body: LoginBody,
    answer: Profile,
    errors: ['wrongCredentials', 'forbidden', 'tooManyRequests'],
  },
  profile: {
    method: 'GET',
    path: '/firm_login',
    summary:
      'The profile for a stored login: a fresh bearer, the firm, the member and their permissions. Its token in the header x-renewal-token (or, as clients used to, in the query).',
    access: open,
    query: StoredAuth.partial({ token: true }),
    answer: Profile,
    errors: ['signedOut', 'sessionReplaced'],
    added: true,
  },
  autoLogin: {
    method: 'POST',
    path: '/firm_auto_login',
    summary: 'Renews a login silently: a new bearer and a new renewal token, once per token and device.',
    access: open,
    body: StoredAuth,
    answer: Profile,
    errors: ['signedOut', 'sessionReplaced'],
  },
  signOut: {
    method: 'DELETE',
    path: '/firm_sign_out',
    summary: 'Ends the login of this device.',
    access: firm(),
    query: z.object({ firmId: Id, userId: Id, deviceId: DeviceId }),
    answer: Nothing,
  },
  forgot: {
    method: 'POST',
    path: '/send_forgot_pass_letter',
    summary: 'Sends a letter with a reset link when account and e-mail belong together; answers the same either way.',
    access: open,
    body: z.object({ account: z.string().overwrite(plainEmail).min(1).max(254), email: Email }),
    answer: Nothing,
    errors: ['tooManyRequests'],
  },
  reset: {
    method: 'PUT',
    path: '/update_forgot_pass',
    summary: 'Sets a new password by the token of a reset letter; ends every login of the member.',
    access: open,
    body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
    answer: Nothing,
    errors: ['gone', 'tooManyRequests'],
  },
})

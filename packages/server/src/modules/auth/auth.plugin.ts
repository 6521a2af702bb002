import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { renewalHeader } from '@kaimai/contract/auth/auth.schema.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { bind } from '../../platform/http/bind.ts'
import type { AuthService } from './auth.service.ts'
import type { LoggedIn, SessionService } from './session.service.ts'

/** The CSRF token of the session comes in a response header (spec section 4). */
export const withCsrf = async (setHeader: (name: string, value: string) => void, loggedIn: Promise<LoggedIn>) => {
  const { profile, csrf } = await loggedIn
  setHeader('x-csrf-token', csrf)
  return profile
}

export const authPlugin = ({ auth, sessions }: { auth: AuthService; sessions: SessionService }) =>
  bind(authRoutes, {
    register: ({ body, ip, userAgent, setHeader }) => withCsrf(setHeader, auth.register(body, { ip, userAgent })),
    login: ({ body, ip, userAgent, setHeader }) => withCsrf(setHeader, auth.login(body, { ip, userAgent })),
    profile: ({ query, header, setHeader }) => {
      const token = header(renewalHeader) ?? query.token
      if (token === undefined) throw fail('signedOut')
      return withCsrf(setHeader, sessions.profile({ ...query, token }))
    },
    autoLogin: ({ body, setHeader }) => withCsrf(setHeader, sessions.renew(body)),
    signOut: async ({ firm, query }) => {
      if (query.firmId !== firm.id || query.userId !== firm.userId) throw fail('noData')
      await sessions.end(firm.id, firm.userId, query.deviceId)
      return {}
    },
    forgot: async ({ body, ip, language }) => {
      await auth.forgot(body.account, body.email, ip, language)
      return {}
    },
    reset: async ({ body, ip }) => {
      await auth.reset(body.token, body.password, ip)
      return {}
    },
  })

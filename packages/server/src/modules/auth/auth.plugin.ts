import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { renewalHeader } from '@kaimai/contract/auth/auth.schema.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { bind, type Surroundings } from '../../platform/http/bind.ts'
import type { AuthService } from './auth.service.ts'
import type { StaffBrowsers } from './staff-browser.ts'
import type { LoggedIn, SessionService } from './session.service.ts'

/** The CSRF token of the session comes in a response header (spec section 4). */
export const withCsrf = async (setHeader: (name: string, value: string) => void, loggedIn: Promise<LoggedIn>) => {
  const { profile, csrf } = await loggedIn
  setHeader('x-csrf-token', csrf)
  return profile
}

export const authPlugin = ({
  auth,
  sessions,
  staffBrowsers,
}: {
  auth: AuthService
  sessions: SessionService
  staffBrowsers: StaffBrowsers
}) => {
  /** The answer to a login, in a browser that is the staff's from now on. */
  const loggedIn = async (to: Pick<Surroundings, 'setHeader' | 'setCookie'>, login: Promise<LoggedIn>) => {
    const profile = await withCsrf(to.setHeader, login)
    staffBrowsers.mark(to, profile.firmInfo.firmId)
    return profile
  }
  return bind(authRoutes, {
    register: ({ body, ip, userAgent, ...to }) => loggedIn(to, auth.register(body, { ip, userAgent })),
    login: ({ body, ip, userAgent, ...to }) => loggedIn(to, auth.login(body, { ip, userAgent })),
    profile: ({ query, header, ...to }) => {
      const token = header(renewalHeader) ?? query.token
      if (token === undefined) throw fail('signedOut')
      return loggedIn(to, sessions.profile({ ...query, token }))
    },
    autoLogin: ({ body, ...to }) => loggedIn(to, sessions.renew(body)),
    signOut: async ({ firm, query, ...to }) => {
      if (query.firmId !== firm.id || query.userId !== firm.userId) throw fail('noData')
      await sessions.end(firm.id, firm.userId, query.deviceId)
      staffBrowsers.unmark(to)
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
}

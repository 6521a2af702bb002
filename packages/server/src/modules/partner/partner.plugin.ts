import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind, type Surroundings } from '../../platform/http/bind.ts'
import { deviceHash } from '../../platform/http/device.ts'
import type { PartnerModule } from './partner.module.ts'
import { partnerCookie, partnerSessionSeconds } from './partner-session.service.ts'

/** The partner's own calls, each by itself: the cookie goes nowhere else. */
const cookiePaths = [partnerSessionRoutes.show, effectRoutes.partnerByLink, effectRoutes.partnerByDay].map(pathOf)

const setSession = ({ setCookie }: Pick<Surroundings, 'setCookie'>, token: string, maxAgeSeconds: number): void => {
  for (const path of cookiePaths) setCookie(partnerCookie, token, { maxAgeSeconds, path })
}

export const partnerPlugin = ({ partners, partnerSessions, partnerForms }: PartnerModule) => [
  ...bind(partnerRoutes, {
    ...partners.handlers,
    list: async ({ firm, query }) => {
      const page = await partners.list(firm.id, query)
      return { ...page, items: page.items.map((record) => partners.shownTo(firm, record)) }
    },
    show: async ({ firm, params }) => partners.shownTo(firm, await partners.find(firm.id, params.id)),
    remove: ({ firm, params, ip }) => partners.remove(firm.id, params.id, actorOf(firm, ip)),
    setPayoutAccount: ({ firm, params, body, ip }) =>
      partners.setPayoutAccount(firm.id, params.id, body, actorOf(firm, ip)),
    passwordLink: ({ firm, params, ip }) => partners.passwordLink(firm.id, params.id, actorOf(firm, ip)),
    invite: async ({ firm, body, ip }) => {
      await partners.invite(firm.id, body.partnerId, body.language, actorOf(firm, ip))
      return {}
    },
    availableForms: ({ firm }) => partnerForms(firm.id),
  }),
  ...bind(partnerSessionRoutes, {
    login: async ({ body, ip, ...around }) => {
      const { language } = around
      const token = await partnerSessions.login({ ...body, ip, language, deviceHash: deviceHash(around) })
      setSession(around, token, partnerSessionSeconds)
      return {}
    },
    show: ({ partner }) => partnerSessions.show(partner),
    end: async ({ cookie, ...around }) => {
      const token = cookie(partnerCookie)
      if (token !== undefined) await partnerSessions.end(token)
      setSession(around, '', 0)
      return {}
    },
    changeLetters: ({ partner, body }) => partnerSessions.changeLetters(partner, body),
    forgotPassword: async ({ body, ip }) => {
      await partnerSessions.forgotPassword(body.partnerId, body.email, ip)
      return {}
    },
    setPassword: async ({ body, ip }) => {
      await partnerSessions.setPassword(body, ip)
      return {}
    },
  }),
]

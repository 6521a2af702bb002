import { auditRoutes, invitationRoutes, memberRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import { withCsrf } from '../auth/auth.plugin.ts'
import type { AuditReader } from './member-audit.ts'
import type { InvitationService } from './member-invitation.ts'
import type { SelfService } from './member-self.ts'
import type { MemberService } from './member.service.ts'

export interface MemberParts {
  readonly members: MemberService
  readonly invitations: InvitationService
  readonly self: SelfService
  readonly auditReader: AuditReader
}

export const memberPlugin = ({ members, invitations, self, auditReader }: MemberParts) => [
  ...bind(memberRoutes, {
    list: ({ firm, query }) => members.list(firm, query),
    roles: ({ firm }) => members.roles(firm),
    change: ({ firm, params, body, ip }) => members.change(firm, ip, params.id, body),
    remove: async ({ firm, params, ip }) => {
      await members.remove(firm, ip, params.id)
      return {}
    },
  }),
  ...bind(invitationRoutes, {
    list: ({ firm }) => invitations.list(firm),
    invite: ({ firm, body, ip, language }) => invitations.invite(firm, ip, body, language),
    resend: ({ firm, params, ip, language }) => invitations.resend(firm, ip, params.id, language),
    withdraw: async ({ firm, params, ip }) => {
      await invitations.withdraw(firm, ip, params.id)
      return {}
    },
    look: ({ body, ip }) => invitations.look(body.token, ip),
    accept: ({ body, ip, userAgent, setHeader }) => withCsrf(setHeader, invitations.accept(body, { ip, userAgent })),
  }),
  ...bind(meRoutes, {
    show: ({ firm }) => self.show(firm),
    change: ({ firm, body, ip }) => self.change(firm, ip, body),
    changeEmail: async ({ firm, body, ip, language }) => {
      await self.changeEmail(firm, ip, body, language)
      return {}
    },
    confirmEmail: async ({ body, ip, language }) => {
      await self.confirmEmail(body.token, ip, language)
      return {}
    },
    devices: ({ firm }) => self.devices(firm),
    endDevice: async ({ firm, params, ip }) => {
      await self.endDevice(firm, ip, params.id)
      return {}
    },
    endOthers: ({ firm, ip }) => self.endOthers(firm, ip),
  }),
  ...bind(auditRoutes, { list: ({ firm, query }) => auditReader.list(firm, query) }),
]

import type { Page } from '@kaimai/contract/common/page.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { auditRoutes, invitationRoutes, memberRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
import type { AuditRow, Invitation, Member } from '@kaimai/contract/member/member.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

/** Everything about members in the query cache stands below it. */
export const memberKey = ['member'] as const

type Query<R extends Parameters<typeof call>[0]> = NonNullable<Sent<R> extends { query?: infer Q } ? Q : never>
type Body<R extends Parameters<typeof call>[0]> = Exclude<Sent<R> extends { body: infer B } ? B : never, FormData>

export const loadMembers = (query: Query<typeof memberRoutes.list>, signal?: AbortSignal): Promise<Page<Member>> =>
  call(memberRoutes.list, { query }, { signal })

/** By name, for filters: the first hundred. */
export const membersNamed = () =>
  queryOptions({
    queryKey: [...memberKey, 'named'],
    queryFn: ({ signal }) => loadMembers({ limit: 100, sort: 'userName' }, signal),
  })

export const rolesShown = () =>
  queryOptions({
    queryKey: [...memberKey, 'roles'],
    queryFn: ({ signal }) => call(memberRoutes.roles, {}, { signal }),
    staleTime: 60_000,
  })

export type MemberChangeSent = Body<typeof memberRoutes.change>
export const changeMember = (id: string, body: MemberChangeSent): Promise<Member> =>
  call(memberRoutes.change, { params: { id }, body })

export const removeMember = (id: string) => call(memberRoutes.remove, { params: { id } })

export const invitationList = () =>
  queryOptions({
    queryKey: [...memberKey, 'invitation'],
    queryFn: ({ signal }) => call(invitationRoutes.list, {}, { signal }),
  })

export type InvitationSent = Body<typeof invitationRoutes.invite>
export const inviteMember = (body: InvitationSent): Promise<Invitation> => call(invitationRoutes.invite, { body })
export const resendInvitation = (id: string): Promise<Invitation> => call(invitationRoutes.resend, { params: { id } })
export const withdrawInvitation = (id: string) => call(invitationRoutes.withdraw, { params: { id } })

/** What the link of an invitation is for. */
export const invitationShown = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(invitationRoutes.look, { body: { token } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const confirmEmail = (token: string) => call(meRoutes.confirmEmail, { body: { token } }, { quiet: true })

export const myself = () =>
  queryOptions({
    queryKey: [...memberKey, 'me'],
    queryFn: ({ signal }) => call(meRoutes.show, {}, { signal }),
  })
export const changeMyself = (body: Body<typeof meRoutes.change>) => call(meRoutes.change, { body })
export const askForEmail = (body: Body<typeof meRoutes.changeEmail>) => call(meRoutes.changeEmail, { body })

export const myDevices = () =>
  queryOptions({
    queryKey: [...memberKey, 'device'],
    queryFn: ({ signal }) => call(meRoutes.devices, {}, { signal }),
  })
export const endDevice = (id: string) => call(meRoutes.endDevice, { params: { id } })
export const endOtherDevices = () => call(meRoutes.endOthers, {})

export const loadAudit = (query: Query<typeof auditRoutes.list>, signal?: AbortSignal): Promise<Page<AuditRow>> =>
  call(auditRoutes.list, { query }, { signal })

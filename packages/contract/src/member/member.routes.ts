import { z } from 'zod'
import { Profile } from '../auth/auth.schema.ts'
import { firm, open } from '../common/access.ts'
import { ById, Nothing } from '../common/fields.ts'
import { pageOf } from '../common/page.ts'
import { Email } from '../common/phone.ts'
import { because, common } from '../common/error-text.ts'
import { defineRoutes } from '../common/route.ts'
import {
  AcceptBody,
  AuditFilter,
  AuditRow,
  Device,
  Invitation,
  InvitationBody,
  InvitationShown,
  LinkToken,
  Me,
  MeChange,
  Member,
  MemberChange,
  MemberFilter,
  RoleShown,
} from './member.schema.ts'

/** Who works in a firm's console, and what each may do. */
export const memberRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/member',
    summary: "The firm's members; sort by userName, role, lastLoginAt or createdAt.",
    access: firm('member'),
    query: MemberFilter,
    answer: pageOf(Member),
    added: true,
  },
  roles: {
    method: 'GET',
    path: '/member/roles',
    summary: 'What each role may do, and whether the caller may give it.',
    access: firm('member'),
    answer: z.array(RoleShown),
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/member/:id',
    summary: "Changes a member's role, or what is set for the member alone; holds from the member's next call.",
    access: firm('member'),
    params: ById,
    body: MemberChange,
    answer: Member,
    errors: ['noData', 'conflict'],
    added: true,
  },
  remove: {
    method: 'DELETE',
    path: '/member/:id',
    summary: "Removes a member: the logins end at once, and the account's name is free again.",
    access: firm('member'),
    params: ById,
    answer: Nothing,
    errors: ['noData', 'conflict'],
    added: true,
  },
})

export const invitationRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/member/invitation',
    summary: 'Invitations that were neither accepted nor withdrawn, newest first; at most 100.',
    access: firm('member'),
    answer: z.array(Invitation),
    added: true,
  },
  invite: {
    method: 'POST',
    path: '/member/invitation',
    summary: 'Invites somebody by a letter with a link that works once within 7 days.',
    access: firm('member'),
    body: InvitationBody,
    answer: Invitation,
    errors: ['conflict', 'tooManyRequests'],
    added: true,
  },
  resend: {
    method: 'PUT',
    path: '/member/invitation/:id/resend',
    summary: 'Sends the invitation again with a new link, good for 7 days; the old link ends.',
    access: firm('member'),
    params: ById,
    answer: Invitation,
    errors: ['noData', 'tooManyRequests'],
    added: true,
  },
  withdraw: {
    method: 'DELETE',
    path: '/member/invitation/:id',
    summary: 'Withdraws an invitation; its link ends.',
    access: firm('member'),
    params: ById,
    answer: Nothing,
    errors: ['noData'],
    added: true,
  },
  look: {
    method: 'POST',
    path: '/member_invitation/look',
    summary: 'What an invitation is for, by the token of its letter.',
    access: open,
    body: LinkToken,
    answer: InvitationShown,
    errors: ['gone', 'tooManyRequests'],
    added: true,
  },
  accept: {
    method: 'POST',
    path: '/member_invitation/accept',
    summary: 'Accepts an invitation: sets account, name and password, and logs in.',
    access: open,
    body: AcceptBody,
    answer: Profile,
    errors: ['gone', 'conflict', 'tooManyRequests', 'forbidden'],
    added: true,
  },
})

/** A member's own data and devices. */
export const meRoutes = defineRoutes('console', {
  show: {
    method: 'GET',
    path: '/member/me',
    summary: "The caller's own data.",
    access: firm(),
    answer: Me,
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/member/me',
    summary: "Changes the caller's own name and phone.",
    access: firm(),
    body: MeChange,
    answer: Me,
    added: true,
  },
  changeEmail: {
    method: 'POST',
    path: '/member/me/email',
    summary: 'Asks for another e-mail: a letter goes to the new address, which holds once it is confirmed.',
    access: firm(),
    body: z.object({ email: Email, password: z.string().min(1, because(common.required)).max(200) }),
    answer: Nothing,
    errors: ['tooManyRequests'],
    added: true,
  },
  confirmEmail: {
    method: 'POST',
    path: '/member_email/confirm',
    summary: 'Confirms a new e-mail by the token of its letter.',
    access: open,
    body: LinkToken,
    answer: Nothing,
    errors: ['gone', 'tooManyRequests'],
    added: true,
  },
  devices: {
    method: 'GET',
    path: '/member/me/device',
    summary: 'Where the caller is logged in, last used first; this device is marked.',
    access: firm(),
    answer: z.array(Device),
    added: true,
  },
  endDevice: {
    method: 'DELETE',
    path: '/member/me/device/:id',
    summary: 'Ends the login of one of the caller’s devices.',
    access: firm(),
    params: ById,
    answer: Nothing,
    errors: ['noData'],
    added: true,
  },
  endOthers: {
    method: 'POST',
    path: '/member/me/device/end_others',
    summary: "Ends the caller's logins on all other devices.",
    access: firm(),
    answer: z.object({ ended: z.number().int() }),
    added: true,
  },
})

export const auditRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/audit',
    summary: 'Who changed what, when and from where, newest first; by member, action and day; `q` looks in the names.',
    access: firm('member'),
    query: AuditFilter,
    answer: pageOf(AuditRow),
    added: true,
  },
})

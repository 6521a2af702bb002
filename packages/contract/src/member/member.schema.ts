import { z } from 'zod'
import { Account, DeviceId, NewPassword } from '../auth/auth.schema.ts'
import { levels, resources, roles } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { ListQuery } from '../common/page.ts'
import { Email, OptionalPhone } from '../common/phone.ts'
import { PlainName } from '../common/plain-name.ts'
import { because, common } from '../common/error-text.ts'
import { Instant } from '../common/time.ts'

export const invitationDays = 7

const Figure = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** Per figure of bombmyAuthority what was set for this member alone; null: as the role has it. */
export const Extra = z.object({
  bombmyLive: Figure.nullable(),
  bombmySignup: Figure.nullable(),
  bombmySetting: Figure.nullable(),
})

export const Authority = z.object({ bombmyLive: Figure, bombmySignup: Figure, bombmySetting: Figure })

export const Member = z.object({
  id: Id,
  userName: z.string(),
  account: z.string(),
  userEmail: z.string(),
  userPhone: z.string(),
  role: z.enum(roles),
  extra: Extra,
  /** Role and extra together: what the server enforces and the menu shows. */
  authority: Authority,
  /** Whether it is the caller. */
  isMe: z.boolean(),
  /** Devices with a running login. */
  devices: z.number().int(),
  lastLoginAt: Instant.nullable(),
  createdAt: Instant,
})
export type Member = z.output<typeof Member>

export const memberSorts = ['userName', 'role', 'lastLoginAt', 'createdAt'] as const
export const MemberSort = z.enum(memberSorts.flatMap((name) => [name, `-${name}`] as const)).default('userName')
export const MemberFilter = ListQuery.omit({ sort: true }).extend({
  sort: MemberSort,
  role: z.enum(roles).optional(),
})

/** What is asked of a member's rights; a figure left out stays as it is. */
export const MemberChange = z.object({ role: z.enum(roles).optional(), extra: Extra.partial().optional() })

export const InvitationBody = z.object({
  email: Email,
  role: z.enum(roles, because(common.wrongChoice)),
  extra: Extra.partial().optional(),
})

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  extra: Extra,
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  isExpired: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

/** Single-use, in the letter only. */
export const LinkToken = z.object({ token: z.string().min(1).max(200) })

/** What the holder of an invitation's link sees before accepting. */
export const InvitationShown = z.object({
  firmName: z.string(),
  imgUrl: z.string(),
  email: z.string(),
  role: z.enum(roles),
  invitedBy: z.string(),
  expiresAt: Instant,
})
export type InvitationShown = z.output<typeof InvitationShown>

export const AcceptBody = LinkToken.extend({
  account: Account,
  userName: PlainName(60),
  userPhone: OptionalPhone.optional(),
  password: NewPassword,
  deviceId: DeviceId,
})

/** What a role may do, for showing it in words. */
export const RoleShown = z.object({
  role: z.enum(roles),
  authority: Authority,
  grants: z.array(z.object({ resource: z.enum(resources), levels: z.array(z.enum(levels)) })),
  /** Whether the caller may give it to somebody. */
  mayGive: z.boolean(),
})
export type RoleShown = z.output<typeof RoleShown>

export const Me = z.object({
  id: Id,
  account: z.string(),
  userName: z.string(),
  userPhone: z.string(),
  userEmail: z.string(),
  role: z.enum(roles),
  /** A new address that waits for its confirmation; empty: none. */
  pendingEmail: z.string(),
})
export type Me = z.output<typeof Me>

export const MeChange = z.object({ userName: PlainName(60), userPhone: OptionalPhone })

/** A login on one device. */
export const Device = z.object({
  id: Id,
  /** As the browser names itself; the web makes words of it. */
  userAgent: z.string(),
  ip: z.string(),
  isThis: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant,
})
export type Device = z.output<typeof Device>

export const AuditRow = z.object({
  id: Id,
  /** null: the platform's operator, or the server itself. */
  memberId: Id.nullable(),
  actorName: z.string(),
  ip: z.string(),
  /** '<slug>.<verb>'. */
  action: z.string(),
  target: z.string(),
  targetName: z.string(),
  /** What differed; a value is null where there was none. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  createdAt: Instant,
})
export type AuditRow = z.output<typeof AuditRow>

const Day = z.iso.date()
export const AuditFilter = ListQuery.omit({ sort: true }).extend({
  sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  memberId: Id.optional(),
  /** An action, or its first word for all of a subject. */
  action: z
    .string()
    .regex(/^[A-Za-z-]{1,40}(\.[A-Za-z-]{1,40})?$/, because(common.wrongFormat))
    .optional(),
  /** Days in the firm's zone, both included. */
  from: Day.optional(),
  to: Day.optional(),
})

import type { ExtraAuthority } from '@kaimai/contract/access/access.rules.ts'
import type { Role } from '@kaimai/contract/common/access.ts'

/** The figures of ExtraAuthority are columns. */
export interface MemberRow extends ExtraAuthority {
  id: string
  firmId: string
  account: string
  passwordHash: string
  name: string
  email: string
  phone: string
  role: Role
  oneDevice: boolean
  lastLoginAt: Date | null
  createdAt: Date
  removedAt: Date | null
}

/** Why a session is over; `replaced`, `removed` and `suspended` answer its bearer code 12, the others 16, then 3. */
export type SessionEnd = 'signedOut' | 'replaced' | 'reused' | 'reset' | 'removed' | 'suspended'

export interface SessionRow {
  id: string
  firmId: string
  memberId: string
  deviceId: string
  csrf: string
  renewalHash: string
  previousHash: string | null
  previousUntil: Date | null
  renewalExpiresAt: Date
  userAgent: string
  ip: string
  lastUsedAt: Date | null
  createdAt: Date
  endedAt: Date | null
  endedBy: SessionEnd | null
}

export interface InvitationRow extends ExtraAuthority {
  id: string
  firmId: string
  hash: string
  email: string
  role: Role
  invitedBy: string
  createdAt: Date
  expiresAt: Date
  outcome: 'accepted' | 'withdrawn' | null
  closedAt: Date | null
}

export interface AuthTables {
  /** What of the firm (of module firm) decides whether a bearer still counts. */
  firm: { id: string; suspendedAt: Date | null }
  invitation: InvitationRow
  emailChange: { memberId: string; hash: string; email: string; expiresAt: Date }
  retiredToken: { hash: string; sessionId: string; retiredAt: Date }
  member: MemberRow
  session: SessionRow
  /** Devices that a member has logged in on, by the hash of their id. */
  memberDevice: { memberId: string; deviceHash: string; lastLoginAt: Date }
  bearer: { hash: string; sessionId: string; createdAt: Date; usedAt: Date }
  passwordReset: { hash: string; memberId: string; expiresAt: Date; usedAt: Date | null }
}

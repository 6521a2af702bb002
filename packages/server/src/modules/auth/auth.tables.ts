import type { Role } from '@kaimai/contract/common/access.ts'

export interface MemberRow {
  id: string
  firmId: string
  account: string
  passwordHash: string
  name: string
  email: string
  phone: string
  role: Role
  oneDevice: boolean
  createdAt: Date
  removedAt: Date | null
}

/** Why a session is over; `replaced` answers code 12, the others 3. */
export type SessionEnd = 'signedOut' | 'replaced' | 'reused' | 'reset'

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
  createdAt: Date
  endedAt: Date | null
  endedBy: SessionEnd | null
}

export interface AuthTables {
  retiredToken: { hash: string; sessionId: string; retiredAt: Date }
  member: MemberRow
  session: SessionRow
  bearer: { hash: string; sessionId: string; createdAt: Date; usedAt: Date }
  passwordReset: { hash: string; memberId: string; expiresAt: Date; usedAt: Date | null }
  accountLetter: {
    id: string
    toAddress: string
    subject: string
    html: string
    body: string
    createdAt: Date
    sentAt: Date | null
    problem: string
  }
}

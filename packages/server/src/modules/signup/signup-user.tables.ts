import type { StoredAnswers } from '@kaimai/contract/signup/question.rules.ts'
import type { SignupUserEventKind, SignupUserSource } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A person as staff keeps it: what the sign-up wrote, and what was noted since. */
export interface PersonRow {
  id: string
  firmId: string
  signupId: string
  name: string
  /** E.164 */
  phone: string
  email: string
  county: string
  timeZone: string
  deviceHash: string
  flagged: boolean
  isCancelNotice: boolean
  memo: Generated<string>
  source: Generated<SignupUserSource>
  consentSource: Generated<string>
  cameAt: ColumnType<Date | null, Date | null | undefined>
  orderedAt: ColumnType<Date | null, Date | null | undefined>
  /** Since then it stands under a pseudonym. */
  erasedAt: ColumnType<Date | null, never, never>
  /** Orders under way still hold the contacts. */
  erasureOpen: Generated<boolean>
  answers: ColumnType<StoredAnswers, never, never>
  nameText: GeneratedAlways<string>
  searchText: GeneratedAlways<string>
  createdAt: Date
}

export interface SeatRow {
  signupUserId: string
  liveId: string
  firmId: string
  cameAt: ColumnType<Date | null, Date | null | undefined>
  createdAt: Date
}

export interface PersonEventRow {
  id: string
  firmId: string
  signupUserId: string
  kind: SignupUserEventKind
  at: Date
  actor: string
  detail: string
}

export interface SignupUserTables {
  signupUser: PersonRow
  signupSeat: SeatRow
  signupUserEvent: PersonEventRow
  signup: { id: string; firmId: string; name: string; removedAt: Date | null }
  signupSession: {
    signupId: string
    liveId: string
    firmId: string
    position: number
    title: string
    capacity: number | null
    taken: number
  }
}

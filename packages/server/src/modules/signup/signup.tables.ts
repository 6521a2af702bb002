import type { Language } from '@kaimai/contract/common/language.ts'
import type { StoredAnswers } from '@kaimai/contract/signup/question.rules.ts'
import type { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { SeriesInfo } from '@kaimai/contract/signup/signup-parts.ts'
import type { SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import type { ColumnType } from 'kysely'

/** What only the page shows. */
export type SignupContent = Omit<
  SignupBody,
  'signupName' | 'customUrl' | 'pageType' | 'orderNoPrefix' | 'published' | 'sessionInfoList' | 'seriesList'
>

export interface SignupFormRow {
  id: string
  firmId: string
  name: string
  customUrl: string
  pageType: SignupBody['pageType']
  orderNoPrefix: string
  published: boolean
  content: SignupContent
  version: number
  createdAt: Date
  removedAt: Date | null
}

export interface SessionRow {
  signupId: string
  liveId: string
  firmId: string
  position: number
  title: string
  capacity: number | null
  taken: number
  /** Of a slot of a series: which, and when it begins and ends by the rule. */
  seriesId: string | null
  slotAt: Date | null
  slotEndAt: Date | null
}

export interface SeriesRow {
  id: string
  firmId: string
  signupId: string
  position: number
  title: string
  templateLiveId: string
  capacity: number | null
  rule: SeriesInfo['rule']
  removedAt: Date | null
}

export interface SignupUserRow {
  id: string
  firmId: string
  signupId: string
  name: string
  phone: string
  email: string
  county: string
  timeZone: string
  /** Of the page that they signed up on: letters come in it. */
  language: Language
  deviceHash: string
  flagged: boolean
  isCancelNotice: boolean
  /** To the form's own questions, by their id. */
  answers: StoredAnswers
  /** `{}` for sign-ups from before there was any. */
  given: TrackingContext | Record<string, never>
  createdAt: Date
}

/** The partner link that a sign-up is credited to, and the click that earned it; both null: none. */
interface SignupCredit {
  associationId: ColumnType<string | null, never, string>
  associationVisitAt: ColumnType<Date | null, never, Date>
}

export interface SignupTables {
  signup: SignupFormRow
  signupSession: SessionRow
  signupSeries: SeriesRow
  signupUser: SignupUserRow & SignupCredit
  signupSeat: { signupUserId: string; liveId: string; firmId: string; createdAt: Date }
  /** Browsers that a code let in, besides the one that signed up. */
  signupUserDevice: { signupUserId: string; deviceHash: string; firmId: string; openedAt: Date }
}

import type { Language } from '@kaimai/contract/common/language.ts'
import type { StoredAnswers } from '@kaimai/contract/signup/question.rules.ts'
import type { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { SignupTables } from './signup.tables.ts'

/** Who signs up at a paid form, as it was sent; becomes a person of the form once it is paid. */
export interface SentPerson {
  readonly name: string
  readonly county: string
  readonly timeZone: string
  /** None: from before it was kept. */
  readonly language?: Language
  /** Hash of the browser's cookie. */
  readonly deviceHash: string
  readonly answers: StoredAnswers
  readonly given: TrackingContext
}

/** The browser that somebody signs up in. */
export interface SentBrowser {
  readonly deviceHash: string
  readonly language: Language
}

/** held: its order waits · paid: no longer given back · seated: its person has the seats · released: given back. */
export type PlacesState = 'held' | 'paid' | 'seated' | 'released'

export interface SignupOrderRow {
  orderId: string
  firmId: string
  signupId: string
  liveIds: string[]
  phone: string
  email: string
  person: SentPerson
  signupUserId: string | null
  state: PlacesState
  createdAt: Date
}

export interface SignupOrderTables extends SignupTables {
  signupOrder: SignupOrderRow
}

import type { SignupBody } from '@kaimai/contract/signup/signup.routes.ts'

/** What only the page shows. */
export type SignupContent = Omit<
  SignupBody,
  'signupName' | 'customUrl' | 'pageType' | 'orderNoPrefix' | 'published' | 'sessionInfoList'
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
  deviceHash: string
  flagged: boolean
  isCancelNotice: boolean
  createdAt: Date
}

export interface SignupTables {
  signup: SignupFormRow
  signupSession: SessionRow
  signupUser: SignupUserRow
  signupSeat: { signupUserId: string; liveId: string; firmId: string; createdAt: Date }
}

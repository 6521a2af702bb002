import type { LetterType, RecipientState } from '@kaimai/contract/letter/letter.rules.ts'

export type LetterRow = {
  id: string
  firmId: string
  key: string
  type: LetterType
  channel: 'email' | 'sms'
  toName: string
  toAddress: string
  fromName: string
  subject: string
  html: string
  text: string
  calendar: string
  state: RecipientState
  transport: string
  reference: string
  problem: string
  attempts: number
  leaseUntil: Date | null
  dueAt: Date
  /** Held back since then: the firm has written to too many new addresses within the hour. */
  heldSince: Date | null
  createdAt: Date
  sentAt: Date | null
}

export interface LetterTables {
  letter: LetterRow
}

import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { LetterProblem } from '@kaimai/contract/letter/letter-event.rules.ts'
import type { RecipientState } from '@kaimai/contract/letter/letter.rules.ts'
import type { ColumnType, Generated } from 'kysely'

/** What a letter is about, and so what it is for. */
export type LetterAudience =
  /** Whoever an event names, one by one. */
  | { readonly kind: 'event' }
  /** People of a session as it stood then: `sequence` counts its moves. */
  | { readonly kind: 'session'; readonly liveId: string; readonly sequence: number }
  /** Those whom a merchant has chosen; they stand at the sending. */
  | { readonly kind: 'sending' }
  /** One person: what was written before letters had versions. */
  | { readonly kind: 'person' }

/** An entry of a calendar; its title and its link are the recipient's values. Epoch ms. */
export interface CalendarEntry {
  readonly uid: string
  readonly sequence: number
  readonly beginAtMs: number
  readonly endAtMs: number
  /** It takes the entry out. */
  readonly cancelled?: boolean
}

/** What a merchant calls a letter: one text for its people. */
export interface LetterRow {
  id: string
  /** Null: the platform writes, to members. */
  firmId: string | null
  /** Of what automatic ones share: type, version and what it is about. */
  key: string
  type: number
  channel: 'email' | 'sms'
  /** Null: what was written before letters had versions; its recipient has a `letterContent`. */
  versionId: string | null
  audience: ColumnType<LetterAudience, unknown, never>
  calendar: ColumnType<CalendarEntry | null, unknown, never>
  /** When it goes to everybody; null: to each person when there is a reason. */
  scheduledAt: Date | null
  createdAt: Date
}

/** A text as it was when a letter was queued; never changed. */
export interface LetterVersionRow {
  /** Made of what it says. */
  id: string
  firmId: string | null
  type: number
  content: ColumnType<LetterContents, unknown, never>
  createdAt: Date
}

/** One person of a letter. */
export interface RecipientRow {
  id: string
  firmId: string | null
  letterId: string
  /** The same key is the same letter to the same person: it goes once. */
  key: string
  type: number
  channel: ColumnType<'email' | 'sms', 'email' | 'sms' | undefined, never>
  /** Of a text message: tenths of a point that are reserved for it; 0 once they were given back. */
  pointTenths: ColumnType<number, number | undefined, number>
  toName: string
  toAddress: string
  language: Language
  /** What the variables stand for, the name apart. */
  values: ColumnType<Readonly<Record<string, string>>, unknown, unknown>
  subject: string
  state: RecipientState
  transport: string
  reference: string
  problem: string
  attempts: number
  /** Queued: a worker has taken it until then. Handing: until when its worker may take. */
  leaseUntil: Date | null
  dueAt: Date
  /** Held back since then: the firm has written to too many new addresses within the hour. */
  heldSince: Date | null
  createdAt: Date
  /** When it was queued anew, after it had failed; the last time. */
  resentAt: ColumnType<Date | null, never, Date>
  sentAt: Date | null
}

/** What was written before letters had versions, as it went. */
export interface LetterContentRow {
  recipientId: string
  firmId: string | null
  html: string
  text: string
  /** An .ics file, or empty. */
  calendar: string
}

/** What a firm has set of its letters; one without a row has set nothing. */
export interface LetterSettingRow {
  firmId: string
  smsBrand: string
  smsRegistered: ColumnType<readonly string[], unknown, unknown>
  webhook: boolean
}

/** What became of a notice. */
export type NoticeEffect = 'applied' | 'old' | 'unsigned' | 'unknown' | 'off' | 'unreadable'

/** What a provider has said of a letter. */
export interface LetterNoticeRow {
  id: string
  firmId: string
  recipientId: string | null
  reference: string
  event: string
  effect: NoticeEffect
  reason: string
  createdAt: Date
}

/** A try of a letter that went wrong. */
export interface LetterProblemRow {
  id: Generated<string>
  firmId: string | null
  recipientId: string
  what: LetterProblem | 'builtIn'
  problem: string
  createdAt: Date
}

/** Nothing more goes there. */
export interface UnreachableAddressRow {
  firmId: string
  address: string
  why: 'bounce' | 'complaint'
  createdAt: Date
}

export interface LetterTables {
  letter: LetterRow
  letterVersion: LetterVersionRow
  letterRecipient: RecipientRow
  letterContent: LetterContentRow
  letterSetting: LetterSettingRow
  letterNotice: LetterNoticeRow
  letterProblem: LetterProblemRow
  unreachableAddress: UnreachableAddressRow
}

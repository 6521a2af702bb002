import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { Dropped, SendingChannel } from '@kaimai/contract/sending/sending.rules.ts'
import type { SessionGroup } from '@kaimai/contract/sending/session-audience.rules.ts'
import type { ColumnType } from 'kysely'
import type { SendingPerson } from './named-sessions.ts'

/** What a merchant sends to an audience. */
export interface SendingRow {
  /** Of its letter. */
  id: string
  firmId: string
  title: string
  channel: SendingChannel
  audience: 'list' | 'form' | 'session' | 'customers'
  /** Of a session; null: of none, or from before it was kept. */
  who: SessionGroup | null
  /** Since the session began, where the group takes one. */
  minute: number | null
  consent: string
  firmName: string
  contents: ColumnType<LetterContents, unknown, never>
  /** Until the last of them is a recipient. */
  waiting: ColumnType<readonly SendingPerson[] | null, unknown, null>
  people: number
  /** How many of them are recipients. */
  written: number
  dropped: ColumnType<Dropped, unknown, never>
  scheduledAt: Date | null
  stoppedAt: Date | null
  createdAt: Date
}

export interface SendingTables {
  sending: SendingRow
}

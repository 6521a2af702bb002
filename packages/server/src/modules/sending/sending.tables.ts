import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { Dropped } from '@kaimai/contract/sending/sending.rules.ts'
import type { ColumnType } from 'kysely'
import type { BatchPerson } from '../letter/letter-batch.service.ts'

/** What a merchant sends to an audience. */
export interface SendingRow {
  /** Of its letter. */
  id: string
  firmId: string
  title: string
  audience: 'list' | 'form' | 'session'
  consent: string
  firmName: string
  contents: ColumnType<LetterContents, unknown, never>
  /** Until the last of them is a recipient. */
  waiting: ColumnType<readonly BatchPerson[] | null, unknown, null>
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

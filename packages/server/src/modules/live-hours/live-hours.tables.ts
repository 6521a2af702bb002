import type { Kysely } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'

export interface ConnectionRow {
  id: string
  firmId: string
  liveId: string
  liveUserId: string
  node: string
  openedAt: Date
  lastSeenAt: Date
  closedAt: Date | null
  /** One too many of its network: not charged to the merchant while the viewer shows no sign of life. */
  uncharged: boolean
}

export type LedgerKind = 'charge' | 'topUp' | 'expiry' | 'correction'

export interface LiveHoursRow {
  id: string
  firmId: string
  liveId: string | null
  period: string
  seconds: number
  kind: LedgerKind
  createdAt: Date
}

/** Of other modules' tables, the columns that counting hours reads and sets. */
export interface LiveHoursTables {
  liveUser: { id: string; activeAt: Date | null }
  room: { liveId: string; firmId: string; settled: boolean }
  connection: ConnectionRow
  liveHoursLedger: LiveHoursRow
}

export const liveHoursTables = (on: Executor): Kysely<LiveHoursTables> => on.as<LiveHoursTables>()

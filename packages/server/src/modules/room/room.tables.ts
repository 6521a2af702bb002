import type { Generated, Kysely } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'
import type { ViewerTables } from '../viewer/viewer.tables.ts'

export interface RoomRow {
  liveId: string
  firmId: string
  lastSeq: Generated<number>
  lastMs: number | null
  blockEpoch: Generated<number>
  settled: Generated<boolean>
  createdAt: Date
}

export interface RoomEventRow {
  liveId: string
  seq: number
  firmId: string
  roomMs: number
  kind: string
  /** The event without its place: fields of contract RealEvent. */
  payload: unknown
  liveUserId: string | null
  messageKey: string
  held: boolean
  /** Said so, or reads like one. */
  question: Generated<boolean>
  createdAt: Date
}

export interface RoomTables extends ViewerTables {
  room: RoomRow
  roomEvent: RoomEventRow
}

export const roomTables = (on: Executor): Kysely<RoomTables> => on.as<RoomTables>()

import type { Kysely } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'
import type { RoomTables } from './room.tables.ts'

export interface RoomCueRow {
  id: string
  firmId: string
  liveId: string
  /** Cue of contract/live/cue.rules.ts. */
  cue: unknown
  memberId: string
  byName: string
  createdAt: Date
}

export interface RoomMuteRow {
  liveId: string
  liveUserId: string
  firmId: string
  muted: boolean
  version: number
  memberId: string
  byName: string
  changedAt: Date
}

export type DecisionState = 'waiting' | 'released' | 'dismissed'

export interface RoomDecisionRow {
  liveId: string
  seq: number
  firmId: string
  state: DecisionState
  removed: boolean
  version: number
  releasedAs: number | null
  memberId: string
  byName: string
  changedAt: Date
}

export interface QuickReplyRow {
  firmId: string
  replies: unknown
}

export interface ControlRoomTables extends RoomTables {
  roomCue: RoomCueRow
  roomMute: RoomMuteRow
  roomDecision: RoomDecisionRow
  quickReply: QuickReplyRow
}

export const controlRoomTables = (on: Executor): Kysely<ControlRoomTables> => on.as<ControlRoomTables>()

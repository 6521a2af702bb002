import type { Generated, Kysely } from 'kysely'
import { CamelCasePlugin } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'

export interface LiveUserRow {
  id: string
  firmId: string
  liveId: string
  publicId: string
  name: string
  imgUrl: string
  signupUserId: string | null
  personId: string | null
  anonymous: boolean
  phone: string | null
  email: string | null
  /** Of the cookie of an anonymous viewer: one viewer a browser and live. */
  deviceHash: string | null
  /** Of the browser that a personal link was opened in last. */
  seenDevice: string | null
  /** The version of the link that it was opened by. */
  seenVersion: number | null
  keyVersion: number
  keyHash: string
  joinedAt: Date | null
  /** Of the first sign of life in the room; without a sign-up the viewer may be charged only then. */
  activeAt: Date | null
  createdAt: Date
}

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

export interface RoomTables {
  liveUser: LiveUserRow
  room: RoomRow
  roomEvent: RoomEventRow
  connection: ConnectionRow
  liveHoursLedger: LiveHoursRow
}

const names = new CamelCasePlugin({ maintainNestedObjectKeys: true })

export const roomTables = (on: Executor): Kysely<RoomTables> => on.as<RoomTables>().withPlugin(names)

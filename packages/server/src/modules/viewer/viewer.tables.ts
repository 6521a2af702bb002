import type { Kysely } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'
import type { LiveHoursTables } from '../live-hours/live-hours.tables.ts'

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
  /** A member who looks at an own room: in no figure, no list, and no hours. */
  preview: boolean
}

export interface ViewerTables extends Pick<LiveHoursTables, 'connection' | 'liveHoursLedger'> {
  liveUser: LiveUserRow
}

export const viewerTables = (on: Executor): Kysely<ViewerTables> => on.as<ViewerTables>()

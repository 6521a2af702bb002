import { devicesOf } from './viewer-marks.ts'
import type { LiveUserRow } from './viewer.tables.ts'

/** A person in a room. */
export interface LiveUserRecord {
  readonly id: string
  readonly firmId: string
  readonly liveId: string
  /** What others see: never the key, never the inside id. */
  readonly publicId: string
  readonly name: string
  readonly imgUrl: string
  readonly signupUserId: string | null
  readonly personId: string | null
  readonly anonymous: boolean
  readonly blocked: boolean
  readonly phone: string | null
  readonly email: string | null
  /** Of the personal link; raised when the link is revoked. */
  readonly keyVersion: number
  /** Browsers this viewer was seen in, as blocks keep them. */
  readonly devices: readonly string[]
  /** The link as it is now was opened in the browser it was opened in last. */
  readonly isLinkOpened: boolean
  /** Has been in the room before. */
  readonly hasJoined: boolean
  /** A member who looks at an own room. */
  readonly preview: boolean
  readonly createdAt: Date
}

export const presentLiveUser = (row: LiveUserRow, blocked: boolean): LiveUserRecord => ({
  id: row.id,
  firmId: row.firmId,
  liveId: row.liveId,
  publicId: row.publicId,
  name: row.name,
  imgUrl: row.imgUrl,
  signupUserId: row.signupUserId,
  personId: row.personId,
  anonymous: row.anonymous,
  blocked,
  phone: row.phone,
  email: row.email,
  keyVersion: row.keyVersion,
  devices: devicesOf(row),
  isLinkOpened: row.seenVersion === row.keyVersion,
  hasJoined: row.joinedAt !== null,
  preview: row.preview,
  createdAt: row.createdAt,
})

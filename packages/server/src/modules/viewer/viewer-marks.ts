import { createHash } from 'node:crypto'
import type { Person } from '@kaimai/contract/block/block.rules.ts'
import { cleanLine } from '@kaimai/contract/room/say.rules.ts'
import type { LiveUserRow } from './viewer.tables.ts'

const nameLength = 40

/** A name as others see it: one line, and no longer than fits. */
export const shownName = (name: string): string => [...cleanLine(name)].slice(0, nameLength).join('')

/** Of a key or a browser's cookie: neither is kept itself. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Browsers a viewer was seen in, as blocks keep them. */
export const devicesOf = ({ deviceHash, seenDevice }: LiveUserRow): string[] =>
  [deviceHash, seenDevice].filter((device) => device !== null)

/** What a block may name of a viewer. */
export const personOf = (row: LiveUserRow): Person => ({
  liveUserIds: [row.id],
  phones: row.phone === null ? [] : [row.phone],
  emails: row.email === null ? [] : [row.email],
  deviceHashes: devicesOf(row),
})

/** What an anonymous viewer calls itself, or nothing; and what it is called then. */
export interface ViewerNames {
  readonly typed: string
  readonly fallback: string
}

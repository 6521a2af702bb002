import type { Block, BlockCandidate } from '@kaimai/contract/block/block.routes.ts'
import { blockStateOf } from '@kaimai/contract/block/block.rules.ts'
import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import type { LiveUserRecord } from '../viewer/viewer.service.ts'
import type { BlockRow } from './block.tables.ts'

/** Names of lives by id. */
export type LiveNames = ReadonlyMap<string, string>

interface Contact {
  readonly phone: string | null
  readonly email: string | null
}

/** Phone and e-mail, as much as the caller may read of them. */
const contactOf = ({ phone, email }: Contact, personal: boolean) => ({
  phone: personal ? (phone ?? '') : redactPhone(phone ?? ''),
  email: personal ? (email ?? '') : redactEmail(email ?? ''),
})

export const presentBlock = (row: BlockRow, names: LiveNames, personal: boolean): Block => {
  const { id, liveId, fromLiveId, liveUserId, name, anonymous, reason, byName } = row
  return {
    id,
    state: blockStateOf({ liveId, cancelled: row.cancelledAt !== null }),
    liveId,
    liveName: liveId === null ? '' : (names.get(liveId) ?? ''),
    fromLiveId,
    fromLiveName: fromLiveId === null ? '' : (names.get(fromLiveId) ?? ''),
    liveUserId,
    name,
    anonymous,
    ...contactOf(row, personal),
    hasDevice: row.deviceHash !== null,
    reason,
    byName,
    createdAt: row.createdAt.toISOString(),
    permanentByName: row.permanentByName,
    permanentAt: row.permanentAt?.toISOString() ?? null,
    cancelledByName: row.cancelledByName,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
  }
}

export const presentCandidate = (user: LiveUserRecord, names: LiveNames, personal: boolean): BlockCandidate => ({
  liveUserId: user.id,
  name: user.name,
  anonymous: user.anonymous,
  ...contactOf(user, personal),
  liveId: user.liveId,
  liveName: names.get(user.liveId) ?? '',
  createdAt: user.createdAt.toISOString(),
})

import type { Tx } from '../../platform/db/database.ts'
import type { AuthStore } from './auth.store.ts'
import type { MemberRow } from './auth.tables.ts'

/**
 * Ends the sessions that a new login replaces: the one on the same device, and with one-device login all others of the
 * member, who are told that another device has logged in.
 */
export const endReplacedSessions = async (
  store: Pick<AuthStore, 'endSessions'>,
  { id, firmId, oneDevice }: Pick<MemberRow, 'id' | 'firmId' | 'oneDevice'>,
  deviceId: string,
  at: Date,
  tx: Tx,
): Promise<void> => {
  await store.endSessions(firmId, id, { at, by: 'signedOut', deviceId }, tx)
  if (oneDevice) await store.endSessions(firmId, id, { at, by: 'replaced' }, tx)
}

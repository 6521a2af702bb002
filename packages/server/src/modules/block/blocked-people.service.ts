import { type Person, isBlocked } from '@kaimai/contract/block/block.rules.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { BlockTables } from './block.tables.ts'

/** Whether somebody is blocked: asked at every entrance, answered by the one rule of the contract. */
export const createBlockedPeople = (db: Database) => ({
  isBlocked: async (firmId: string, liveId: string, person: Person, on: Executor = db): Promise<boolean> => {
    const { liveUserIds, phones, emails, deviceHashes } = person
    if (liveUserIds.length + phones.length + emails.length + deviceHashes.length === 0) return false
    const inForce = await on
      .as<BlockTables>()
      .selectFrom('block')
      .select(['liveId', 'liveUserId', 'phone', 'email', 'deviceHash'])
      .where('firmId', '=', firmId)
      .where('cancelledAt', 'is', null)
      .where((eb) =>
        eb.or([
          ...(liveUserIds.length === 0 ? [] : [eb('liveUserId', 'in', liveUserIds)]),
          ...(phones.length === 0 ? [] : [eb('phone', 'in', phones)]),
          ...(emails.length === 0 ? [] : [eb('email', 'in', emails)]),
          ...(deviceHashes.length === 0 ? [] : [eb('deviceHash', 'in', deviceHashes)]),
        ]),
      )
      .execute()
    return isBlocked(
      inForce.map((block) => ({ ...block, cancelled: false })),
      person,
      liveId,
    )
  },
})
export type BlockedPeople = ReturnType<typeof createBlockedPeople>

import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { liveErrors } from '@kaimai/contract/live/live.errors.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { LiveParts } from './live-writing.ts'
import { type LiveHead, statusOf } from './live.record.ts'
import type { LiveStore } from './live.store.ts'

/** What the control room changes of a live whose room is open; what is left out stays. */
export interface RunningChange {
  readonly bannedKeywords?: readonly string[] | undefined
  /** Slow mode: seconds between two messages of one viewer; 0: off. */
  readonly slowSeconds?: number | undefined
  readonly anonymousAllowed?: boolean | undefined
  /** A product of the firm that this live didn't sell so far: it comes last in the list. */
  readonly addProductId?: string | undefined
  /** So many minutes longer than it is now. */
  readonly extendMinutes?: number | undefined
}

/** A room may stay live so much longer than what it plays. */
export const maxExtendedMinutes = 240

const minuteMs = 60_000

export interface RunningChangesDeps {
  readonly db: Database
  readonly store: Pick<LiveStore, 'lock' | 'patch'>
  readonly clock: Clock
  readonly audit: Audit
  readonly parts: Pick<LiveParts, 'products'>
  readonly changed: (tx: Tx, live: Pick<LiveHead, 'id' | 'firmId' | 'streamId'>) => Promise<void>
}

type Patch = Partial<
  Pick<LiveHead, 'bannedKeywords' | 'slowSeconds' | 'anonymousAllowed' | 'products' | 'endAt' | 'extendedMinutes'>
>

const patchOf = (row: LiveHead, change: RunningChange): Patch => {
  const { bannedKeywords, slowSeconds, anonymousAllowed, addProductId, extendMinutes } = change
  const patch: Patch = {}
  if (bannedKeywords) patch.bannedKeywords = [...new Set(bannedKeywords.filter((word) => word !== ''))]
  if (slowSeconds !== undefined) patch.slowSeconds = slowSeconds
  if (anonymousAllowed !== undefined) patch.anonymousAllowed = anonymousAllowed
  if (addProductId !== undefined && !row.products.some(({ productId }) => productId === addProductId))
    patch.products = [
      ...row.products,
      { productId: addProductId, showAt: null, hideAt: null, livePrice: null, showLeft: true },
    ]
  if (extendMinutes !== undefined) {
    patch.extendedMinutes = row.extendedMinutes + extendMinutes
    if (extendMinutes <= 0 || patch.extendedMinutes > maxExtendedMinutes)
      throw fail('invalid', { fields: { minutes: liveErrors.extendedTooFar } })
    patch.endAt = new Date(row.endAt.getTime() + extendMinutes * minuteMs)
  }
  return patch
}

/** Changes of a live while its room is open or runs, beside the form that changes all of it. */
export const createRunningChanges = ({ db, store, clock, audit, parts, changed }: RunningChangesDeps) => ({
  /**
   * Of two at once one waits for the other. Throws `noData`, `conflict` when it is over (and for more time before the
   * room is open), `invalid` for a product that isn't the firm's and for more than 4 hours beyond the video.
   */
  changeRunning: async (firmId: string, liveId: string, change: RunningChange, by?: Actor): Promise<void> => {
    const { addProductId } = change
    if (addProductId !== undefined && !(await parts.products(firmId, [addProductId])).has(addProductId))
      throw fail('invalid', { fields: { productId: common.wrongChoice } })
    await db.transaction(async (tx) => {
      const row = await store.lock(firmId, liveId, tx)
      if (!row) throw fail('noData')
      const status = statusOf(row, clock.ms())
      if (status === 'ended' || status === 'cancelled') throw fail('conflict', { reason: liveErrors.liveOver })
      const isOpen = status === 'open' || status === 'live'
      if (change.extendMinutes !== undefined && !isOpen) throw fail('conflict', { reason: roomErrors.notOpenYet })
      const patch = patchOf(row, change)
      const changes = changesOf({ ...row }, patch)
      if (Object.keys(changes).length === 0) return
      await store.patch(firmId, liveId, patch, tx)
      await changed(tx, row)
      if (by) await audit.record(tx, by, 'live.change', { id: liveId, name: row.name }, changes)
    })
  },
})

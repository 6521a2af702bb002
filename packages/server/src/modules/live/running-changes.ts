import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { liveErrors } from '@kaimai/contract/live/live.errors.ts'
import type { PastFilmBody } from '@kaimai/contract/live/past-film.schema.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { LiveParts } from './live-writing.ts'
import { type LiveHead, statusOf } from './live.record.ts'
import type { PastFilmRow } from './live.tables.ts'
import { pastFilmChange, preparePastFilm, withChoice } from './past-film.service.ts'
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
  /** What viewers see past the film. */
  readonly pastFilm?: PastFilmBody | undefined
}

/** A room may stay live so much longer than what it plays. */
export const maxExtendedMinutes = 240

const minuteMs = 60_000

export interface RunningChangesDeps {
  readonly db: Database
  readonly store: Pick<LiveStore, 'findById' | 'lockInRoom' | 'patch'>
  readonly clock: Clock
  readonly audit: Audit
  readonly parts: Pick<LiveParts, 'products' | 'videos'>
  readonly changed: (tx: Tx, live: Pick<LiveHead, 'id' | 'firmId' | 'streamId'>) => Promise<void>
}

type Patch = Partial<
  Pick<LiveHead, 'bannedKeywords' | 'slowSeconds' | 'anonymousAllowed' | 'products' | 'endAt' | 'extendedMinutes'>
> & { pastFilm?: readonly PastFilmRow[] }

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
export const createRunningChanges = ({ db, store, clock, audit, parts, changed }: RunningChangesDeps) => {
  /** Before the transaction: it asks for recordings, and the embedded database has one connection. */
  const leadOf = async (firmId: string, liveId: string, pastFilm: PastFilmBody): Promise<number> => {
    const row = await store.findById(liveId)
    if (row?.firmId !== firmId) throw fail('noData')
    return preparePastFilm(parts.videos, row, pastFilm)
  }

  return {
    /**
     * Of two at once one waits for the other. Throws `noData`, `conflict` when it is over (and for more time before the
     * room is open), `invalid` for a product that isn't the firm's, for more than 4 hours beyond the video, and for a
     * picture past the film that this live can't have.
     */
    changeRunning: async (firmId: string, liveId: string, change: RunningChange, by?: Actor): Promise<void> => {
      const { addProductId } = change
      if (addProductId !== undefined && !(await parts.products(firmId, [addProductId])).has(addProductId))
        throw fail('invalid', { fields: { productId: common.wrongChoice } })
      const leadMs = change.pastFilm ? await leadOf(firmId, liveId, change.pastFilm) : 0
      await db.transaction(async (tx) => {
        const row = await store.lockInRoom(firmId, liveId, tx)
        if (!row) throw fail('noData')
        const status = statusOf(row, clock.ms())
        if (status === 'ended' || status === 'cancelled') throw fail('conflict', { reason: liveErrors.liveOver })
        const isOpen = status === 'open' || status === 'live'
        const { extendMinutes, pastFilm } = change
        if ((extendMinutes !== undefined || pastFilm) && !isOpen)
          throw fail('conflict', { reason: roomErrors.notOpenYet })
        const patch = patchOf(row, change)
        if (pastFilm) {
          if (pastFilm.videoId !== null && !(await parts.videos.hold(tx, firmId, pastFilm.videoId)))
            throw fail('invalid', { fields: { videoId: common.wrongChoice } })
          patch.pastFilm = withChoice(row.pastFilm, pastFilm, clock.ms() + leadMs)
        }
        const { pastFilm: _, ...plain } = patch
        const changes = { ...changesOf({ ...row }, plain), ...pastFilmChange(row.pastFilm, patch.pastFilm) }
        if (Object.keys(changes).length === 0) return
        await store.patch(firmId, liveId, patch, tx)
        await changed(tx, row)
        // What is done in a rehearsal leaves nothing behind.
        if (by && row.rehearsalOf === null)
          await audit.record(tx, by, 'live.change', { id: liveId, name: row.name }, changes)
      })
    },
  }
}

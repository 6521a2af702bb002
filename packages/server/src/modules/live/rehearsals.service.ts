import { fail } from '@kaimai/contract/common/error.ts'
import { controlRoomErrors } from '@kaimai/contract/control-room/control-room.errors.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId, shortCode } from '../../platform/ids.ts'
import { type LiveHint, liveTopic } from './live.events.ts'
import type { LiveRecord } from './live.record.ts'
import type { LiveStore } from './live.store.ts'
import { createRehearsalStore } from './rehearsal.store.ts'
import { drawShortUrl } from './slots.ts'

export interface RehearsalDeps {
  readonly db: Database
  readonly store: Pick<LiveStore, 'lock' | 'freeShortUrl'>
  readonly clock: Clock
  readonly bus: Bus
  readonly forget: (hint: LiveHint) => void
}

/** Longer than that of a live: nobody is to come upon the address of a rehearsal. */
const streamIdLength = 32

/** Rehearsals of lives that have not begun: one of each at a time, seen by the staff alone. */
export const createRehearsals = ({ db, store, clock, bus, forget }: RehearsalDeps) => {
  const rows = createRehearsalStore(db)

  const announce = (hint: LiveHint): void => {
    forget(hint)
    bus.publish(liveTopic, hint)
  }

  return {
    /** The one of a live that runs. */
    running: async (firmId: string, liveId: string): Promise<string | undefined> =>
      (await rows.running(firmId, liveId, clock.now()))[0]?.id,

    /**
     * Begins one that stands at that second of the programme now; one that ran before is over. Throws `noData` without
     * such a live, `conflict` once it has begun, is over or is a draft, `invalid` for a second beyond its end.
     */
    begin: async (live: Pick<LiveRecord, 'firmId' | 'id'>, fromMs: number): Promise<string> => {
      const id = newId()
      const ended = await db.transaction(async (tx) => {
        // Of two who begin one at once, one waits.
        const source = await store.lock(live.firmId, live.id, tx)
        if (source === undefined) throw fail('noData')
        const now = clock.now()
        const [beginAtMs, endAtMs] = [source.beginAt.getTime(), source.endAt.getTime()]
        const status = liveStatusAt(
          {
            beginAtMs,
            endAtMs,
            publishedAtMs: source.publishedAt?.getTime() ?? null,
            cancelledAtMs: source.cancelledAt?.getTime() ?? null,
            waitingMinutes: source.waitingMinutes,
          },
          now.getTime(),
        )
        if (status !== 'scheduled' && status !== 'open')
          throw fail('conflict', { reason: controlRoomErrors.notToRehearse })
        if (fromMs >= endAtMs - beginAtMs)
          throw fail('invalid', { fields: { fromSecond: controlRoomErrors.rehearsedTooLate } })
        const before = await rows.running(live.firmId, live.id, now, tx)
        for (const each of before) await rows.end(live.firmId, each.id, now, tx)
        const beginAt = new Date(now.getTime() - fromMs)
        const times = { beginAt, endAt: new Date(beginAt.getTime() + endAtMs - beginAtMs), now }
        const shortUrl = await store.freeShortUrl(drawShortUrl, tx)
        await rows.copy(live, { id, streamId: shortCode(streamIdLength), shortUrl, ...times }, tx)
        return before
      })
      for (const { id: liveId, streamId } of ended) announce({ liveId, streamId })
      return id
    },

    /** Ends it for all who rehearse; what is left of it is swept. */
    end: async ({ firmId, id, streamId }: Pick<LiveRecord, 'firmId' | 'id' | 'streamId'>): Promise<void> => {
      await db.transaction((tx) => rows.end(firmId, id, clock.now(), tx))
      announce({ liveId: id, streamId })
    },
  }
}
export type Rehearsals = ReturnType<typeof createRehearsals>

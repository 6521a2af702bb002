import { fail } from '@kaimai/contract/common/error.ts'
import { liveErrors } from '@kaimai/contract/live/live.errors.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { ChatUser, StaffAction, RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { sql } from 'kysely'
import { type Actor, actorOf, type Audit, type AuditTables } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { Secret } from '../../platform/secret.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { NewEntry, RoomLog, RoomRef, Written } from '../room/room-log.ts'
import type { RoomSources } from '../room/room.service.ts'
import { staffId } from '../room/staff-id.ts'

export interface ControlRoomAccessDeps {
  readonly platform: {
    readonly db: Database
    readonly clock: Clock
    readonly audit: Audit
    readonly secret: Pick<Secret, 'sign'>
  }
  readonly sources: Pick<RoomSources, 'lives' | 'firms'>
  readonly roomLog: Pick<RoomLog, 'append'>
}

/** One of the staff who does something, and from where. */
export interface ControlRoomCaller {
  readonly firm: FirmCaller
  readonly ip: string
}

type Acted = Pick<Extract<RealEvent, { kind: 'acted' }>, 'of' | 'userId' | 'productId' | 'text'>

const placeOf = ({ firmId, id, beginAtMs }: LiveRecord): RoomRef => ({ firmId, liveId: id, beginAtMs })

/** What every act of the staff in a room needs: the live it may act on, the log, the record, and who speaks. */
export const createControlRoomAccess = ({ platform, sources, roomLog }: ControlRoomAccessDeps) => {
  const { db, clock, audit, secret } = platform
  const { lives, firms } = sources

  const find = async (firmId: string, liveId: string, error: 'noData' | 'notFound' = 'noData'): Promise<LiveRecord> => {
    const live = await lives.find(firmId, liveId)
    if (live === undefined) throw fail(error)
    return live
  }
  const statusOf = (live: LiveRecord) => liveStatusAt(live, clock.ms())
  const byOf = (live: LiveRecord, { firm }: ControlRoomCaller) => ({
    userId: staffId(secret, live.id, firm.userId),
    name: firm.userName,
  })
  const appendEvent = (live: LiveRecord, entry: NewEntry): Promise<Written> => roomLog.append(placeOf(live), entry)

  return {
    find,
    statusOf,
    isOpen: (live: LiveRecord): boolean => ['open', 'live'].includes(statusOf(live)),
    /** Milliseconds since the live's begin. */
    roomMs: (live: LiveRecord): number => clock.ms() - live.beginAtMs,

    /** A live whose room is open: only there something can be said or shown. */
    findOpen: async (firmId: string, liveId: string): Promise<LiveRecord> => {
      const live = await find(firmId, liveId)
      const status = statusOf(live)
      if (status === 'draft' || status === 'scheduled') throw fail('conflict', { reason: roomErrors.notOpenYet })
      if (status !== 'open' && status !== 'live') throw fail('conflict', { reason: liveErrors.liveOver })
      return live
    },

    /** A live in whose room somebody may have said something, now or before. */
    findHeld: async (firmId: string, liveId: string): Promise<LiveRecord> => {
      const live = await find(firmId, liveId)
      if (statusOf(live) === 'draft') throw fail('conflict', { reason: roomErrors.notOpenYet })
      return live
    },

    byOf,
    /** The staff's own person in a room: what is said as oneself. */
    staff: (live: LiveRecord, caller: ControlRoomCaller): ChatUser => ({
      ...byOf(live, caller),
      imgUrl: '',
      as: 'staff',
    }),
    host: async (live: LiveRecord): Promise<ChatUser> => {
      const { name, imgUrl } = await firms.publicFirm(live.firmId)
      const userId = secret.sign('room-host', live.id).slice(0, 16)
      return { userId, name: live.hostName === '' ? name : live.hostName, imgUrl, as: 'host' }
    },

    appendEvent,
    /** Colleagues are told at once who did what. */
    appendAction: (
      live: LiveRecord,
      caller: ControlRoomCaller,
      act: StaffAction,
      key: string,
      about: Acted = {},
    ): Promise<Written> =>
      appendEvent(live, {
        event: { kind: 'acted', act, by: byOf(live, caller), ...about },
        liveUserId: null,
        key: `acted ${key}`,
        held: true,
      }),

    actorOf: ({ firm, ip }: ControlRoomCaller): Actor => actorOf(firm, ip),
    /** The row of what was done, in the transaction of the deed where it has one. */
    record: (
      caller: ControlRoomCaller,
      live: LiveRecord,
      action: string,
      change: Readonly<Record<string, unknown>>,
      tx?: Tx,
    ): Promise<void> => {
      // What is done in a rehearsal leaves nothing behind.
      if (live.rehearsalOf !== null) return Promise.resolve()
      const write = (on: Tx) =>
        audit.record(
          on,
          actorOf(caller.firm, caller.ip),
          `room.${action}`,
          { id: live.id, name: live.liveName },
          change,
        )
      return tx === undefined ? db.transaction(write) : write(tx)
    },
    /** Whether what was done to the event of that seq has its row. */
    isRecorded: async (live: LiveRecord, action: string, seq: number): Promise<boolean> => {
      const row = await db
        .as<AuditTables>()
        .selectFrom('audit')
        .select('id')
        .where('firmId', '=', live.firmId)
        .where('action', '=', `room.${action}`)
        .where('target', '=', live.id)
        .where(sql<string>`change ->> 'seq'`, '=', String(seq))
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
export type ControlRoomAccess = ReturnType<typeof createControlRoomAccess>

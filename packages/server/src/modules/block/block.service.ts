import { blockErrors } from '@kaimai/contract/block/block.errors.ts'
import type { Block, BlockBody } from '@kaimai/contract/block/block.routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { LiveUserRecord, LiveUserService } from '../viewer/viewer.service.ts'
import { blockChanged } from './block.events.ts'
import { type BlockCaller, type BlockReaderDeps, createBlockReader } from './block-reader.service.ts'
import { type BlockChange, searchTextOf } from './block.store.ts'
import type { BlockRow } from './block.tables.ts'

export interface BlockDeps extends BlockReaderDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'audit'>
  readonly people: Pick<LiveUserService, 'get' | 'byPublicId' | 'marked' | 'named' | 'revokeSessions'>
  /** Told, as soon as it is committed, of whose blocks have changed. */
  readonly changed: (firmId: string) => void
}

/** Who is blocked from the firm's lives, by whom and why. What a block does, `blocked-people.service.ts` decides. */
export const createBlockService = (deps: BlockDeps) => {
  const { store, people, changed: publish } = deps
  const { db, clock, events, audit } = deps.platform
  const { checkLive, presentOne, ...reading } = createBlockReader(deps)

  /** Tells the rooms of a block that begins or ends to hold in `liveId` (null: everywhere). */
  const notify = async (tx: Tx, row: BlockRow, liveId: string | null, sendsOut: boolean): Promise<void> => {
    tx.afterCommit(() => publish(row.firmId))
    const users = await people.marked(row.firmId, liveId, row, tx)
    if (users.length === 0) return
    if (sendsOut) await people.revokeSessions(tx, users)
    await events.emit(tx, blockChanged, {
      firmId: row.firmId,
      liveUserIds: users.map(({ id }) => id),
      ...(sendsOut && row.byId !== null ? { by: { id: row.byId, name: row.byName } } : {}),
    })
  }

  const record = (tx: Tx, { firm, ip }: BlockCaller, action: string, row: BlockRow) =>
    audit.record(
      tx,
      actorOf(firm, ip),
      `block.${action}`,
      { id: row.id, name: row.name },
      {
        permanent: row.liveId === null,
        reason: row.reason,
      },
    )

  type NewBlock = Pick<BlockRow, 'liveId' | 'fromLiveId' | 'liveUserId' | 'phone' | 'email' | 'deviceHash'> &
    Pick<BlockRow, 'name' | 'anonymous' | 'reason'>

  const make = (caller: BlockCaller, wanted: NewBlock): Promise<BlockRow> =>
    db.transaction(async (tx) => {
      const { firm } = caller
      const before = await store.same(firm.id, wanted, tx)
      if (before !== undefined) return before
      const row: BlockRow = {
        ...wanted,
        ...searchTextOf(wanted),
        id: newId(),
        firmId: firm.id,
        byId: firm.userId,
        byName: firm.userName,
        createdAt: clock.now(),
        permanentByName: '',
        permanentAt: null,
        cancelledByName: '',
        cancelledAt: null,
      }
      await store.insert(row, tx)
      await notify(tx, row, row.liveId, true)
      await record(tx, caller, 'create', row)
      return row
    })

  const ofViewer = (user: LiveUserRecord) => ({
    liveUserId: user.id,
    fromLiveId: user.liveId,
    name: user.name,
    anonymous: user.anonymous,
    phone: user.phone,
    email: user.email,
    deviceHash: user.devices[0] ?? null,
  })

  const changeOne = async (
    caller: BlockCaller,
    id: string,
    change: (tx: Tx, row: BlockRow) => Promise<BlockRow>,
  ): Promise<Block> => {
    const row = await db.transaction(async (tx) => {
      const [found] = await store.lock(caller.firm.id, [id], tx)
      if (found === undefined) throw fail('noData')
      return change(tx, found)
    })
    return presentOne(caller, row)
  }

  const cancelIn = async (tx: Tx, caller: BlockCaller, row: BlockRow): Promise<BlockRow> => {
    if (row.cancelledAt !== null) return row
    const change: BlockChange = { cancelledAt: clock.now(), cancelledByName: caller.firm.userName }
    const changed = await store.change(row.firmId, row.id, change, tx)
    await notify(tx, changed, changed.liveId, false)
    await record(tx, caller, 'cancel', changed)
    return changed
  }

  const standAgain = { cancelledAt: null, cancelledByName: '' } as const

  return {
    ...reading,

    /** By hand: a viewer with all that is known of it, or a phone number or an e-mail address. */
    create: async (caller: BlockCaller, body: BlockBody): Promise<Block> => {
      const { liveId, liveUserId, reason } = body
      await checkLive(caller.firm.id, liveId)
      const phone = body.phone === null ? null : readPhone(body.phone, body.phoneCountry, 'phone')
      const typed = {
        liveUserId: null,
        fromLiveId: liveId,
        name: body.name,
        anonymous: false,
        phone,
        email: body.email,
        deviceHash: null,
      }
      const user = liveUserId === null ? undefined : await people.get(caller.firm.id, liveUserId)
      if (liveUserId !== null && user === undefined) throw fail('noData')
      return presentOne(
        caller,
        await make(caller, { ...(user === undefined ? typed : ofViewer(user)), liveId, reason }),
      )
    },

    /** From a running room, by the publicId that stands on the viewer's messages. */
    blockUser: async (
      caller: BlockCaller,
      params: { liveId: string; userId: string; permanent: boolean; reason: string },
    ): Promise<Block> => {
      const user = await people.byPublicId(caller.firm.id, params.liveId, params.userId)
      if (user === undefined) throw fail('noData')
      const liveId = params.permanent ? null : params.liveId
      return presentOne(caller, await make(caller, { ...ofViewer(user), liveId, reason: params.reason }))
    },

    /**
     * From a running room: whatever bars somebody from it. A block of all lives is taken back by who made it so, and
     * by `mayLift`: who may change the firm's lives. Throws `noData`, `forbidden`.
     */
    unblock: async (
      caller: BlockCaller & { readonly mayLift: boolean },
      liveId: string,
      id: string,
    ): Promise<Block> => {
      await checkLive(caller.firm.id, liveId)
      return changeOne(caller, id, (tx, row) => {
        if (row.liveId !== null && row.liveId !== liveId) throw fail('noData')
        const isOwn = row.byId === caller.firm.userId && row.permanentAt === null
        if (row.liveId === null && !isOwn && !caller.mayLift)
          throw fail('forbidden', { reason: blockErrors.permanentIsTheFirms })
        return cancelIn(tx, caller, row)
      })
    },

    cancel: (caller: BlockCaller, id: string): Promise<Block> =>
      changeOne(caller, id, (tx, row) => {
        if (row.liveId === null) throw fail('conflict', { reason: blockErrors.blockIsPermanent })
        return cancelIn(tx, caller, row)
      }),

    cancelPermanent: (caller: BlockCaller, id: string): Promise<Block> =>
      changeOne(caller, id, (tx, row) => {
        if (row.liveId !== null) throw fail('conflict', { reason: blockErrors.blockIsTemporary })
        return cancelIn(tx, caller, row)
      }),

    cancelMany: (caller: BlockCaller, ids: readonly string[]): Promise<{ cancelled: number }> =>
      db.transaction(async (tx) => {
        const inForce = (await store.lock(caller.firm.id, [...new Set(ids)], tx)).filter(
          (row) => row.cancelledAt === null,
        )
        for (const row of inForce) await cancelIn(tx, caller, row)
        return { cancelled: inForce.length }
      }),

    makePermanent: (caller: BlockCaller, id: string): Promise<Block> =>
      changeOne(caller, id, async (tx, row) => {
        if (row.liveId === null && row.cancelledAt === null) return row
        const change = {
          ...standAgain,
          liveId: null,
          permanentAt: clock.now(),
          permanentByName: caller.firm.userName,
        }
        const changed = await store.change(row.firmId, row.id, change, tx)
        await notify(tx, changed, null, true)
        await record(tx, caller, 'permanent', changed)
        return changed
      }),

    again: (caller: BlockCaller, id: string): Promise<Block> =>
      changeOne(caller, id, async (tx, row) => {
        if (row.cancelledAt === null) return row
        const changed = await store.change(row.firmId, row.id, standAgain, tx)
        await notify(tx, changed, changed.liveId, true)
        await record(tx, caller, 'again', changed)
        return changed
      }),
  }
}
export type BlockService = ReturnType<typeof createBlockService>

import { createHash } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import { cleanLine } from '@kaimai/contract/room/say.rules.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { newId, unguessable } from '../../platform/ids.ts'
import type { Secret } from '../../platform/secret.ts'
import type { LiveUserStore } from './live-user.store.ts'
import type { RoomStore } from './room.store.ts'
import type { LiveUserRow } from './room.tables.ts'
import { type RoomHint, roomTopic } from './room.topics.ts'

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
}

/** Whether a viewer who holds a ticket may still come in. */
export interface Standing {
  readonly blocked: boolean
  readonly keyVersion: number
}

export interface LiveUserNeeds {
  readonly db: Database
  readonly store: LiveUserStore
  readonly rooms: Pick<RoomStore, 'open' | 'raiseBlockEpoch'>
  /** Of a room's public id; undefined for a draft. */
  readonly liveIdOf: (streamId: string) => Promise<string | undefined>
  readonly platform: { readonly clock: Clock; readonly secret: Secret; readonly bus: Bus }
}

/** 27 characters of base64url: 162 bits. */
const keyLength = 27
const publicIdBytes = 12
const nameLength = 40

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const recordOf = (row: LiveUserRow): LiveUserRecord => ({
  id: row.id,
  firmId: row.firmId,
  liveId: row.liveId,
  publicId: row.publicId,
  name: row.name,
  imgUrl: row.imgUrl,
  signupUserId: row.signupUserId,
  personId: row.personId,
  anonymous: row.anonymous,
  blocked: row.blockedAt !== null,
  phone: row.phone,
  email: row.email,
  keyVersion: row.keyVersion,
})

const clip = (name: string): string => [...cleanLine(name)].slice(0, nameLength).join('')

/** Viewers: who they are, the key of their personal link, and whether they may come in. */
export const createLiveUserService = ({ db, store, rooms, liveIdOf, platform }: LiveUserNeeds) => {
  const { clock, secret, bus } = platform

  const keyOf = (id: string, version: number): string =>
    secret.sign('viewer-key', `${id} ${version}`).slice(0, keyLength)

  const newRow = (firmId: string, liveId: string) => {
    const id = newId()
    return {
      id,
      firmId,
      liveId,
      publicId: unguessable(publicIdBytes),
      keyHash: hashOf(keyOf(id, 1)),
      createdAt: clock.now(),
    }
  }

  /** Ends a viewer's connections everywhere, and makes every ticket written before be checked again. */
  const bar = async (tx: Tx, row: LiveUserRow): Promise<void> => {
    await rooms.open(row.firmId, row.liveId, clock.now(), tx)
    const epoch = await rooms.raiseBlockEpoch(row.firmId, row.liveId, tx)
    if (epoch === undefined) return
    tx.afterCommit(() =>
      bus.publish(roomTopic(row.liveId), { kind: 'barred', liveUserId: row.id, epoch } satisfies RoomHint),
    )
  }

  return {
    /** The viewer of a sign-up in a live, made at the first call: one per live and sign-up. */
    ensure: async (
      tx: Tx,
      firmId: string,
      liveId: string,
      person: { signupUserId: string; name: string; phone: string; email: string },
    ): Promise<LiveUserRecord> => {
      const { signupUserId, phone, email } = person
      const row = { ...newRow(firmId, liveId), name: clip(person.name), anonymous: false, deviceHash: null }
      return recordOf(await store.ofSignup({ ...row, signupUserId, phone, email }, tx))
    },

    /** The anonymous viewer of a device (its cookie) in a live; a name that is not empty replaces the one before. */
    ofDevice: async (
      firmId: string,
      liveId: string,
      device: string,
      names: { given: string; otherwise: string },
      /** Asked before one is made. */
      mayMake: () => Promise<void>,
    ): Promise<LiveUserRecord> => {
      const deviceHash = hashOf(device)
      const given = clip(names.given)
      let row = await store.byDevice(firmId, liveId, deviceHash)
      if (row === undefined) {
        await mayMake()
        const name = given === '' ? names.otherwise : given
        const person = { name, anonymous: true, deviceHash, signupUserId: null, phone: null, email: null }
        row = await store.ofDevice({ ...newRow(firmId, liveId), ...person })
      }
      if (given === '' || given === row.name) return recordOf(row)
      await store.rename(firmId, row.id, given)
      return recordOf({ ...row, name: given })
    },

    /** The key of the personal link: made again from the record whenever a letter needs it. */
    viewerKeyOf: (user: LiveUserRecord): string => keyOf(user.id, user.keyVersion),

    /** The viewer of a personal link; undefined when the key is unknown, was revoked, or belongs to another room. */
    byViewerKey: async (streamId: string, key: string): Promise<LiveUserRecord | undefined> => {
      const liveId = await liveIdOf(streamId)
      if (liveId === undefined) return undefined
      const row = await store.byKeyHash(hashOf(key))
      return row?.liveId === liveId ? recordOf(row) : undefined
    },

    /** By the key alone, which no two links share. */
    byKey: async (key: string): Promise<LiveUserRecord | undefined> => {
      const row = await store.byKeyHash(hashOf(key))
      return row === undefined ? undefined : recordOf(row)
    },

    get: async (firmId: string, liveUserId: string): Promise<LiveUserRecord | undefined> => {
      const row = await store.find(firmId, liveUserId)
      return row === undefined ? undefined : recordOf(row)
    },

    standing: async (firmId: string, liveUserId: string): Promise<Standing> => {
      const row = await store.find(firmId, liveUserId)
      // Erased meanwhile.
      if (row === undefined) return { blocked: true, keyVersion: 0 }
      return { blocked: row.blockedAt !== null, keyVersion: row.keyVersion }
    },

    /** Notes that the viewer has come for the first time. */
    noteJoined: (user: LiveUserRecord): Promise<void> => store.joined(user.firmId, user.id, clock.now()),

    /** Bars a viewer from this live, or undoes it; connections end at once. */
    setBlocked: (firmId: string, liveUserId: string, blocked: boolean): Promise<void> =>
      db.transaction(async (tx) => {
        const row = await store.setBlocked(firmId, liveUserId, blocked ? clock.now() : null, tx)
        if (row === undefined) throw fail('noData')
        if (blocked) await bar(tx, row)
      }),

    /** The personal link as it was sent stops working; answers the new key. */
    revokeKey: (firmId: string, liveUserId: string): Promise<string> =>
      db.transaction(async (tx) => {
        const row = await store.nextKeyVersion(firmId, liveUserId, tx)
        if (row === undefined) throw fail('noData')
        const key = keyOf(row.id, row.keyVersion)
        await store.setKeyHash(firmId, liveUserId, hashOf(key), tx)
        await bar(tx, row)
        return key
      }),
  }
}
export type LiveUserService = ReturnType<typeof createLiveUserService>

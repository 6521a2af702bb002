import type { Person } from '@kaimai/contract/block/block.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { viewerKeyLength } from '@kaimai/contract/viewer/viewer-key.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import { newId, unguessable } from '../../platform/ids.ts'
import type { Secret } from '../../platform/secret.ts'
import { hashOf, personOf, shownName, type ViewerNames } from './viewer-marks.ts'
import { type LiveUserRecord, presentLiveUser } from './viewer.record.ts'
import type { LiveUserStore, ViewerMarks } from './viewer.store.ts'
import type { LiveUserRow } from './viewer.tables.ts'

export type { LiveUserRecord } from './viewer.record.ts'

/** Whether a viewer who holds a ticket may still come in. */
export interface Blocks {
  readonly blocked: boolean
  readonly keyVersion: number
}

/** Who is kept out, as the block list has it. */
export interface BlockCheck {
  readonly isBlocked: (firmId: string, liveId: string, person: Person, on?: Executor) => Promise<boolean>
  /** Of each in their order. */
  readonly areBlocked: (
    firmId: string,
    liveId: string,
    people: readonly Person[],
    on?: Executor,
  ) => Promise<readonly boolean[]>
}

/** Who signed up, as their viewer shows it. */
export interface SeatPerson {
  readonly signupUserId: string
  readonly name: string
  readonly phone: string
  readonly email: string
}

export interface LiveUserDeps {
  readonly db: Database
  readonly store: LiveUserStore
  /** Ends a viewer's connections everywhere, and makes every ticket written before be checked again. */
  readonly endConnections: (tx: Tx, row: Pick<LiveUserRow, 'id' | 'firmId' | 'liveId'>) => Promise<void>
  readonly blocked: BlockCheck
  /** Of a room's public id; undefined for a draft. */
  readonly liveIdOf: (streamId: string) => Promise<string | undefined>
  readonly platform: { readonly clock: Clock; readonly secret: Secret }
  /** Told, within the transaction, that somebody who signed up has come for the first time. */
  readonly cameFirst?: FirstComing | undefined
}

export type FirstComing = (
  tx: Tx,
  firmId: string,
  came: { readonly signupUserId: string; readonly liveId: string; readonly at: Date },
) => Promise<void>

const publicIdBytes = 12

/** Viewers: who they are, the key of their personal link, and whether they may come in. */
export const createLiveUserService = ({
  db,
  store,
  endConnections,
  blocked,
  liveIdOf,
  platform,
  cameFirst,
}: LiveUserDeps) => {
  const { clock, secret } = platform

  const keyOf = (id: string, version: number): string =>
    secret.sign('viewer-key', `${id} ${version}`).slice(0, viewerKeyLength)

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

  const anonymousRow = (firmId: string, liveId: string, device: string, { typed, fallback }: ViewerNames) => ({
    ...newRow(firmId, liveId),
    name: shownName(typed) || fallback,
    anonymous: true,
    deviceHash: hashOf(device),
    signupUserId: null,
    phone: null,
    email: null,
  })

  const isBlocked = (row: LiveUserRow, on?: Executor): Promise<boolean> =>
    blocked.isBlocked(row.firmId, row.liveId, personOf(row), on)
  const recordOf = async (row: LiveUserRow, on?: Executor): Promise<LiveUserRecord> =>
    presentLiveUser(row, await isBlocked(row, on))

  const recordIfAny = async (found: Promise<LiveUserRow | undefined>, on?: Executor) => {
    const row = await found
    return row && recordOf(row, on)
  }

  const renewKey = async (tx: Tx, firmId: string, liveUserId: string): Promise<string> => {
    const row = await store.nextKeyVersion(firmId, liveUserId, tx)
    if (row === undefined) throw fail('noData')
    const key = keyOf(row.id, row.keyVersion)
    await store.setKeyHash(firmId, liveUserId, hashOf(key), tx)
    await endConnections(tx, row)
    return key
  }

  /** The viewers of sign-ups in a live, by sign-up, made at the first call: one per live and sign-up. */
  const ensureAll = async (
    tx: Tx,
    firmId: string,
    liveId: string,
    people: readonly SeatPerson[],
  ): Promise<ReadonlyMap<string, LiveUserRecord>> => {
    if (people.length === 0) return new Map()
    const each = new Map(people.map((person) => [person.signupUserId, person]))
    const rows = await store.ofSignups(
      [...each.values()].map(({ signupUserId, name, phone, email }) => {
        const shown = { name: shownName(name), anonymous: false, deviceHash: null }
        return { ...newRow(firmId, liveId), ...shown, signupUserId, phone, email }
      }),
      tx,
    )
    const areBlocked = await blocked.areBlocked(firmId, liveId, rows.map(personOf), tx)
    return new Map(rows.map((row, at) => [row.signupUserId ?? '', presentLiveUser(row, areBlocked[at] === true)]))
  }

  return {
    ensureAll,

    /** The same of one. */
    ensure: async (tx: Tx, firmId: string, liveId: string, person: SeatPerson): Promise<LiveUserRecord> => {
      const user = (await ensureAll(tx, firmId, liveId, [person])).get(person.signupUserId)
      if (user === undefined) throw new Error('a sign-up without its viewer')
      return user
    },

    /**
     * Somebody who signs up, from a browser that isn't theirs, by the phone or e-mail of a person who is there already:
     * gets in like a new person, but as nobody's sign-up. `isNew`: not in this live before.
     */
    ensureGuest: async (
      tx: Tx,
      firmId: string,
      liveId: string,
      guest: { signupId: string; device: string; name: string; phone: string; email: string },
    ): Promise<{ user: LiveUserRecord; isNew: boolean }> => {
      const deviceHash = hashOf(`guest ${guest.signupId} ${guest.device}`)
      const { phone, email } = guest
      const person = { name: shownName(guest.name), anonymous: false, deviceHash, signupUserId: null, phone, email }
      const made = newRow(firmId, liveId)
      const row = await store.guest({ ...made, ...person }, tx)
      return { user: await recordOf(row, tx), isNew: row.id === made.id }
    },

    /** The anonymous viewer of a device (its cookie) in a live; a name that is not empty replaces the one before. */
    ofDevice: async (
      firmId: string,
      liveId: string,
      device: string,
      names: ViewerNames,
      /** Asked before one is made. */
      mayMake: () => Promise<void> = async () => {},
    ): Promise<LiveUserRecord> => {
      const typed = shownName(names.typed)
      let row = await store.byDevice(firmId, liveId, hashOf(device))
      if (row === undefined) {
        await mayMake()
        row = await store.ofDevice(anonymousRow(firmId, liveId, device, names))
      }
      if (typed === '' || typed === row.name) return recordOf(row)
      await store.rename(firmId, row.id, typed)
      return recordOf({ ...row, name: typed })
    },

    /**
     * The anonymous viewer of a device that has just got its cookie: nobody can have met or blocked it, so that nothing
     * is looked up. `joined`: it comes into the room now.
     */
    ofNewDevice: async (
      firmId: string,
      liveId: string,
      device: string,
      names: ViewerNames,
      joined: boolean,
    ): Promise<LiveUserRecord> => {
      const row = anonymousRow(firmId, liveId, device, names)
      return presentLiveUser(await store.ofDevice(row, joined ? row.createdAt : null), false)
    },

    /** The key of the personal link: made again from the record whenever a letter needs it. */
    viewerKeyOf: (user: LiveUserRecord): string => keyOf(user.id, user.keyVersion),

    /** The viewer of a personal link; undefined when the key is unknown, was revoked, or belongs to another room. */
    byViewerKey: async (streamId: string, key: string): Promise<LiveUserRecord | undefined> => {
      const liveId = await liveIdOf(streamId)
      if (liveId === undefined) return undefined
      const row = await store.byKeyHash(hashOf(key))
      return row?.liveId === liveId ? await recordOf(row) : undefined
    },

    /** The viewer of a sign-up's seat in a live, if its link was made. */
    bySignUp: (firmId: string, liveId: string, signupUserId: string): Promise<LiveUserRecord | undefined> =>
      recordIfAny(store.bySignup(firmId, liveId, signupUserId)),

    /** By the key alone, which no two links share. */
    byKey: (key: string): Promise<LiveUserRecord | undefined> => recordIfAny(store.byKeyHash(hashOf(key))),

    get: (firmId: string, liveUserId: string, on?: Executor): Promise<LiveUserRecord | undefined> =>
      recordIfAny(store.find(firmId, liveUserId, on), on),

    blocksOf: async (firmId: string, liveUserId: string): Promise<Blocks> => {
      const row = await store.find(firmId, liveUserId)
      // Erased meanwhile.
      if (row === undefined) return { blocked: true, keyVersion: 0 }
      return { blocked: await isBlocked(row), keyVersion: row.keyVersion }
    },

    setPreview: store.setPreview,

    /** Notes that the viewer has come, and (of a personal link) in which browser. */
    noteJoined: async (user: LiveUserRecord, device: string | undefined): Promise<void> => {
      const seenDevice = user.anonymous || device === undefined || device === '' ? null : hashOf(device)
      if (user.hasJoined && seenDevice === null) return
      const { id, firmId, liveId, signupUserId, keyVersion: seenVersion } = user
      const at = clock.now()
      if (signupUserId === null || cameFirst === undefined || user.hasJoined)
        return store.joined(firmId, id, { now: at, seenDevice, seenVersion })
      await db.transaction(async (tx) => {
        await store.joined(firmId, id, { now: at, seenDevice, seenVersion }, tx)
        await cameFirst(tx, firmId, { signupUserId, liveId, at })
      })
    },

    /** How a browser's cookie (its hash) stands in the marks of viewers. */
    deviceMark: hashOf,

    byPublicId: (firmId: string, liveId: string, publicId: string): Promise<LiveUserRecord | undefined> =>
      recordIfAny(store.byPublicId(firmId, liveId, publicId)),

    /** Viewers by name, the newest first; whether they are blocked is not looked up. */
    named: async (
      firmId: string,
      filter: { q: string; liveId: string | undefined; limit: number },
    ): Promise<LiveUserRecord[]> => (await store.named(firmId, filter)).map((row) => presentLiveUser(row, false)),

    /** Viewers whom one of these marks is of, in one live or (null) in all; what they are blocked by is not looked up. */
    marked: async (
      firmId: string,
      liveId: string | null,
      marks: ViewerMarks,
      on?: Executor,
    ): Promise<LiveUserRecord[]> =>
      (await store.marked(firmId, liveId, marks, on)).map((row) => presentLiveUser(row, true)),

    /** Whom a block has just barred is out at once, at every node, and no ticket or token written before holds. */
    revokeSessions: async (
      tx: Tx,
      users: readonly Pick<LiveUserRecord, 'id' | 'firmId' | 'liveId'>[],
    ): Promise<void> => {
      for (const user of users) await endConnections(tx, user)
    },

    /** The personal link as it was sent stops working; answers the new key. */
    revokeKey: (firmId: string, liveUserId: string): Promise<string> =>
      db.transaction((tx) => renewKey(tx, firmId, liveUserId)),

    /** Ends the personal link of a sign-up's seat in a live, if there is one yet. */
    endLink: async (tx: Tx, firmId: string, liveId: string, signupUserId: string): Promise<void> => {
      const row = await store.bySignup(firmId, liveId, signupUserId, tx)
      if (row !== undefined) await renewKey(tx, firmId, row.id)
    },
  }
}
export type LiveUserService = ReturnType<typeof createLiveUserService>

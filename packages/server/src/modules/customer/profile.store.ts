import { sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { ProfileOwner, ProfileRow, ProfileTables, SavedParts } from './profile.tables.ts'

export const createProfileStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<ProfileTables>()
  const devices = (firmId: string, executor: Executor) =>
    on(executor).deleteFrom('profileDevice').where('firmId', '=', firmId)
  /** JSON's null is not SQL's. */
  const jsonOrNull = <T>(value: T | null) => (value === null ? null : json(value))

  return {
    /** What these have saved, and what opened it. */
    erase: async (firmId: string, ownerIds: readonly string[], at: Date, tx: Tx): Promise<void> => {
      const { rows } = await sql<{ id: string }>`
        update "shopperProfile" set nickname = '', gender = '', personal = null, delivery = null, invoice = null,
          "paymentMethod" = '', "savedAt" = null, "changedAt" = ${at}
        where "firmId" = ${firmId} and "ownerId" = any(${[...ownerIds]}::uuid[]) returning id`.execute(
        tx.as<ProfileTables>(),
      )
      const ids = rows.map(({ id }) => id)
      await sql`delete from "profileDevice" where "profileId" = any(${ids}::uuid[])`.execute(tx.as<ProfileTables>())
      await sql`delete from "profileTry" where "profileId" = any(${ids}::uuid[])`.execute(tx.as<ProfileTables>())
    },

    find: (firmId: string, owner: ProfileOwner): Promise<ProfileRow | undefined> =>
      on()
        .selectFrom('shopperProfile')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('ownerKind', '=', owner.kind)
        .where('ownerId', '=', owner.id)
        .executeTakeFirst(),

    /** The row of an owner, made when there is none, and locked until the transaction ends. */
    take: async (firmId: string, owner: ProfileOwner, at: Date, executor: Executor): Promise<ProfileRow> => {
      const whose = { firmId, ownerKind: owner.kind, ownerId: owner.id }
      await on(executor)
        .insertInto('shopperProfile')
        .values({
          ...whose,
          id: newId(),
          nickname: '',
          gender: '' as const,
          paymentMethod: '',
          personal: null,
          delivery: null,
          invoice: null,
          savedAt: null,
          changedAt: at,
        })
        .onConflict((conflict) => conflict.constraint('shopper_profile_owner').doNothing())
        .execute()
      return on(executor)
        .selectFrom('shopperProfile')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('ownerKind', '=', owner.kind)
        .where('ownerId', '=', owner.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
    },

    save: async (
      firmId: string,
      id: string,
      parts: SavedParts,
      times: { readonly savedAt: Date | null; readonly changedAt: Date },
      executor: Executor,
    ): Promise<void> => {
      const { personal, delivery, invoice, ...plain } = parts
      await on(executor)
        .updateTable('shopperProfile')
        .set({
          ...plain,
          ...times,
          personal: jsonOrNull(personal),
          delivery: jsonOrNull(delivery),
          invoice: jsonOrNull(invoice),
        })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },

    isOpenOn: async (firmId: string, id: string, deviceHash: string, executor?: Executor): Promise<boolean> =>
      (await on(executor)
        .selectFrom('profileDevice')
        .select('profileId')
        .where('firmId', '=', firmId)
        .where('profileId', '=', id)
        .where('deviceHash', '=', deviceHash)
        .executeTakeFirst()) !== undefined,

    openOn: async (firmId: string, id: string, deviceHash: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('profileDevice')
        .values({ firmId, profileId: id, deviceHash, openedAt: at })
        .onConflict((conflict) => conflict.columns(['profileId', 'deviceHash']).doUpdateSet({ openedAt: at }))
        .execute()
    },

    /** Closes it on all devices but, if one is given, that one. */
    closeElsewhere: async (
      firmId: string,
      id: string,
      deviceHash: string | undefined,
      executor: Executor,
    ): Promise<void> => {
      await devices(firmId, executor)
        .where('profileId', '=', id)
        .$if(deviceHash !== undefined, (query) => query.where('deviceHash', '<>', deviceHash ?? ''))
        .execute()
    },

    /** What this device opened last that holds something. */
    newestOn: (firmId: string, deviceHash: string): Promise<ProfileRow | undefined> =>
      on()
        .selectFrom('profileDevice as device')
        .innerJoin('shopperProfile as profile', 'profile.id', 'device.profileId')
        .selectAll('profile')
        .where('device.firmId', '=', firmId)
        .where('device.deviceHash', '=', deviceHash)
        .where('profile.savedAt', 'is not', null)
        .orderBy('device.openedAt', 'desc')
        .orderBy('profile.id', 'desc')
        .executeTakeFirst(),

    /** Closes every profile on a device; answers those that no device reads any more. */
    leave: async (firmId: string, deviceHash: string, executor: Executor): Promise<string[]> => {
      const closed = await devices(firmId, executor)
        .where('deviceHash', '=', deviceHash)
        .returning('profileId')
        .execute()
      const ids = closed.map(({ profileId }) => profileId)
      if (ids.length === 0) return []
      const held = await on(executor)
        .selectFrom('profileDevice')
        .select('profileId')
        .distinct()
        .where('firmId', '=', firmId)
        .where('profileId', 'in', ids)
        .execute()
      return ids.filter((id) => held.every(({ profileId }) => profileId !== id))
    },

    /** Wrong guesses since: on this device, on all in the same time, and on all since longer ago. */
    triesOf: async (
      firmId: string,
      id: string,
      since: { readonly deviceHash: string | undefined; readonly day: Date; readonly month: Date },
      executor?: Executor,
    ): Promise<{ mine: number; day: number; month: number }> => {
      const own = since.deviceHash ?? ''
      const { mine, day, month } = await on(executor)
        .selectFrom('profileTry')
        .select((eb) => [
          eb.fn.countAll<number>().as('month'),
          sql<number>`count(*) filter (where at > ${since.day})`.as('day'),
          sql<number>`count(*) filter (where at > ${since.day} and "deviceHash" = ${own})`.as('mine'),
        ])
        .where('firmId', '=', firmId)
        .where('profileId', '=', id)
        .where('at', '>', since.month)
        .executeTakeFirstOrThrow()
      return { mine: Number(mine), day: Number(day), month: Number(month) }
    },

    addTry: async (firmId: string, id: string, deviceHash: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('profileTry')
        .values({ id: newId(), firmId, profileId: id, deviceHash, at })
        .execute()
    },

    /** Over all firms: what no longer counts. */
    sweepTries: async (before: Date): Promise<void> => {
      await on().deleteFrom('profileTry').where('at', '<', before).execute()
    },
  }
}
export type ProfileStore = ReturnType<typeof createProfileStore>

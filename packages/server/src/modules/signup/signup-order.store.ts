import { type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { PlacesState, SignupOrderRow, SignupOrderTables } from './signup-order.tables.ts'

/** Who asks for which places: the order that asks is never in its own way. */
export type PlacesAsked = Pick<SignupOrderRow, 'orderId' | 'firmId' | 'signupId' | 'phone' | 'email' | 'liveIds'>

const overlaps = (column: string, liveIds: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} && ${[...liveIds]}::uuid[]`

/** Places that orders of paid forms hold. */
export const createSignupOrderStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<SignupOrderTables>()

  /** Rows of this very person beside this order: by phone or by e-mail, with one of the sessions. */
  const beside = (asked: PlacesAsked, executor: Executor) =>
    on(executor)
      .selectFrom('signupOrder')
      .where('firmId', '=', asked.firmId)
      .where('signupId', '=', asked.signupId)
      .where((eb) => eb.or([eb('phone', '=', asked.phone), eb('email', '=', asked.email)]))
      .where('orderId', '<>', asked.orderId)
      .where(overlaps('liveIds', asked.liveIds))

  return {
    find: (firmId: string, orderId: string, executor?: Executor): Promise<SignupOrderRow | undefined> =>
      on(executor)
        .selectFrom('signupOrder')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .executeTakeFirst(),

    /** Keeps others from changing it until the transaction ends. */
    lock: (firmId: string, orderIds: readonly string[], executor: Executor): Promise<SignupOrderRow[]> =>
      on(executor)
        .selectFrom('signupOrder')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', 'in', orderIds)
        .orderBy('orderId')
        .forUpdate()
        .execute(),

    insert: async (row: SignupOrderRow, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('signupOrder')
        .values({ ...row, person: json(row.person) })
        .execute()
    },

    setState: async (
      firmId: string,
      orderId: string,
      change: { readonly state: PlacesState; readonly signupUserId?: string },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signupOrder')
        .set(change)
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .execute()
    },

    /** Somebody who was seated by an order has ordered; when they did first stands. */
    markOrdered: async (firmId: string, signupUserId: string, at: Date, executor: Executor): Promise<void> => {
      await sql`
        update "signupUser" set "orderedAt" = least("orderedAt", ${at})
        where "firmId" = ${firmId} and id = ${signupUserId}`.execute(on(executor))
    },

    /** Staff has moved people from one session to another: their orders are for that one now. */
    move: async (
      firmId: string,
      signupUserIds: readonly string[],
      live: { readonly from: string; readonly to: string },
      executor: Executor,
    ): Promise<void> => {
      await sql`
        update "signupOrder" set "liveIds" = array_replace("liveIds", ${live.from}::uuid, ${live.to}::uuid)
        where "firmId" = ${firmId} and "signupUserId" = any(${[...signupUserIds]}::uuid[])`.execute(on(executor))
    },

    /** Whether somebody with this phone or e-mail holds one of the sessions: seated, or paid and about to be. */
    isHeld: async (asked: PlacesAsked, executor: Executor): Promise<boolean> => {
      const seat = await on(executor)
        .selectFrom('signupUser')
        .innerJoin('signupSeat', 'signupSeat.signupUserId', 'signupUser.id')
        .select('signupUser.id')
        .where('signupUser.firmId', '=', asked.firmId)
        .where('signupUser.signupId', '=', asked.signupId)
        .where((eb) => eb.or([eb('signupUser.phone', '=', asked.phone), eb('signupUser.email', '=', asked.email)]))
        .where('signupSeat.liveId', 'in', asked.liveIds)
        .limit(1)
        .executeTakeFirst()
      if (seat) return true
      const paid = await beside(asked, executor)
        .select('orderId')
        .where('state', '=', 'paid')
        .limit(1)
        .executeTakeFirst()
      return paid !== undefined
    },

    /** Unpaid places of these sessions that orders from one browser hold; a session each time it is held. */
    heldByDevice: async (
      { firmId, signupId, liveIds }: PlacesAsked,
      deviceHash: string,
      executor: Executor,
    ): Promise<string[]> => {
      if (deviceHash === '') return []
      const rows = await on(executor)
        .selectFrom('signupOrder')
        .select('liveIds')
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('state', '=', sql.lit('held'))
        .where(sql<SqlBool>`person ->> 'deviceHash' = ${deviceHash}`)
        .where(overlaps('liveIds', liveIds))
        .execute()
      return rows.flatMap((row) => row.liveIds)
    },

    /** Whether somebody signed up for one of the firm's forms in this browser. */
    hasSignedUp: async (firmId: string, deviceHash: string, executor: Executor): Promise<boolean> =>
      (await on(executor)
        .selectFrom('signupUser')
        .select('id')
        .where('firmId', '=', firmId)
        .where('deviceHash', '=', deviceHash)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Other orders of this person that still hold one of the sessions unpaid. */
    rivals: async (asked: PlacesAsked, executor: Executor): Promise<string[]> =>
      (await beside(asked, executor).select('orderId').where('state', '=', sql.lit('held')).execute()).map(
        ({ orderId }) => orderId,
      ),

    /** Orders of people who were seated by them. */
    ofPeople: async (
      firmId: string,
      signupUserIds: readonly string[],
      executor?: Executor,
    ): Promise<ReadonlyMap<string, string>> => {
      if (signupUserIds.length === 0) return new Map()
      const rows = await on(executor)
        .selectFrom('signupOrder')
        .select(['orderId', 'signupUserId'])
        .where('firmId', '=', firmId)
        .where('signupUserId', 'in', signupUserIds)
        .execute()
      return new Map(rows.flatMap(({ orderId, signupUserId }) => (signupUserId ? [[orderId, signupUserId]] : [])))
    },
  }
}
export type SignupOrderStore = ReturnType<typeof createSignupOrderStore>

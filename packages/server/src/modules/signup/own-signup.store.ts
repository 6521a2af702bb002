import { type SqlBool, sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { PersonEventRow, SignupUserTables } from './signup-user.tables.ts'
import type { SignupUserRow } from './signup.tables.ts'
import { readOnce } from '../../platform/db/read-once.ts'

export interface SignupCodeRow {
  readonly id: string
  readonly firmId: string
  readonly signupId: string
  readonly deviceHash: string
  /** As typed: an e-mail, or a phone in E.164. */
  readonly contact: string
  /** Where the code went; empty: nowhere (yet). */
  readonly email: string
  /** Null: none was made, for nobody signed up with that contact. */
  readonly codeHash: string | null
  readonly tries: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

interface OwnSignupTables extends Omit<SignupUserTables, 'signupUser'> {
  signupUser: SignupUserRow
  signupCode: SignupCodeRow
  signupUserDevice: { signupUserId: string; deviceHash: string; firmId: string; openedAt: Date }
}

/** A browser at a form: what a code belongs to. */
export type CodeAsker = Pick<SignupCodeRow, 'firmId' | 'signupId' | 'deviceHash'>

/** Codes for the own sign-up, the browsers that hold one, and what its owner puts right. */
export const createOwnSignupStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<OwnSignupTables>()
  const people = (firmId: string, signupId: string, executor?: Executor) =>
    on(executor)
      .selectFrom('signupUser')
      .selectAll()
      .where('firmId', '=', firmId)
      .where('signupId', '=', signupId)
      .orderBy('createdAt')

  return {
    insertCode: async (row: SignupCodeRow, executor: Executor): Promise<void> => {
      await on(executor).insertInto('signupCode').values(row).execute()
    },

    code: (firmId: string, id: string, executor?: Executor): Promise<SignupCodeRow | undefined> =>
      on(executor)
        .selectFrom('signupCode')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .executeTakeFirst(),

    newestCode: (
      { firmId, signupId, deviceHash }: CodeAsker,
      executor?: Executor,
    ): Promise<SignupCodeRow | undefined> =>
      on(executor)
        .selectFrom('signupCode')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('deviceHash', '=', deviceHash)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** False: it has one already. */
    setCode: async (
      firmId: string,
      id: string,
      code: { readonly email: string; readonly codeHash: string },
      executor: Executor,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('signupCode')
        .set(code)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('codeHash', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Counts a try; answers how many there were with this one, undefined when none is left or the code is over. */
    takeTry: async (firmId: string, id: string, max: number, now: Date): Promise<number | undefined> =>
      (
        await on()
          .updateTable('signupCode')
          .set((eb) => ({ tries: eb('tries', '+', 1) }))
          .where('firmId', '=', firmId)
          .where('id', '=', id)
          .where('tries', '<', max)
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', now)
          .returning('tries')
          .executeTakeFirst()
      )?.tries,

    /** False: somebody used it a moment before. */
    markUsed: async (firmId: string, id: string, at: Date, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('signupCode')
        .set({ usedAt: at })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('usedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    sweepCodes: async (madeBefore: Date, limit: number): Promise<number> => {
      const { numDeletedRows } = await on()
        .deleteFrom('signupCode')
        .where('id', '=', (eb) =>
          readOnce(eb.selectFrom('signupCode').select('id').where('createdAt', '<', madeBefore).limit(limit)),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    byEmail: (firmId: string, signupId: string, email: string, executor?: Executor): Promise<SignupUserRow[]> =>
      people(firmId, signupId, executor).where('email', '=', email).execute(),

    /** By e-mail, or by phone; of several the one that came first, for a later one may have been made in its name. */
    byContact: (firmId: string, signupId: string, contact: string): Promise<SignupUserRow | undefined> =>
      people(firmId, signupId)
        .where((eb) => eb.or([eb('email', '=', contact), eb('phone', '=', contact)]))
        .limit(1)
        .executeTakeFirst(),

    openOn: async (
      firmId: string,
      signupUserIds: readonly string[],
      deviceHash: string,
      at: Date,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .insertInto('signupUserDevice')
        .values(signupUserIds.map((signupUserId) => ({ signupUserId, firmId, deviceHash, openedAt: at })))
        .onConflict((conflict) => conflict.columns(['signupUserId', 'deviceHash']).doUpdateSet({ openedAt: at }))
        .execute()
    },

    /** The sign-up stays with one browser alone, and with the one that made it. */
    closeElsewhere: async (
      firmId: string,
      signupUserId: string,
      deviceHash: string,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .deleteFrom('signupUserDevice')
        .where('firmId', '=', firmId)
        .where('signupUserId', '=', signupUserId)
        .where('deviceHash', '<>', deviceHash)
        .execute()
    },

    /** Whose seat in a live a browser holds; undefined: nobody's, or that of several, of whom nobody knows who comes. */
    seatHeldBy: async (firmId: string, liveId: string, deviceHash: string): Promise<string | undefined> => {
      const rows = await on()
        .selectFrom('signupUser as person')
        .innerJoin('signupSeat as seat', 'seat.signupUserId', 'person.id')
        .select('person.id')
        .where('person.firmId', '=', firmId)
        .where('seat.liveId', '=', liveId)
        .where((eb) =>
          eb.or([
            eb('person.deviceHash', '=', deviceHash),
            eb('person.id', 'in', (held) =>
              held
                .selectFrom('signupUserDevice as device')
                .select('device.signupUserId')
                .where('device.firmId', '=', firmId)
                .where('device.deviceHash', '=', deviceHash),
            ),
          ]),
        )
        .limit(2)
        .execute()
      return rows.length === 1 ? rows[0]?.id : undefined
    },

    isShared: async (
      { firmId, signupId, id }: Pick<SignupUserRow, 'firmId' | 'signupId' | 'id'>,
      by: { readonly phone: string; readonly email: string },
      executor: Executor,
    ): Promise<boolean> =>
      (await people(firmId, signupId, executor)
        .where(sql<SqlBool>`(phone = ${by.phone} or email = ${by.email})`)
        .where('id', '<>', id)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    setContact: async (
      firmId: string,
      id: string,
      contact: Partial<Pick<SignupUserRow, 'phone' | 'email' | 'flagged'>>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signupUser')
        .set(contact)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },

    addEvents: async (rows: readonly PersonEventRow[], executor: Executor): Promise<void> => {
      if (rows.length > 0) await on(executor).insertInto('signupUserEvent').values(rows).execute()
    },
  }
}
export type OwnSignupStore = ReturnType<typeof createOwnSignupStore>

import { type Insertable, sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import { type Person, personColumns } from './signup-user-list.store.ts'
import { signedUpFacts } from '../signup/signed-up-facts.ts'
import type { PersonEventRow, PersonRow, SignupUserTables } from '../signup/signup-user.tables.ts'
import { partOf } from '../fact/fact.events.ts'

export type PersonChange = Partial<Pick<Person, 'name' | 'phone' | 'email' | 'county' | 'memo' | 'flagged'>>

export interface Seat {
  readonly signupUserId: string
  readonly liveId: string
  readonly cameAt: Date | null
  readonly createdAt: Date
}

export const createSignupUserStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<SignupUserTables>()
  const people = (firmId: string, executor?: Executor) =>
    on(executor).selectFrom('signupUser as person').select(personColumns).where('person.firmId', '=', firmId)
  const sessionOf = (firmId: string, signupId: string, liveId: string, executor?: Executor) =>
    on(executor)
      .updateTable('signupSession')
      .where('firmId', '=', firmId)
      .where('signupId', '=', signupId)
      .where('liveId', '=', liveId)

  return {
    find: (firmId: string, id: string, executor?: Executor): Promise<Person | undefined> =>
      people(firmId, executor).where('person.id', '=', id).executeTakeFirst(),

    findMany: (firmId: string, ids: readonly string[], executor?: Executor): Promise<Person[]> =>
      ids.length === 0 ? Promise.resolve([]) : people(firmId, executor).where('person.id', 'in', ids).execute(),

    /** Of a form, everybody with one of these phones or e-mails. */
    byContacts: (
      firmId: string,
      signupId: string,
      by: { readonly phones: readonly string[]; readonly emails: readonly string[] },
      executor?: Executor,
    ): Promise<Person[]> =>
      people(firmId, executor)
        .where('person.signupId', '=', signupId)
        .where(sql<boolean>`(person.phone = any(${by.phones}::text[]) or person.email = any(${by.emails}::text[]))`)
        .orderBy('person.createdAt')
        .execute(),

    /** Sign-ups and edits of one form wait for each other, so that one person can't become two. False: no such form. */
    lockForm: async (firmId: string, signupId: string, executor: Executor): Promise<boolean> =>
      (await on(executor)
        .selectFrom('signup')
        .select('id')
        .where('firmId', '=', firmId)
        .where('id', '=', signupId)
        .forUpdate()
        .executeTakeFirst()) !== undefined,

    formNames: async (firmId: string, signupIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (signupIds.length === 0) return new Map()
      const rows = await on()
        .selectFrom('signup')
        .select(['id', 'name'])
        .where('firmId', '=', firmId)
        .where('id', 'in', signupIds)
        .execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    sessions: (firmId: string, signupIds: readonly string[] | undefined, executor?: Executor) => {
      if (signupIds?.length === 0) return Promise.resolve([])
      let query = on(executor)
        .selectFrom('signupSession')
        .select(['signupId', 'liveId', 'title', 'capacity', 'taken'])
        .where('firmId', '=', firmId)
      if (signupIds !== undefined) query = query.where('signupId', 'in', signupIds)
      return query.orderBy('position').execute()
    },

    /** Takes `count` places, or none when they are not there. */
    takePlaces: async (
      firmId: string,
      signupId: string,
      liveId: string,
      count: number,
      executor: Executor,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await sessionOf(firmId, signupId, liveId, executor)
        .set({ taken: sql<number>`taken + ${count}::integer` })
        .where(sql<boolean>`(capacity is null or taken + ${count}::integer <= capacity)`)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    giveBackPlaces: async (
      firmId: string,
      signupId: string,
      liveId: string,
      count: number,
      executor: Executor,
    ): Promise<void> => {
      await sessionOf(firmId, signupId, liveId, executor)
        .set({ taken: sql<number>`greatest(0, taken - ${count}::integer)` })
        .execute()
    },

    seats: (firmId: string, ids: readonly string[], executor?: Executor): Promise<Seat[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : on(executor)
            .selectFrom('signupSeat')
            .select(['signupUserId', 'liveId', 'cameAt', 'createdAt'])
            .where('firmId', '=', firmId)
            .where('signupUserId', 'in', ids)
            .orderBy('createdAt')
            .execute(),

    removeSeats: async (firmId: string, liveId: string, ids: readonly string[], executor: Executor): Promise<void> => {
      await on(executor)
        .deleteFrom('signupSeat')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('signupUserId', 'in', ids)
        .execute()
    },

    insertSeats: async (
      firmId: string,
      liveId: string,
      ids: readonly string[],
      at: Date,
      executor: Executor,
    ): Promise<void> => {
      for (const batch of inBatches(ids))
        await on(executor)
          .with('seated', (make) =>
            make
              .insertInto('signupSeat')
              .values(batch.map((signupUserId) => ({ firmId, liveId, signupUserId, createdAt: at })))
              .returning(['firmId', 'liveId', 'signupUserId', 'createdAt']),
          )
          .with('facts', () => partOf(signedUpFacts()))
          .selectFrom('seated')
          .select('liveId')
          .execute()
    },

    insertPeople: async (rows: readonly Insertable<PersonRow>[], executor: Executor): Promise<void> => {
      for (const batch of inBatches(rows)) await on(executor).insertInto('signupUser').values(batch).execute()
    },

    change: async (firmId: string, id: string, change: PersonChange, executor: Executor): Promise<void> => {
      if (Object.keys(change).length === 0) return
      await on(executor)
        .updateTable('signupUser')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },

    /** Answers whose setting it changed. */
    setCancelNotice: async (
      firmId: string,
      ids: readonly string[],
      isCancelNotice: boolean,
      executor: Executor,
    ): Promise<string[]> =>
      (
        await on(executor)
          .updateTable('signupUser')
          .set({ isCancelNotice })
          .where('firmId', '=', firmId)
          .where('id', 'in', ids)
          .where('isCancelNotice', '<>', isCancelNotice)
          .returning('id')
          .execute()
      ).map(({ id }) => id),

    /** Answers who had this address and got letters until now. */
    stopNoticesAt: async (firmId: string, email: string, executor: Executor): Promise<string[]> =>
      (
        await on(executor)
          .updateTable('signupUser')
          .set({ isCancelNotice: true })
          .where('firmId', '=', firmId)
          .where('email', '=', email)
          .where('isCancelNotice', '=', false)
          .returning('id')
          .execute()
      ).map(({ id }) => id),

    /** Notes the first time in a room. */
    setCame: async (
      firmId: string,
      signupUserId: string,
      liveId: string,
      at: Date,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signupSeat')
        .set({ cameAt: at })
        .where('firmId', '=', firmId)
        .where('signupUserId', '=', signupUserId)
        .where('liveId', '=', liveId)
        .where('cameAt', 'is', null)
        .execute()
      await on(executor)
        .updateTable('signupUser')
        .set({ cameAt: at })
        .where('firmId', '=', firmId)
        .where('id', '=', signupUserId)
        .where('cameAt', 'is', null)
        .execute()
    },

    setOrdered: async (firmId: string, signupUserId: string, at: Date | null): Promise<void> => {
      await on()
        .updateTable('signupUser')
        .set({ orderedAt: at })
        .where('firmId', '=', firmId)
        .where('id', '=', signupUserId)
        .execute()
    },

    addEvents: async (rows: readonly PersonEventRow[], executor: Executor): Promise<void> => {
      for (const batch of inBatches(rows)) await on(executor).insertInto('signupUserEvent').values(batch).execute()
    },

    events: (firmId: string, signupUserId: string): Promise<PersonEventRow[]> =>
      on()
        .selectFrom('signupUserEvent')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('signupUserId', '=', signupUserId)
        .orderBy('id')
        .execute(),
  }
}
export type SignupUserStore = ReturnType<typeof createSignupUserStore>

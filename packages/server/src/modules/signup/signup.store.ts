import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import type { SessionRow, SignupContent, SignupFormRow, SignupTables, SignupUserRow } from './signup.tables.ts'

type FormWrite = Pick<SignupFormRow, 'name' | 'customUrl' | 'pageType' | 'orderNoPrefix' | 'published'> & {
  content: SignupContent
}

export const createSignupStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<SignupTables>()
  return {
    find: (firmId: string, id: string): Promise<SignupFormRow | undefined> =>
      on(db)
        .selectFrom('signup')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    /** Public look-up; unpublished forms too, the caller decides. */
    findByUrl: (customUrl: string): Promise<SignupFormRow | undefined> =>
      on(db)
        .selectFrom('signup')
        .selectAll()
        .where('customUrl', '=', customUrl)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    list: async (firmId: string, wanted: { q?: string | undefined; limit: number; offset: number }) => {
      let query = on(db).selectFrom('signup').where('firmId', '=', firmId).where('removedAt', 'is', null)
      if (wanted.q) query = query.where(containing('name', wanted.q))
      const rows = await query
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(wanted.limit)
        .offset(wanted.offset)
        .execute()
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },
    insert: async (
      firmId: string,
      row: FormWrite & { id: string; createdAt: Date },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .insertInto('signup')
        .values({ ...row, content: json(row.content), firmId, removedAt: null })
        .execute()
    },
    update: async (firmId: string, id: string, row: FormWrite, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('signup')
        .set({
          name: row.name,
          customUrl: row.customUrl,
          pageType: row.pageType,
          orderNoPrefix: row.orderNoPrefix,
          published: row.published,
          content: json(row.content),
        })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    remove: async (firmId: string, id: string, at: Date): Promise<boolean> => {
      const { numUpdatedRows } = await on(db)
        .updateTable('signup')
        .set({ removedAt: at, published: false })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    sessions: (firmId: string, signupIds: readonly string[]): Promise<SessionRow[]> =>
      signupIds.length === 0
        ? Promise.resolve([])
        : on(db)
            .selectFrom('signupSession')
            .selectAll()
            .where('firmId', '=', firmId)
            .where('signupId', 'in', signupIds)
            .orderBy('position')
            .execute(),
    /** Sets the sessions of a form; places taken stay with their session, and come back with one that is added again. */
    setSessions: async (
      firmId: string,
      signupId: string,
      sessions: readonly Omit<SessionRow, 'taken' | 'firmId' | 'signupId'>[],
      executor: Executor,
    ): Promise<void> => {
      let gone = on(executor).deleteFrom('signupSession').where('firmId', '=', firmId).where('signupId', '=', signupId)
      const kept = sessions.map(({ liveId }) => liveId)
      if (kept.length > 0) gone = gone.where('liveId', 'not in', kept)
      await gone.execute()
      if (sessions.length === 0) return
      const seats = await on(executor)
        .selectFrom('signupSeat')
        .innerJoin('signupUser', 'signupUser.id', 'signupSeat.signupUserId')
        .select((eb) => ['signupSeat.liveId', eb.fn.countAll<number>().as('seats')])
        .where('signupSeat.firmId', '=', firmId)
        .where('signupUser.signupId', '=', signupId)
        .where('signupSeat.liveId', 'in', kept)
        .groupBy('signupSeat.liveId')
        .execute()
      const takenOf = new Map(seats.map((seat) => [seat.liveId, Number(seat.seats)]))
      await on(executor)
        .insertInto('signupSession')
        .values(sessions.map((session) => ({ ...session, firmId, signupId, taken: takenOf.get(session.liveId) ?? 0 })))
        .onConflict((conflict) =>
          conflict.columns(['signupId', 'liveId']).doUpdateSet((eb) => ({
            position: eb.ref('excluded.position'),
            title: eb.ref('excluded.title'),
            capacity: eb.ref('excluded.capacity'),
          })),
        )
        .execute()
    },
    /** Adds one session at the end; nothing when it is there (the demo's own rhythm). */
    addSession: async (
      firmId: string,
      signupId: string,
      session: Pick<SessionRow, 'liveId' | 'title' | 'capacity' | 'position'>,
      executor: Executor = db,
    ): Promise<void> => {
      await on(executor)
        .insertInto('signupSession')
        .values({ ...session, firmId, signupId, taken: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    removeSession: async (firmId: string, liveId: string, executor: Executor = db): Promise<void> => {
      await on(executor).deleteFrom('signupSession').where('firmId', '=', firmId).where('liveId', '=', liveId).execute()
    },
    /** Takes a place: false when the session is full. One conditional update, so the last place goes once. */
    takePlace: async (firmId: string, signupId: string, liveId: string, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('signupSession')
        .set((eb) => ({ taken: eb('taken', '+', 1) }))
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('liveId', '=', liveId)
        .where((eb) => eb.or([eb('capacity', 'is', null), eb('taken', '<', eb.ref('capacity'))]))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    /** Sign-ups of one form wait for each other, so that one person can't become two. */
    lock: async (firmId: string, signupId: string, executor: Executor): Promise<void> => {
      await on(executor)
        .selectFrom('signup')
        .select('id')
        .where('firmId', '=', firmId)
        .where('id', '=', signupId)
        .forUpdate()
        .execute()
    },
    people: (
      firmId: string,
      signupId: string,
      by: { phone: string; email: string },
      executor: Executor,
    ): Promise<SignupUserRow[]> =>
      on(executor)
        .selectFrom('signupUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where((eb) => eb.or([eb('phone', '=', by.phone), eb('email', '=', by.email)]))
        .orderBy('createdAt')
        .execute(),
    personByDevice: (firmId: string, signupId: string, deviceHash: string): Promise<SignupUserRow | undefined> =>
      on(db)
        .selectFrom('signupUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('deviceHash', '=', deviceHash)
        .orderBy('createdAt', 'desc')
        .executeTakeFirst(),
    person: (firmId: string, id: string): Promise<SignupUserRow | undefined> =>
      on(db).selectFrom('signupUser').selectAll().where('firmId', '=', firmId).where('id', '=', id).executeTakeFirst(),
    insertPerson: async (row: SignupUserRow, executor: Executor): Promise<void> => {
      await on(executor).insertInto('signupUser').values(row).execute()
    },
    updatePerson: async (
      firmId: string,
      id: string,
      change: Pick<SignupUserRow, 'name' | 'county' | 'timeZone'>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signupUser')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    seats: async (firmId: string, signupUserId: string, executor: Executor = db): Promise<string[]> =>
      (
        await on(executor)
          .selectFrom('signupSeat')
          .select('liveId')
          .where('firmId', '=', firmId)
          .where('signupUserId', '=', signupUserId)
          .execute()
      ).map(({ liveId }) => liveId),
    insertSeat: async (
      firmId: string,
      signupUserId: string,
      liveId: string,
      at: Date,
      executor: Executor,
    ): Promise<void> => {
      await on(executor).insertInto('signupSeat').values({ firmId, signupUserId, liveId, createdAt: at }).execute()
    },
    countsByForm: async (firmId: string, signupIds: readonly string[]): Promise<Map<string, number>> => {
      if (signupIds.length === 0) return new Map()
      const rows = await on(db)
        .selectFrom('signupUser')
        .select((eb) => ['signupId', eb.fn.countAll<number>().as('people')])
        .where('firmId', '=', firmId)
        .where('signupId', 'in', signupIds)
        .groupBy('signupId')
        .execute()
      return new Map(rows.map(({ signupId, people }) => [signupId, Number(people)]))
    },
    countsByLive: async (firmId: string, liveIds: readonly string[]): Promise<Map<string, number>> => {
      if (liveIds.length === 0) return new Map()
      const rows = await on(db)
        .selectFrom('signupSeat')
        .select((eb) => ['liveId', eb.fn.countAll<number>().as('seats')])
        .where('firmId', '=', firmId)
        .where('liveId', 'in', liveIds)
        .groupBy('liveId')
        .execute()
      return new Map(rows.map(({ liveId, seats }) => [liveId, Number(seats)]))
    },
    /** The custom URL of a published form that offers a live, for rooms without a link. */
    urlForLive: async (firmId: string, liveId: string): Promise<string | undefined> =>
      (
        await on(db)
          .selectFrom('signupSession')
          .innerJoin('signup', 'signup.id', 'signupSession.signupId')
          .select('signup.customUrl')
          .where('signupSession.firmId', '=', firmId)
          .where('signupSession.liveId', '=', liveId)
          .where('signup.published', '=', true)
          .where('signup.removedAt', 'is', null)
          .limit(1)
          .executeTakeFirst()
      )?.customUrl,
  }
}
export type SignupStore = ReturnType<typeof createSignupStore>

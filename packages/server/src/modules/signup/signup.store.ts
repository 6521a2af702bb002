import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { SessionRow, SignupContent, SignupFormRow, SignupTables, SignupUserRow } from './signup.tables.ts'

const noSlot = { seriesId: null, slotAt: null, slotEndAt: null } as const

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
    /** How many forms are public, and how many not. */
    counts: async (firmId: string): Promise<{ published: number; draft: number }> => {
      const rows = await on(db)
        .selectFrom('signup')
        .select((eb) => ['published', eb.fn.countAll<number>().as('forms')])
        .where('firmId', '=', firmId)
        .where('removedAt', 'is', null)
        .groupBy('published')
        .execute()
      const of = (published: boolean) => Number(rows.find((row) => row.published === published)?.forms ?? 0)
      return { published: of(true), draft: of(false) }
    },
    setPublished: async (firmId: string, id: string, published: boolean, executor: Executor = db): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('signup')
        .set({ published })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
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
    remove: async (firmId: string, id: string, at: Date, executor: Executor = db): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('signup')
        .set({ removedAt: at, published: false })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Lives that the merchant chose; slots of series are not among them. */
    sessions: (firmId: string, signupIds: readonly string[]): Promise<SessionRow[]> =>
      signupIds.length === 0
        ? Promise.resolve([])
        : on(db)
            .selectFrom('signupSession')
            .selectAll()
            .where('firmId', '=', firmId)
            .where('signupId', 'in', signupIds)
            .where('seriesId', 'is', null)
            .orderBy('position')
            .execute(),
    /** Sessions of a form that are these lives, slots too. */
    sessionsAt: (firmId: string, signupId: string, liveIds: readonly string[]): Promise<SessionRow[]> =>
      liveIds.length === 0
        ? Promise.resolve([])
        : on(db)
            .selectFrom('signupSession')
            .selectAll()
            .where('firmId', '=', firmId)
            .where('signupId', '=', signupId)
            .where('liveId', 'in', liveIds)
            .execute(),
    /** Sets the sessions of a form; places taken stay with their session, and come back with one that is added again. */
    setSessions: async (
      firmId: string,
      signupId: string,
      sessions: readonly Pick<SessionRow, 'liveId' | 'title' | 'capacity' | 'position'>[],
      executor: Executor,
    ): Promise<void> => {
      let gone = on(executor)
        .deleteFrom('signupSession')
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('seriesId', 'is', null)
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
        .values(
          sessions.map((session) => ({
            ...session,
            ...noSlot,
            firmId,
            signupId,
            taken: takenOf.get(session.liveId) ?? 0,
          })),
        )
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
        .values({ ...session, ...noSlot, firmId, signupId, taken: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    /** Takes sessions out that nobody signed up for and that are among these lives (the demo's own rhythm). */
    dropEmpty: async (firmId: string, signupId: string, liveIds: readonly string[]): Promise<void> => {
      if (liveIds.length === 0) return
      await on(db)
        .deleteFrom('signupSession')
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('liveId', 'in', liveIds)
        .where('taken', '=', 0)
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
      await on(executor)
        .insertInto('signupUser')
        .values({ ...row, answers: json(row.answers) })
        .execute()
    },
    updatePerson: async (
      firmId: string,
      id: string,
      change: Pick<SignupUserRow, 'name' | 'county' | 'timeZone' | 'answers'>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signupUser')
        .set({ ...change, answers: json(change.answers) })
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

import type { Database, Executor } from '../../platform/db/database.ts'
import type { SignupOrderTables } from './signup-order.tables.ts'
import type { SessionRow } from './signup.tables.ts'

const noSlot = { seriesId: null, slotAt: null, slotEndAt: null } as const

/** The sessions of forms, and the places taken in them. */
export const createSignupSessionStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<SignupOrderTables>()
  return {
    /** Lives that the merchant chose; slots of series are not among them. */
    sessions: (firmId: string, signupIds: readonly string[], executor: Executor = db): Promise<SessionRow[]> =>
      signupIds.length === 0
        ? Promise.resolve([])
        : on(executor)
            .selectFrom('signupSession')
            .selectAll()
            .where('firmId', '=', firmId)
            .where('signupId', 'in', signupIds)
            .where('seriesId', 'is', null)
            .orderBy('position')
            .execute(),
    /** Who of these sits where. */
    seatsOf: async (
      firmId: string,
      signupUserIds: readonly string[],
    ): Promise<{ readonly signupUserId: string; readonly liveId: string }[]> =>
      signupUserIds.length === 0
        ? []
        : on(db)
            .selectFrom('signupSeat')
            .select(['signupUserId', 'liveId'])
            .where('firmId', '=', firmId)
            .where('signupUserId', 'in', signupUserIds)
            .execute(),
    /** Sessions of a form that are these lives, slots too. */
    sessionsAt: (
      firmId: string,
      signupId: string,
      liveIds: readonly string[],
      executor: Executor = db,
    ): Promise<SessionRow[]> =>
      liveIds.length === 0
        ? Promise.resolve([])
        : on(executor)
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
      const remaining = sessions.map(({ liveId }) => liveId)
      if (remaining.length > 0) gone = gone.where('liveId', 'not in', remaining)
      await gone.execute()
      if (sessions.length === 0) return
      const seats = await on(executor)
        .selectFrom('signupSeat')
        .innerJoin('signupUser', 'signupUser.id', 'signupSeat.signupUserId')
        .select((eb) => ['signupSeat.liveId', eb.fn.countAll<number>().as('seats')])
        .where('signupSeat.firmId', '=', firmId)
        .where('signupUser.signupId', '=', signupId)
        .where('signupSeat.liveId', 'in', remaining)
        .groupBy('signupSeat.liveId')
        .execute()
      const takenOf = new Map(seats.map((seat) => [seat.liveId, Number(seat.seats)]))
      // Paid sign-ups hold places before they have seats.
      const orders = await on(executor)
        .selectFrom('signupOrder')
        .select('liveIds')
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('state', 'in', ['held', 'paid'])
        .execute()
      for (const liveId of orders.flatMap(({ liveIds }) => liveIds)) takenOf.set(liveId, (takenOf.get(liveId) ?? 0) + 1)
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
    /** Whether a place is left, without taking it. */
    hasPlace: async (firmId: string, signupId: string, liveId: string, executor: Executor): Promise<boolean> =>
      (await on(executor)
        .selectFrom('signupSession')
        .select('liveId')
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('liveId', '=', liveId)
        .where((eb) => eb.or([eb('capacity', 'is', null), eb('taken', '<', eb.ref('capacity'))]))
        .executeTakeFirst()) !== undefined,
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
    givePlace: async (firmId: string, signupId: string, liveId: string, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('signupSession')
        .set((eb) => ({ taken: eb('taken', '-', 1) }))
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('liveId', '=', liveId)
        .where('taken', '>', 0)
        .execute()
    },
  }
}

import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { SeriesRow, SessionRow, SignupTables } from './signup.tables.ts'

export interface SlotRow extends SessionRow {
  seriesId: string
  slotAt: Date
  slotEndAt: Date
}

/** Series of forms, and the sessions that are their slots. */
export const createSeriesStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<SignupTables>()
  return {
    list: (firmId: string, signupIds: readonly string[], executor: Executor = db): Promise<SeriesRow[]> =>
      signupIds.length === 0
        ? Promise.resolve([])
        : on(executor)
            .selectFrom('signupSeries')
            .selectAll()
            .where('firmId', '=', firmId)
            .where('signupId', 'in', signupIds)
            .where('removedAt', 'is', null)
            .orderBy('position')
            .execute(),

    /**
     * Sets the series of a form; those left out end, their lives stay. Answers ids that belong elsewhere (nothing is
     * written for them).
     */
    set: async (
      firmId: string,
      signupId: string,
      wanted: readonly Omit<SeriesRow, 'firmId' | 'signupId' | 'removedAt'>[],
      now: Date,
      executor: Executor,
    ): Promise<string[]> => {
      const ids = wanted.map(({ id }) => id)
      let ended = on(executor)
        .updateTable('signupSeries')
        .set({ removedAt: now })
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('removedAt', 'is', null)
      if (ids.length > 0) ended = ended.where('id', 'not in', ids)
      await ended.execute()
      const foreign: string[] = []
      for (const { id, ...series } of wanted) {
        const row = { ...series, rule: json(series.rule), removedAt: null }
        const { numInsertedOrUpdatedRows } = await on(executor)
          .insertInto('signupSeries')
          .values({ ...row, id, firmId, signupId })
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet(row)
              .where('signupSeries.firmId', '=', firmId)
              .where('signupSeries.signupId', '=', signupId),
          )
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) foreign.push(id)
        else
          await on(executor)
            .updateTable('signupSession')
            .set({ capacity: series.capacity })
            .where('firmId', '=', firmId)
            .where('seriesId', '=', id)
            .where('slotAt', '>', now)
            .execute()
      }
      return foreign
    },

    /** Slots with a live that are not over, and those of `liveIds`. */
    slots: async (firmId: string, signupId: string, now: Date, liveIds: readonly string[]): Promise<SlotRow[]> => {
      const rows = await on(db)
        .selectFrom('signupSession')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where('seriesId', 'is not', null)
        .where((eb) =>
          liveIds.length === 0
            ? eb('slotEndAt', '>', now)
            : eb.or([eb('slotEndAt', '>', now), eb('liveId', 'in', liveIds)]),
        )
        .orderBy('slotAt')
        .execute()
      return rows.flatMap(({ seriesId, slotAt, slotEndAt, ...row }) =>
        seriesId === null || slotAt === null || slotEndAt === null ? [] : [{ ...row, seriesId, slotAt, slotEndAt }],
      )
    },

    /** The session of a slot; nothing when it is there. */
    addSlot: async (row: Omit<SlotRow, 'taken' | 'position'>, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('signupSession')
        .values({ ...row, position: 0, taken: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
export type SeriesStore = ReturnType<typeof createSeriesStore>

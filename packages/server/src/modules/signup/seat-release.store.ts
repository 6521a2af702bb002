import type { Database, Executor } from '../../platform/db/database.ts'
import { partOf } from '../fact/fact.events.ts'
import { signedUpFacts } from './signed-up-facts.ts'
import type { SignupUserTables } from './signup-user.tables.ts'

/** One person's seat in one session. */
export interface SeatOfPerson {
  readonly firmId: string
  readonly signupUserId: string
  readonly liveId: string
}

export interface SilentSeat extends SeatOfPerson {
  readonly signupId: string
  readonly createdAt: Date
  readonly askedAt: Date | null
}

interface SeatReleaseTables extends Omit<SignupUserTables, 'signup' | 'signupSeat'> {
  signup: SignupUserTables['signup'] & { pageType: string; customUrl: string }
  signupSeat: SignupUserTables['signupSeat'] & { seenAt: Date | null; askedAt: Date | null }
  releasedSeat: SeatOfPerson & { releasedAt: Date }
}

export const createSeatReleaseStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<SeatReleaseTables>()
  const seat = ({ firmId, signupUserId, liveId }: SeatOfPerson, executor?: Executor) =>
    on(executor)
      .updateTable('signupSeat')
      .where('firmId', '=', firmId)
      .where('signupUserId', '=', signupUserId)
      .where('liveId', '=', liveId)

  return {
    /** Seats of full sessions of free forms, taken before then, of whose holders nothing was heard since. */
    silent: (takenBefore: Date, limit: number): Promise<SilentSeat[]> =>
      on()
        .selectFrom('signupSeat as seat')
        .innerJoin('signupUser as person', 'person.id', 'seat.signupUserId')
        .innerJoin('signup as form', 'form.id', 'person.signupId')
        .innerJoin('signupSession as session', (join) =>
          join.onRef('session.signupId', '=', 'form.id').onRef('session.liveId', '=', 'seat.liveId'),
        )
        .select([
          ...(['seat.firmId', 'seat.signupUserId', 'seat.liveId', 'seat.createdAt', 'seat.askedAt'] as const),
          'person.signupId',
        ])
        .where('form.pageType', '=', 'free')
        .where('form.removedAt', 'is', null)
        .whereRef('session.taken', '>=', 'session.capacity')
        .where('seat.seenAt', 'is', null)
        .where('seat.cameAt', 'is', null)
        .where('seat.createdAt', '<=', takenBefore)
        // Whom the merchant entered keeps the seat; so does who gets no letters and can't be asked.
        .where('person.source', '=', 'form')
        .where('person.isCancelNotice', '=', false)
        .orderBy('seat.createdAt')
        .limit(limit)
        .execute(),

    /** False: asked before, or there is a sign of life by now. */
    markAsked: async (of: SeatOfPerson, at: Date, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await seat(of, executor)
        .set({ askedAt: at })
        .where('askedAt', 'is', null)
        .where('seenAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Notes a sign of life; false: there is no such seat (any more). */
    markSeen: async (of: SeatOfPerson, at: Date, executor?: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await seat(of, executor).set({ seenAt: at }).executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Notes a sign of life for all seats that a person took before then. */
    markAllSeen: async (firmId: string, signupUserId: string, takenBefore: Date, at: Date): Promise<void> => {
      await on()
        .updateTable('signupSeat')
        .set({ seenAt: at })
        .where('firmId', '=', firmId)
        .where('signupUserId', '=', signupUserId)
        .where('createdAt', '<=', takenBefore)
        .where('seenAt', 'is', null)
        .execute()
    },

    /** Takes a seat whose holder was asked before then and is silent still; false: it stays. */
    take: async (of: SeatOfPerson, askedBefore: Date, at: Date, executor: Executor): Promise<boolean> => {
      const { firmId, signupUserId, liveId } = of
      const { numDeletedRows } = await on(executor)
        .deleteFrom('signupSeat')
        .where('firmId', '=', firmId)
        .where('signupUserId', '=', signupUserId)
        .where('liveId', '=', liveId)
        .where('seenAt', 'is', null)
        .where('cameAt', 'is', null)
        .where('askedAt', '<=', askedBefore)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) return false
      await on(executor)
        .insertInto('releasedSeat')
        .values({ firmId, signupUserId, liveId, releasedAt: at })
        .onConflict((conflict) => conflict.columns(['signupUserId', 'liveId']).doUpdateSet({ releasedAt: at }))
        .execute()
      return true
    },

    /** The form of a person, with what was noted of a seat that is there no more. */
    formOf: (firmId: string, signupUserId: string, liveId: string) =>
      on()
        .selectFrom('signupUser as person')
        .innerJoin('signup as form', 'form.id', 'person.signupId')
        .leftJoin('releasedSeat as released', (join) =>
          join.onRef('released.signupUserId', '=', 'person.id').on('released.liveId', '=', liveId),
        )
        .select(['form.id', 'form.customUrl', 'person.email', 'released.releasedAt'])
        .where('person.firmId', '=', firmId)
        .where('person.id', '=', signupUserId)
        .executeTakeFirst(),

    insertSeat: async ({ firmId, signupUserId, liveId }: SeatOfPerson, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .with('seated', (make) =>
          make
            .insertInto('signupSeat')
            .values({ firmId, signupUserId, liveId, createdAt: at, seenAt: at, askedAt: null })
            .returning(['firmId', 'signupUserId', 'liveId', 'createdAt']),
        )
        .with('facts', () => partOf(signedUpFacts()))
        .selectFrom('seated')
        .select('liveId')
        .execute()
    },
  }
}
export type SeatReleaseStore = ReturnType<typeof createSeatReleaseStore>

import type { SignupUserSource } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import type { SignupTables, SignupUserRow } from './signup.tables.ts'

/** Letters to the people of a session or of a form. */
export interface SessionLetter {
  readonly id: string
  readonly firmId: string
  /** The live, or the form. */
  readonly subjectId: string
  /** letterTemplateType */
  readonly type: number
  /** Minutes before the begin, or 'now'. */
  readonly step: string
  /** Of the session when it was due; the moment of a press for a form. */
  readonly beginAt: Date
  readonly seatedBefore: Date
  readonly lastPersonId: string | null
  readonly doneAt: Date | null
}
export type NewSessionLetter = Omit<SessionLetter, 'lastPersonId' | 'doneAt'>

/** Somebody of a session who wants letters. */
export interface SeatedPerson extends Pick<SignupUserRow, 'id' | 'name' | 'phone' | 'email' | 'language' | 'timeZone'> {
  readonly source: SignupUserSource
  /** What the form calls the session; null or empty: the name of the live. */
  readonly title: string | null
  /** Which text the form has chosen: 'firm', 'builtIn', 'none' or the id of a template. */
  readonly liveNotice: string
  readonly liveBegins: string
}

interface SessionLetterTables extends SignupTables {
  sessionLetter: SessionLetter
  signupUser: SignupTables['signupUser'] & { source: SignupUserSource }
  signupSeat: SignupTables['signupSeat'] & { seenAt: Date | null; askedAt: Date | null }
}

/** How far letters to the people of sessions and forms have come. */
export const createSessionLetterStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<SessionLetterTables>()

  const seated = (firmId: string, liveId: string, before: Date) =>
    on()
      .selectFrom('signupSeat')
      .innerJoin('signupUser', 'signupUser.id', 'signupSeat.signupUserId')
      .where('signupSeat.firmId', '=', firmId)
      .where('signupSeat.liveId', '=', liveId)
      .where('signupSeat.createdAt', '<=', before)
      .where('signupUser.isCancelNotice', '=', false)
      .where('signupUser.email', '<>', '')

  const ofForm = (firmId: string, signupId: string, before: Date) =>
    on()
      .selectFrom('signupUser')
      .where('firmId', '=', firmId)
      .where('signupId', '=', signupId)
      .where('createdAt', '<=', before)
      .where('isCancelNotice', '=', false)
      .where('email', '<>', '')

  return {
    /** The id of the letter, there already or new. One that staff sends again goes to who has come since. */
    open: async (letter: NewSessionLetter, executor?: Executor): Promise<string> => {
      const fresh = { lastPersonId: null, doneAt: null }
      await on(executor)
        .insertInto('sessionLetter')
        .values({ ...letter, ...fresh })
        .onConflict((conflict) => {
          const known = conflict.columns(['firmId', 'subjectId', 'type', 'step', 'beginAt'])
          const { seatedBefore } = letter
          return letter.step === 'now' ? known.doUpdateSet({ seatedBefore, ...fresh }) : known.doNothing()
        })
        .execute()
      const { firmId, subjectId, type, step, beginAt } = letter
      const { id } = await on(executor)
        .selectFrom('sessionLetter')
        .select('id')
        .where('firmId', '=', firmId)
        .where('subjectId', '=', subjectId)
        .where('type', '=', type)
        .where('step', '=', step)
        .where('beginAt', '=', beginAt)
        .executeTakeFirstOrThrow()
      return id
    },

    /** All letters to the people of a session so far. */
    ofSubject: (firmId: string, subjectId: string): Promise<SessionLetter[]> =>
      on()
        .selectFrom('sessionLetter')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('subjectId', '=', subjectId)
        .orderBy('id')
        .execute(),

    /** Undefined: everybody has been written to. */
    unfinished: (id: string): Promise<SessionLetter | undefined> =>
      on().selectFrom('sessionLetter').selectAll().where('id', '=', id).where('doneAt', 'is', null).executeTakeFirst(),

    allUnfinished: async (limit: number): Promise<string[]> =>
      (
        await on()
          .selectFrom('sessionLetter')
          .select('id')
          .where('doneAt', 'is', null)
          .orderBy('id')
          .limit(limit)
          .execute()
      ).map(({ id }) => id),

    /** In the transaction that queues the letters of these people. */
    advance: async (id: string, lastPersonId: string, tx: Tx): Promise<void> => {
      await on(tx)
        .updateTable('sessionLetter')
        .set({ lastPersonId: sql<string>`greatest("lastPersonId", ${lastPersonId}::uuid)` })
        .where('id', '=', id)
        .execute()
    },

    finish: async (id: string, now: Date): Promise<void> => {
      await on().updateTable('sessionLetter').set({ doneAt: now }).where('id', '=', id).execute()
    },

    /** The next people of a session, in the order of their ids. */
    seatedAfter: (of: SessionLetter, limit: number): Promise<SeatedPerson[]> => {
      const query = seated(of.firmId, of.subjectId, of.seatedBefore)
        .innerJoin('signup', 'signup.id', 'signupUser.signupId')
        .leftJoin('signupSession', (join) =>
          join
            .onRef('signupSession.signupId', '=', 'signupUser.signupId')
            .onRef('signupSession.liveId', '=', 'signupSeat.liveId'),
        )
        .select([
          ...(['signupUser.id', 'signupUser.name', 'signupUser.phone', 'signupUser.email'] as const),
          ...(['signupUser.language', 'signupUser.timeZone', 'signupUser.source', 'signupSession.title'] as const),
          sql<string>`signup.content ->> 'liveNoticeTemplate'`.as('liveNotice'),
          sql<string>`signup.content ->> 'liveBeginsTemplate'`.as('liveBegins'),
        ])
        .orderBy('signupUser.id')
        .limit(limit)
      return (of.lastPersonId === null ? query : query.where('signupUser.id', '>', of.lastPersonId)).execute()
    },

    countSeated: async (firmId: string, liveId: string, before: Date): Promise<number> => {
      const { people } = await seated(firmId, liveId, before)
        .select(({ fn }) => fn.countAll().as('people'))
        .executeTakeFirstOrThrow()
      return Number(people)
    },

    /** The next people of a form, in the order of their ids. */
    ofFormAfter: async (of: SessionLetter, limit: number): Promise<string[]> => {
      const query = ofForm(of.firmId, of.subjectId, of.seatedBefore).select('id').orderBy('id').limit(limit)
      const rows = await (of.lastPersonId === null ? query : query.where('id', '>', of.lastPersonId)).execute()
      return rows.map(({ id }) => id)
    },

    countOfForm: async (firmId: string, signupId: string, before: Date): Promise<number> => {
      const { people } = await ofForm(firmId, signupId, before)
        .select(({ fn }) => fn.countAll().as('people'))
        .executeTakeFirstOrThrow()
      return Number(people)
    },

    /** Those of a form who were asked to keep a seat, and have not answered. */
    countAsked: async (firmId: string, signupId: string, before: Date): Promise<number> => {
      const { people } = await ofForm(firmId, signupId, before)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('signupSeat')
              .select('liveId')
              .whereRef('signupSeat.signupUserId', '=', 'signupUser.id')
              .where('signupSeat.firmId', '=', firmId)
              .where('askedAt', 'is not', null)
              .where('seenAt', 'is', null),
          ),
        )
        .select(({ fn }) => fn.countAll().as('people'))
        .executeTakeFirstOrThrow()
      return Number(people)
    },

    /** Seats of these people that they were asked to keep, and have not answered. */
    asked: async (
      firmId: string,
      signupUserIds: readonly string[],
    ): Promise<{ readonly signupUserId: string; readonly liveId: string }[]> =>
      signupUserIds.length === 0
        ? []
        : on()
            .selectFrom('signupSeat')
            .select(['signupUserId', 'liveId'])
            .where('firmId', '=', firmId)
            .where('signupUserId', 'in', signupUserIds)
            .where('askedAt', 'is not', null)
            .where('seenAt', 'is', null)
            .execute(),
  }
}
export type SessionLetterStore = ReturnType<typeof createSessionLetterStore>

import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { EarningVisit } from '../association/association.service.ts'
import { partOf } from '../fact/fact.events.ts'
import { createKnownPeopleStore } from './known-people.store.ts'
import { createSignupSessionStore } from './signup-session.store.ts'
import { signedUpFacts } from './signed-up-facts.ts'
import type { SignupContent, SignupFormRow, SignupTables, SignupUserRow } from './signup.tables.ts'

type FormWrite = Pick<SignupFormRow, 'name' | 'customUrl' | 'pageType' | 'orderNoPrefix' | 'published'> & {
  content: SignupContent
}

export const createSignupStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<SignupTables>()
  const openedOn = (firmId: string, deviceHash: string, executor: Executor) =>
    on(executor)
      .selectFrom('signupUserDevice')
      .select('signupUserId')
      .where('firmId', '=', firmId)
      .where('deviceHash', '=', deviceHash)
  return {
    ...createSignupSessionStore(db),
    ...createKnownPeopleStore(db),
    find: (firmId: string, id: string, executor: Executor = db): Promise<SignupFormRow | undefined> =>
      on(executor)
        .selectFrom('signup')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    /** Removed ones too. */
    findMany: (firmId: string, ids: readonly string[]): Promise<SignupFormRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : on(db).selectFrom('signup').selectAll().where('firmId', '=', firmId).where('id', 'in', ids).execute(),
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
    /** The version that the form has then; undefined: it isn't there. */
    setPublished: async (
      firmId: string,
      id: string,
      published: boolean,
      executor: Executor,
    ): Promise<number | undefined> => {
      const row = await on(executor)
        .updateTable('signup')
        .set((eb) => ({ published, version: eb('version', '+', 1) }))
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .returning('version')
        .executeTakeFirst()
      return row?.version
    },
    insert: async (
      firmId: string,
      row: FormWrite & { id: string; createdAt: Date },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .insertInto('signup')
        .values({ ...row, content: json(row.content), firmId, version: 1, removedAt: null })
        .execute()
    },
    /** Changes a form that is at this version, which is then one higher. Throws when it is at another. */
    update: async (
      firmId: string,
      { id, version }: { readonly id: string; readonly version: number },
      row: FormWrite,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signup')
        .set({
          name: row.name,
          customUrl: row.customUrl,
          pageType: row.pageType,
          orderNoPrefix: row.orderNoPrefix,
          published: row.published,
          content: json(row.content),
          version: version + 1,
        })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('version', '=', version)
        .where('removedAt', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow()
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
    /** The newest sign-up that this browser holds: it signed up, or was let in by a code. */
    personByDevice: (
      firmId: string,
      signupId: string,
      deviceHash: string,
      executor: Executor = db,
    ): Promise<SignupUserRow | undefined> =>
      on(executor)
        .selectFrom('signupUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('signupId', '=', signupId)
        .where((eb) =>
          eb.or([eb('deviceHash', '=', deviceHash), eb('id', 'in', openedOn(firmId, deviceHash, executor))]),
        )
        .orderBy('createdAt', 'desc')
        .executeTakeFirst(),
    /** Which of these sign-ups a browser holds. */
    heldBy: async (
      firmId: string,
      people: readonly SignupUserRow[],
      deviceHash: string,
      executor: Executor,
    ): Promise<ReadonlySet<string>> => {
      const own = people.filter((person) => person.deviceHash === deviceHash).map(({ id }) => id)
      const others = people.filter((person) => person.deviceHash !== deviceHash).map(({ id }) => id)
      if (others.length === 0 || deviceHash === '') return new Set(own)
      const opened = await openedOn(firmId, deviceHash, executor).where('signupUserId', 'in', others).execute()
      return new Set([...own, ...opened.map(({ signupUserId }) => signupUserId)])
    },
    person: (firmId: string, id: string): Promise<SignupUserRow | undefined> =>
      on(db).selectFrom('signupUser').selectAll().where('firmId', '=', firmId).where('id', '=', id).executeTakeFirst(),
    persons: async (firmId: string, ids: readonly string[]): Promise<SignupUserRow[]> =>
      ids.length === 0
        ? []
        : on(db).selectFrom('signupUser').selectAll().where('firmId', '=', firmId).where('id', 'in', ids).execute(),
    insertPerson: async (row: SignupUserRow, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('signupUser')
        .values({ ...row, answers: json(row.answers), given: json(row.given) })
        .execute()
    },
    updatePerson: async (
      firmId: string,
      id: string,
      {
        name,
        county,
        timeZone,
        language,
        answers,
        given,
      }: Pick<SignupUserRow, 'name' | 'county' | 'timeZone' | 'language' | 'answers' | 'given'>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signupUser')
        .set({ name, county, timeZone, language, answers: json(answers), given: json(given) })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    /** Keeps the link that the sign-up is credited to, unless it has one. */
    setAssociation: async (
      firmId: string,
      id: string,
      { associationId, associationVisitAt }: Omit<EarningVisit, 'signupId'>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('signupUser')
        .set({ associationId, associationVisitAt })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('associationId', 'is', null)
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
      /** The order that paid for it. */
      orderId?: string,
    ): Promise<void> => {
      const seat = { firmId, signupUserId, liveId, createdAt: at }
      await on(executor)
        .with('seated', (make) => make.insertInto('signupSeat').values(seat).returningAll())
        .with('facts', () => partOf(signedUpFacts(orderId)))
        .selectFrom('seated')
        .select('liveId')
        .execute()
    },
    removeSeat: async (firmId: string, signupUserId: string, liveId: string, executor: Executor): Promise<void> => {
      await on(executor)
        .deleteFrom('signupSeat')
        .where('firmId', '=', firmId)
        .where('signupUserId', '=', signupUserId)
        .where('liveId', '=', liveId)
        .execute()
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

import type { Database, Executor } from '../../platform/db/database.ts'
import type { SignupTables } from './signup.tables.ts'

/** A form that offers a live. */
export interface FormOfLive {
  readonly id: string
  readonly signupTitle: string
  readonly path: string
  readonly isPublished: boolean
  /** Places taken for this live. */
  readonly signups: number
}

const named = 5

/** Which forms and series have to do with a live: for the live's own page, and for those who are about to delete it. */
export const createLiveForms = (db: Database) => {
  const on = (executor: Executor) => executor.as<SignupTables>()
  return {
    /** Public ones first, then by name. */
    offering: async (firmId: string, liveId: string): Promise<FormOfLive[]> => {
      const rows = await on(db)
        .selectFrom('signupSession')
        .innerJoin('signup', 'signup.id', 'signupSession.signupId')
        .select(['signup.id', 'signup.name', 'signup.customUrl', 'signup.published', 'signup.content'])
        .select('signupSession.taken')
        .where('signupSession.firmId', '=', firmId)
        .where('signupSession.liveId', '=', liveId)
        .where('signup.removedAt', 'is', null)
        .orderBy('signup.published', 'desc')
        .orderBy('signup.name')
        .execute()
      return rows.map(({ id, name, customUrl, published, content, taken }) => ({
        id,
        signupTitle: content.signupTitle || name,
        path: `/f/${customUrl}`,
        isPublished: published,
        signups: taken,
      }))
    },
    /** Forms whose sessions are among those lives, the newest 50. */
    inLives: async (
      firmId: string,
      liveIds: readonly string[],
    ): Promise<{ id: string; name: string; pageType: string }[]> =>
      liveIds.length === 0
        ? []
        : on(db)
            .selectFrom('signup')
            .select(['signup.id', 'signup.name', 'signup.pageType'])
            .where('signup.firmId', '=', firmId)
            .where('signup.removedAt', 'is', null)
            .where('signup.id', 'in', (eb) =>
              eb
                .selectFrom('signupSession')
                .select('signupSession.signupId')
                .where('signupSession.firmId', '=', firmId)
                .where('signupSession.liveId', 'in', liveIds),
            )
            .orderBy('signup.createdAt', 'desc')
            .limit(50)
            .execute(),
    /** Titles of the series that copy the live. */
    seriesCopying: async (firmId: string, liveId: string, executor: Executor = db): Promise<string[]> => {
      const rows = await on(executor)
        .selectFrom('signupSeries')
        .innerJoin('signup', 'signup.id', 'signupSeries.signupId')
        .select(['signupSeries.title', 'signup.name'])
        .where('signupSeries.firmId', '=', firmId)
        .where('signupSeries.templateLiveId', '=', liveId)
        .where('signupSeries.removedAt', 'is', null)
        .where('signup.removedAt', 'is', null)
        .orderBy('signupSeries.position')
        .limit(named)
        .execute()
      return rows.map(({ title, name }) => title || name)
    },
  }
}
export type LiveForms = ReturnType<typeof createLiveForms>

import type { Database } from '../../platform/db/database.ts'
import type { SignupTables } from './signup.tables.ts'

/** Forms whose sessions are among those lives, the newest 50. */
export const createSignupUses =
  (db: Database) =>
  async (firmId: string, liveIds: readonly string[]): Promise<{ id: string; name: string; pageType: string }[]> =>
    liveIds.length === 0
      ? []
      : db
          .as<SignupTables>()
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
          .execute()

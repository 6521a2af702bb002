import type { Database, Executor } from '../../platform/db/database.ts'
import type { PartnerRow, PartnerTables } from './partner.tables.ts'

export const createPartnerStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<PartnerTables>()
  const withToken = (id: string, tokenHash: string, now: Date, executor: Executor) =>
    on(executor)
      .updateTable('partner')
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .where('passwordTokenHash', '=', tokenHash)
      .where('passwordTokenUntil', '>', now)

  return {
    /** Removed ones too: what they earned is theirs. */
    findMany: async (firmId: string, ids: readonly string[], executor?: Executor): Promise<PartnerRow[]> =>
      ids.length === 0
        ? []
        : on(executor).selectFrom('partner').selectAll().where('firmId', '=', firmId).where('id', 'in', ids).execute(),

    /** Of whom a session is asked for; not the removed ones. */
    login: (id: string): Promise<PartnerRow | undefined> =>
      on().selectFrom('partner').selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst(),

    change: async (firmId: string, id: string, values: Partial<PartnerRow>, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('partner')
        .set(values)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Sets the password by the token of a link, which is over with it; false when it is none (any more). */
    takeToken: async (
      id: string,
      tokenHash: string,
      { passwordHash, now }: { readonly passwordHash: string; readonly now: Date },
      executor: Executor,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await withToken(id, tokenHash, now, executor)
        .set({ passwordHash, passwordTokenHash: null, passwordTokenUntil: null })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    insertSession: async (row: PartnerTables['partnerSession'], executor: Executor): Promise<void> => {
      await on(executor).insertInto('partnerSession').values(row).execute()
    },

    /** Whose session it is; undefined once it has ended or its partner was removed. */
    session: (tokenHash: string, now: Date): Promise<{ partnerId: string; firmId: string } | undefined> =>
      on()
        .selectFrom('partnerSession')
        .innerJoin('partner', 'partner.id', 'partnerSession.partnerId')
        .select(['partnerSession.partnerId', 'partnerSession.firmId'])
        .where('tokenHash', '=', tokenHash)
        .where('endsAt', '>', now)
        .where('partner.removedAt', 'is', null)
        .executeTakeFirst(),

    endSession: async (tokenHash: string): Promise<void> => {
      await on().deleteFrom('partnerSession').where('tokenHash', '=', tokenHash).execute()
    },

    endSessionsOf: async (partnerId: string, executor: Executor): Promise<void> => {
      await on(executor).deleteFrom('partnerSession').where('partnerId', '=', partnerId).execute()
    },

    sweepSessions: async (now: Date): Promise<void> => {
      await on().deleteFrom('partnerSession').where('endsAt', '<=', now).execute()
    },

    rememberDevice: async (row: PartnerTables['partnerDevice'], executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('partnerDevice')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['partnerId', 'deviceHash']).doUpdateSet({ loggedInAt: row.loggedInAt }),
        )
        .execute()
    },

    devices: async (partnerId: string): Promise<string[]> =>
      (await on().selectFrom('partnerDevice').select('deviceHash').where('partnerId', '=', partnerId).execute()).map(
        ({ deviceHash }) => deviceHash,
      ),
  }
}
export type PartnerStore = ReturnType<typeof createPartnerStore>

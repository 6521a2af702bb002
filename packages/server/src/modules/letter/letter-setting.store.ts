import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import type { LetterTables } from './letter.tables.ts'

export interface LetterSettings {
  readonly smsBrand: string
  readonly smsRegistered: readonly string[]
  readonly webhook: boolean
}

/** What firms have set of their letters. */
export const createLetterSettingStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<LetterTables>()
  return {
    of: async (firmId: string, executor?: Executor): Promise<LetterSettings> =>
      (await on(executor)
        .selectFrom('letterSetting')
        .select(['smsBrand', 'smsRegistered', 'webhook'])
        .where('firmId', '=', firmId)
        .executeTakeFirst()) ?? { smsBrand: '', smsRegistered: [], webhook: false },

    set: async (firmId: string, settings: LetterSettings, tx: Tx): Promise<void> => {
      const { smsBrand, webhook } = settings
      const row = { smsBrand, webhook, smsRegistered: json(settings.smsRegistered) }
      await on(tx)
        .insertInto('letterSetting')
        .values({ firmId, ...row })
        .onConflict((conflict) => conflict.column('firmId').doUpdateSet(row))
        .execute()
    },
  }
}
export type LetterSettingStore = ReturnType<typeof createLetterSettingStore>

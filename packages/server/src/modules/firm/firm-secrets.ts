import { type SecretName, secretNames, secretTail } from '@kaimai/contract/firm/firm.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { Secret } from '../../platform/secret.ts'
import type { FirmTables } from './firm.tables.ts'
import { createFormerMerchants } from './former-merchants.ts'

export interface SecretState {
  readonly set: boolean
  readonly last4: string
}

const purpose = 'firm secrets'
const ownerOf = (firmId: string, name: SecretName): string => `${firmId} ${name}`

/** Keys of third parties that a firm has given: kept sealed, opened only for the engine that needs one. */
export const createFirmSecrets = ({ db, clock, secret }: { db: Database; clock: Clock; secret: Secret }) => {
  const on = (executor: Executor) => executor.as<FirmTables>()

  /** The secret itself, for an engine: never for an answer, a log or an error. */
  const open = async (firmId: string, name: SecretName, executor: Executor = db): Promise<string | undefined> => {
    const row = await on(executor)
      .selectFrom('firmSecret')
      .select('sealed')
      .where('firmId', '=', firmId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row && secret.decrypt(purpose, row.sealed, ownerOf(firmId, name))
  }

  return {
    open,
    /** Keys that were replaced while payments may still need them. */
    former: createFormerMerchants({ db, clock, secret, open }),

    /** What may be shown of each. */
    states: async (firmId: string, executor: Executor = db): Promise<Record<SecretName, SecretState>> => {
      const rows = await on(executor)
        .selectFrom('firmSecret')
        .select(['name', 'last4'])
        .where('firmId', '=', firmId)
        .execute()
      const set = new Map(rows.map(({ name, last4 }) => [name, last4]))
      const states = secretNames.map((name) => [name, { set: set.has(name), last4: set.get(name) ?? '' }] as const)
      return Object.fromEntries(states) as Record<SecretName, SecretState>
    },

    /** Empty takes it away. */
    put: async (firmId: string, name: SecretName, text: string, executor: Executor = db): Promise<void> => {
      if (text === '') {
        await on(executor).deleteFrom('firmSecret').where('firmId', '=', firmId).where('name', '=', name).execute()
        return
      }
      const row = {
        sealed: secret.encrypt(purpose, text, ownerOf(firmId, name)),
        last4: secretTail(text),
        changedAt: clock.now(),
      }
      await on(executor)
        .insertInto('firmSecret')
        .values({ firmId, name, ...row })
        .onConflict((conflict) => conflict.columns(['firmId', 'name']).doUpdateSet(row))
        .execute()
    },
  }
}
export type FirmSecrets = ReturnType<typeof createFirmSecrets>

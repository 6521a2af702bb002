import type { FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import {
  gatewayExtraKeys,
  gatewayKeys,
  type GatewayName,
  gatewayNames,
  type SecretName,
} from '@kaimai/contract/firm/firm.rules.ts'
import type { PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { Secret } from '../../platform/secret.ts'
import type { FirmRow, FirmTables } from './firm.tables.ts'

/** Opened keys of one gateway by their names. */
type MerchantKeys = Readonly<Partial<Record<SecretName, string>>>

export interface FormerMerchantsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secret: Secret
  /** A key that the firm has today. */
  readonly open: (firmId: string, name: SecretName, executor: Executor) => Promise<string | undefined>
}

const purpose = 'former merchant keys'
const ownerOf = (firmId: string, gateway: string, merchantId: string): string => `${firmId} ${gateway} ${merchantId}`
const dayMs = 86_400_000
/** Keys typed one after the other, and an id typed after its keys, are one change: what was there before it is kept. */
const oneChangeMs = 3_600_000
/** Payments are refunded for 180 days, and a code that was issued last can be paid for 60 days. */
const keptMs = (180 + 60) * dayMs

/**
 * Merchants that firms were at gateways before they changed their id or keys there: payments that were begun with them are
 * verified, asked about and refunded with their keys.
 */
export const createFormerMerchants = ({ db, clock, secret, open }: FormerMerchantsDeps) => {
  const on = (executor: Executor) => executor.as<FirmTables>()

  const wasKeptLately = async (tx: Executor, firmId: string, gateway: GatewayName, merchantId: string) => {
    const kept = await on(tx)
      .selectFrom('formerMerchant')
      .select('replacedAt')
      .where('firmId', '=', firmId)
      .where('gateway', '=', gateway)
      .where('merchantId', '=', merchantId)
      .executeTakeFirst()
    return kept !== undefined && kept.replacedAt.getTime() > clock.ms() - oneChangeMs
  }

  /** Undefined: the firm can't sign there today, so nothing was begun that needs the keys. */
  const keysOfToday = async (tx: Executor, firmId: string, gateway: GatewayName): Promise<MerchantKeys | undefined> => {
    const keys: Partial<Record<SecretName, string>> = {}
    for (const name of [...gatewayKeys[gateway], ...(gatewayExtraKeys[gateway] ?? [])]) {
      const text = await open(firmId, name, tx)
      if (text !== undefined) keys[name] = text
    }
    return gatewayKeys[gateway].every((name) => keys[name] !== undefined) ? keys : undefined
  }

  const keep = async (tx: Executor, firmId: string, gateway: GatewayName, merchantId: string): Promise<void> => {
    if (await wasKeptLately(tx, firmId, gateway, merchantId)) return
    const keys = await keysOfToday(tx, firmId, gateway)
    if (!keys) return
    const row = {
      sealed: secret.encrypt(purpose, JSON.stringify(keys), ownerOf(firmId, gateway, merchantId)),
      replacedAt: clock.now(),
    }
    await on(tx)
      .insertInto('formerMerchant')
      .values({ firmId, gateway, merchantId, ...row })
      .onConflict((conflict) => conflict.columns(['firmId', 'gateway', 'merchantId']).doUpdateSet(row))
      .execute()
  }

  /** A key that is taken away is not used any more, not even for what was begun with it. */
  const forget = async (tx: Executor, firmId: string, gateway: GatewayName, merchantId: string): Promise<void> => {
    await on(tx)
      .deleteFrom('formerMerchant')
      .where('firmId', '=', firmId)
      .where('gateway', '=', gateway)
      .where('merchantId', '=', merchantId)
      .execute()
  }

  return {
    /**
     * Keeps what a change of the settings is about to replace. `firm`: as it stands, locked. Call it before the change is
     * written, in its transaction.
     */
    keepReplaced: async (
      tx: Executor,
      { id, gateways }: Pick<FirmRow, 'id' | 'gateways'>,
      change: Pick<FirmSettingChange, 'gateways' | 'secrets'>,
    ): Promise<void> => {
      for (const gateway of gatewayNames) {
        const merchantId = gateways[gateway] ?? ''
        if (merchantId === '') continue
        const isLeft = change.gateways !== undefined && change.gateways[gateway] !== merchantId
        const sent = gatewayKeys[gateway].flatMap((name) => change.secrets?.[name] ?? [])
        if (!isLeft && sent.includes('')) await forget(tx, id, gateway, merchantId)
        else if (isLeft || sent.length > 0) await keep(tx, id, gateway, merchantId)
      }
    },

    /** For an engine: never for an answer, a log or an error. Undefined: the firm was never that merchant, or long ago. */
    open: async (
      firmId: string,
      gateway: PaymentGatewayName,
      merchantId: string,
    ): Promise<MerchantKeys | undefined> => {
      const row = await on(db)
        .selectFrom('formerMerchant')
        .select('sealed')
        .where('firmId', '=', firmId)
        .where('gateway', '=', gateway)
        .where('merchantId', '=', merchantId)
        .executeTakeFirst()
      if (!row) return undefined
      return JSON.parse(secret.decrypt(purpose, row.sealed, ownerOf(firmId, gateway, merchantId))) as MerchantKeys
    },

    /** Deletes those that no payment can need any more. They are few: a firm seldom changes who it is at a gateway. */
    sweep: async (): Promise<void> => {
      await on(db)
        .deleteFrom('formerMerchant')
        .where('replacedAt', '<', new Date(clock.ms() - keptMs))
        .execute()
    },
  }
}

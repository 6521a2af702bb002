import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { firmErrors } from '@kaimai/contract/firm/firm.errors.ts'
import { type GatewayName, gatewayNames } from '@kaimai/contract/firm/firm.rules.ts'
import type { GatewayCheck } from '@kaimai/contract/firm/firm.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import { testEnded } from './firm.events.ts'
import { isInTestMode } from './firm.service.ts'
import type { FirmStore } from './firm.store.ts'
import type { FirmRow } from './firm.tables.ts'

/** What a payment company says of the keys that a firm keeps; `unkept`: an id or a key is missing. */
export type KeysAtGateway = GatewayCheck | 'unkept' | 'notHere'

export interface FirmTestModeDeps {
  readonly platform: {
    readonly db: Database
    readonly audit: Audit
    readonly limits: Limits
    readonly clock: Clock
    readonly events: Events
  }
  readonly store: FirmStore
  /** Ways to pay that would take money if the firm's test mode ended now. */
  readonly realMethods: (firm: PayingRow) => readonly PaymentMethod[]
  /** Asks the payment company. Throws when it can't be reached. */
  readonly keysAt: (firmId: string, gateway: GatewayName) => Promise<KeysAtGateway>
}

/** A firm's row, as the ways to pay are decided by it. */
export type PayingRow = FirmRow & { readonly testMode: boolean }

export const payingRow = (row: FirmRow): PayingRow => ({ ...row, testMode: isInTestMode(row) })

/** Questions to payment companies by one firm: some lock out who asks too often. */
const checkLimit = { limit: 6, windowMs: 3600_000 } as const

/** The way from play money to the first real payment. */
export const createFirmTestMode = ({ platform, store, realMethods, keysAt }: FirmTestModeDeps) => {
  const { db, audit, limits, clock, events } = platform

  const ask = (firmId: string, gateway: GatewayName): Promise<KeysAtGateway> =>
    keysAt(firmId, gateway).catch((error: unknown) => {
      throw fail('busy', { reason: firmErrors.gatewaySilent, details: { problem: String(error) } })
    })

  /** Payment companies that carry what the firm would take money by. */
  const gatewaysOf = (row: FirmRow): GatewayName[] => {
    const methods = new Set(realMethods(payingRow(row)))
    if (methods.size === 0) throw fail('conflict', { reason: firmErrors.testNeedsMethod })
    const carriers = new Set<string>(
      row.paymentMethods.filter(({ method }) => methods.has(method)).map(({ gateway }) => gateway),
    )
    return gatewayNames.filter((name) => carriers.has(name))
  }

  const checkKeys = async (firmId: string, gateway: GatewayName): Promise<void> => {
    const said = await ask(firmId, gateway)
    if (typeof said === 'object' && said.isRight) return
    const reason =
      typeof said === 'object'
        ? withValues(firmErrors.keysUnknown, { words: said.words })
        : said === 'unkept'
          ? firmErrors.gatewayUnkept
          : firmErrors.gatewayNotHere
    throw fail('conflict', { reason, fields: { [`gateways.${gateway}`]: reason } })
  }

  return {
    /**
     * Whether a payment company knows the firm by its kept keys. Throws `conflict` where keys are missing or the gateway
     * does not run here, and `busy` when it can't be reached.
     */
    checkGateway: async ({ firmId }: Actor, gateway: GatewayName): Promise<GatewayCheck> => {
      const taken = await limits.take(`gateway check ${firmId} ${gateway}`, checkLimit)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      const said = await ask(firmId, gateway)
      if (said === 'unkept') throw fail('conflict', { reason: firmErrors.gatewayUnkept })
      if (said === 'notHere') throw fail('conflict', { reason: firmErrors.gatewayNotHere })
      return said
    },

    /**
     * Ends the test mode for good; of a firm whose test mode is over, and of a demo, nothing changes. Throws `conflict`
     * while nothing that is offered would take money, or a payment company does not know the keys of what is, and `busy`
     * when one can't be reached.
     */
    end: async (by: Actor): Promise<void> => {
      const asked = await store.find(by.firmId)
      if (!asked) throw fail('noData')
      if (!isInTestMode(asked)) return
      for (const gateway of gatewaysOf(asked)) await checkKeys(by.firmId, gateway)
      await db.transaction(async (tx) => {
        const row = await store.lock(by.firmId, tx)
        if (!row || !isInTestMode(row)) return
        const methods = realMethods(payingRow(row))
        // Somebody may have changed the settings while the companies were asked.
        if (methods.length === 0 || row.version !== asked.version)
          throw fail('conflict', { reason: firmErrors.testNeedsMethod })
        const testEndedAt = clock.now()
        await store.change(row.id, { testEndedAt }, tx)
        await store.raiseVersion(row.id, tx)
        await audit.record(tx, by, 'firm.endTestMode', { id: row.id, name: row.name }, { methods })
        await events.emit(tx, testEnded, { firmId: row.id })
      })
    },
  }
}
export type FirmTestMode = ReturnType<typeof createFirmTestMode>

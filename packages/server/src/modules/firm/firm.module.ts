import type { PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { createHeld } from '../../platform/held.ts'
import type { Platform } from '../../platform/platform.ts'
import { onShopChanged } from '../../platform/shop-hints.ts'
import { createFirmService, firmHeldForMs, type PublicFirm } from './firm.service.ts'
import { createFirmBalance, type HoursLedger } from './firm-balance.service.ts'
import { createFirmPoints } from './firm-points.ts'
import { createLogSheets } from './firm-log-sheets.ts'
import { createFirmSecrets } from './firm-secrets.ts'
import { createFirmSettings, type DeliverySettingsOf } from './firm-settings.service.ts'
import { createFirmTestMode, type FirmTestModeDeps, type PayingRow } from './firm-test-mode.ts'
import { createFirmStore } from './firm.store.ts'
import { createSenderDomains, type ReadTxt } from './sender-domain.ts'

/** Firms that are held at most. */
const maxHeld = 500

/** Firms themselves, which every module asks for. */
export const createFirms = (platform: Platform) => {
  const store = createFirmStore(platform.db)
  const held = createHeld<PublicFirm>({ forMs: firmHeldForMs, max: maxHeld, clock: platform.clock })
  onShopChanged(platform.bus, held.drop)
  const points = createFirmPoints(platform)
  const firms = createFirmService({ store, clock: platform.clock, points, held })
  return { store, firms, secrets: createFirmSecrets(platform) }
}

export interface FirmModuleDeps {
  readonly platform: Platform
  readonly base: ReturnType<typeof createFirms>
  readonly metering: HoursLedger
  readonly lives: {
    readonly findMany: (
      firmId: string,
      liveIds: readonly string[],
    ) => Promise<readonly { readonly id: string; readonly liveName: string }[]>
  }
  readonly delivery: DeliverySettingsOf
  /** Gateways that may serve the firm on this server today. */
  readonly gatewaysOf: (firm: PayingRow) => readonly PaymentGatewayName[]
  readonly realMethods: FirmTestModeDeps['realMethods']
  readonly keysAt: FirmTestModeDeps['keysAt']
  /** Whether gateways that move money can reach this server. */
  readonly takesMoney: () => boolean
  readonly trackingRuns: () => boolean
  /** Another name server, for tests. */
  readonly readTxt?: ReadTxt
}

/** A firm's settings, its keys, and its hours and points. */
export const createFirmModule = (deps: FirmModuleDeps) => {
  const { platform, base, metering, lives, delivery, gatewaysOf, realMethods, takesMoney, trackingRuns, readTxt } = deps
  const { store, firms, secrets } = base
  const { points } = firms
  const domains = createSenderDomains({ secret: platform.secret, ...(readTxt ? { read: readTxt } : {}) })
  const settings = createFirmSettings({
    platform,
    store,
    secrets,
    domains,
    delivery,
    trackingRuns,
    gateways: gatewaysOf,
    realMethods,
    takesMoney,
  })
  const testMode = createFirmTestMode({ platform, store, realMethods, keysAt: deps.keysAt })
  const balance = createFirmBalance({
    platform,
    store,
    points,
    metering,
    liveNames: async (firmId, liveIds) =>
      new Map((await lives.findMany(firmId, liveIds)).map(({ id, liveName }) => [id, liveName])),
  })
  platform.jobs.every('firm/expire-hours', 3600, balance.expireDue)
  platform.jobs.every('firm/sweep-former-merchants', 3600, secrets.former.sweep)
  const logSheets = createLogSheets({ platform, hoursLog: balance.hoursLog, pointLog: balance.pointLog })
  return { settings, testMode, balance, logSheets, firmSecrets: secrets }
}

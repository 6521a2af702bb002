import { paymentMethodNames } from '@kaimai/contract/firm/firm.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentMethods } from '../../platform/ports/payment.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { OrderService } from '../order/order.service.ts'
import { createFirmBalance, type HoursLedger } from './firm-balance.service.ts'
import type { FirmPoints } from './firm-points.ts'
import { createLogSheets } from './firm-log-sheets.ts'
import { createFirmSecrets } from './firm-secrets.ts'
import { createFirmSettings } from './firm-settings.service.ts'
import type { FirmStore } from './firm.store.ts'
import { createSenderDomains, type ReadTxt } from './sender-domain.ts'

export interface FirmPartsDeps {
  readonly platform: Platform
  readonly store: FirmStore
  readonly points: FirmPoints
  readonly metering: HoursLedger
  readonly lives: Pick<LiveReader, 'findMany'>
  readonly delivery: OrderService['delivery']
  readonly methods: PaymentMethods
  readonly trackingRuns: () => boolean
  /** Another name server, for tests. */
  readonly readTxt?: ReadTxt
}

/** A firm's settings, its keys, and its hours and points. */
export const createFirmModule = (deps: FirmPartsDeps) => {
  const { platform, store, points, metering, lives, delivery, methods, trackingRuns, readTxt } = deps
  const secrets = createFirmSecrets(platform)
  const domains = createSenderDomains({ secret: platform.secret, ...(readTxt ? { read: readTxt } : {}) })
  const settings = createFirmSettings({
    platform,
    store,
    secrets,
    domains,
    delivery,
    trackingRuns,
    engines: (firm) => {
      const engines = new Set(methods.offered({ isDemo: firm.isDemo }).map(({ method }) => method))
      return paymentMethodNames.filter((method) => engines.has(method))
    },
  })
  const balance = createFirmBalance({
    platform,
    store,
    points,
    metering,
    liveNames: async (firmId, liveIds) =>
      new Map((await lives.findMany(firmId, liveIds)).map(({ id, liveName }) => [id, liveName])),
  })
  platform.jobs.every('firm/expire-hours', 3600, balance.expireDue)
  const logSheets = createLogSheets({ platform, hoursLog: balance.hoursLog, pointLog: balance.pointLog })
  return { settings, balance, logSheets, firmSecrets: secrets }
}

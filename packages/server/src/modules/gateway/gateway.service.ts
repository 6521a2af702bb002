import { type Environment, realGatewayUrls } from '../../platform/environment.ts'
import type { PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { codGateway } from './cod-gateway.ts'
import { createEcpayGateway } from './ecpay-gateway.ts'
import { createGatewayMerchants, type GatewayMerchantsDeps } from './gateway-merchants.ts'
import type { PaymentGateway } from './gateway.port.ts'
import { isReachable } from './is-reachable.ts'
import { createLinePayGateway } from './line-pay-gateway.ts'
import { createNewebpayGateway } from './newebpay-gateway.ts'
import { createPaymentOffers } from './payment-offers.ts'
import { createPaynowGateway } from './paynow-gateway.ts'
import { createSandboxGateway } from './sandbox-gateway.ts'
import { createTransferGateway } from './transfer-gateway.ts'

export type { GatewayMerchants } from './gateway-merchants.ts'
export type {
  GatewayMerchant,
  GatewayWord,
  PaymentAtGateway,
  PaymentGateway,
  PaymentPage,
  PaymentToStart,
  RawNotice,
  RefundAnswer,
  RefundToMake,
  StartedPayment,
} from './gateway.port.ts'
export type { PayingFirm, PaymentOffer, PaymentOffers } from './payment-offers.ts'
export type { SandboxGateway, SandboxOutcome } from './sandbox-gateway.ts'

export interface GatewayServiceDeps {
  readonly platform: Platform
  readonly environment: Pick<
    Environment,
    'sandbox' | 'ecpayUrl' | 'newebpayUrl' | 'linepayUrl' | 'paynowUrl' | 'paynowScriptUrl'
  >
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly secrets: GatewayMerchantsDeps['secrets']
  /** Our own origin, where gateways report. */
  readonly publicUrl: () => string
}

/** `unkept`: the firm lacks an id or a key; `notHere`: the gateway does not run here. */
type KeyCheckAnswer = { readonly isRight: boolean; readonly words: string } | 'unkept' | 'notHere'

/** The payment companies that run here, and what each firm offers through them. */
export const createGatewayService = ({ platform, environment, firms, secrets, publicUrl }: GatewayServiceDeps) => {
  const sandbox = createSandboxGateway({
    platform,
    noticeUrl: () => `${publicUrl()}/api/pay/purchase/notice/sandbox`,
    serves: async (firmId) => {
      const { isDemo, testMode } = await firms.publicFirm(firmId)
      return environment.sandbox || isDemo || testMode
    },
  })
  const { ecpayUrl, newebpayUrl, linepayUrl, paynowUrl, paynowScriptUrl } = environment
  const now = () => platform.clock.now()
  const standIns = new Set<string>()
  const gateways: PaymentGateway[] = [sandbox.gateway]
  if (ecpayUrl !== undefined) {
    const simulatedCounts = ecpayUrl !== realGatewayUrls.ecpay
    if (simulatedCounts) standIns.add('ecpay')
    gateways.push(createEcpayGateway({ url: ecpayUrl, now, simulatedCounts }))
  }
  if (newebpayUrl !== undefined) {
    if (newebpayUrl !== realGatewayUrls.newebpay) standIns.add('newebpay')
    gateways.push(createNewebpayGateway({ url: newebpayUrl, now }))
  }
  if (linepayUrl !== undefined) {
    if (linepayUrl !== realGatewayUrls.linepay) standIns.add('linepay')
    gateways.push(createLinePayGateway({ url: linepayUrl, now }))
  }
  if (paynowUrl !== undefined && paynowScriptUrl !== undefined) {
    const isReal = paynowUrl === realGatewayUrls.paynow
    if (!isReal) standIns.add('paynow')
    gateways.push(createPaynowGateway({ url: paynowUrl, scriptUrl: paynowScriptUrl, isReal, now }))
  }
  gateways.push(codGateway)
  gateways.push(createTransferGateway({ now, accountOf: async (firmId) => (await firms.publicFirm(firmId)).transfer }))
  const offers = createPaymentOffers({
    gateways,
    sandbox: environment.sandbox,
    reachesUs: (gateway) => standIns.has(gateway) || isReachable(publicUrl()),
  })
  const merchants = createGatewayMerchants({
    idsOf: async (firmId) => (await firms.publicFirm(firmId)).gateways,
    secrets,
  })
  return {
    sandbox,
    offers,
    merchants,
    /** What a firm's settings ask. */
    ofFirms: {
      gatewaysOf: offers.gatewaysOf,
      takesMoney: offers.takesMoney,
      realMethods: offers.real,
      /** What a payment company says of the keys that a firm keeps. Throws when it can't be reached. */
      keysAt: async (firmId: string, name: PaymentGatewayName): Promise<KeyCheckAnswer> => {
        const gateway = offers.gateway(name)
        if (gateway?.check === undefined) return 'notHere'
        const merchant = await merchants.of(gateway, firmId)
        if (merchant === undefined) return 'unkept'
        const said = await gateway.check(merchant)
        return said.isRight ? { isRight: true, words: '' } : said
      },
    },
  }
}
export type GatewayService = ReturnType<typeof createGatewayService>

import { firstPaymentSettings, type PaymentSetting } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import {
  carries,
  methodBounds,
  methodHoldMinutes,
  type PaymentGatewayName,
  type PaymentMethod,
} from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentGateway } from './gateway.port.ts'

/** A way to pay as shoppers of a firm are offered it. Amounts are minor units. */
export interface PaymentOffer {
  readonly method: PaymentMethod
  readonly gateway: PaymentGatewayName
  /** What paying this way costs the shopper. */
  readonly fee: number
  /** Of an order's total; null: any. */
  readonly least: number | null
  readonly most: number | null
  /** How long an unpaid order holds its pieces, in minutes; null: until it is delivered. */
  readonly holdMinutes: number | null
  /** No money moves. */
  readonly isTest: boolean
  /** It is so because the shop is in test mode: with its end nobody orders so any more. */
  readonly inTestMode: boolean
}

/** What of a firm decides how it is paid. */
export interface PayingFirm {
  readonly isDemo: boolean
  /** Its shoppers pay with play money. */
  readonly testMode: boolean
  readonly paymentMethods?: readonly PaymentSetting[]
}

export interface PaymentOffers {
  /**
   * What shoppers of the firm can choose, in the firm's order. A firm that has said nothing offers card and ATM of the
   * sandbox where play money counts. In test mode the sandbox carries what a payment company will, so that the shop's own
   * checkout is tried.
   */
  offered(firm: PayingFirm): readonly PaymentOffer[]
  /** What shoppers of the firm could choose, without play money, if its test mode ended now. */
  real(firm: PayingFirm): readonly PaymentMethod[]
  /** Whether gateways that move money can reach this server: by https on port 443 alone, unless they are stand-ins. */
  takesMoney(): boolean
  /** Those that may serve the firm here today. */
  gatewaysOf(firm: PayingFirm): readonly PaymentGatewayName[]
  /** Any known one, also when nobody offers it any more: its notices may still come. */
  gateway(name: string): PaymentGateway | undefined
  /** Those known ones that carry a method and report themselves what was paid. */
  reporting(method: PaymentMethod): readonly PaymentGateway[]
  /** Whether its word counts as money for the firm. */
  counts(gateway: PaymentGateway, firm: PayingFirm): boolean
}

/** What of two bounds is the narrower. */
const narrower = (a: number | null, b: number | null, pick: (...values: number[]) => number): number | null =>
  a === null || b === null ? (a ?? b) : pick(a, b)

const offerOf = (
  { method, gateway, fee, least, most, holdMinutes }: PaymentSetting,
  { isTest, inTestMode }: Pick<PaymentOffer, 'isTest' | 'inTestMode'>,
): PaymentOffer => ({
  isTest,
  inTestMode,
  method,
  gateway,
  fee,
  least: narrower(least, methodBounds[method].least, Math.max),
  most: narrower(most, methodBounds[method].most, Math.min),
  holdMinutes: holdMinutes ?? methodHoldMinutes[method],
})

/**
 * `sandbox`: whether play money is taken by firms that are no demo (KAIMAI_SANDBOX=1). `reachesUs`: whether a gateway that
 * moves money can reach this server.
 */
export const createPaymentOffers = ({
  gateways,
  sandbox,
  reachesUs = () => true,
}: {
  readonly gateways: readonly PaymentGateway[]
  readonly sandbox: boolean
  readonly reachesUs?: (gateway: PaymentGatewayName) => boolean
}): PaymentOffers => {
  const byName = new Map<string, PaymentGateway>(gateways.map((gateway) => [gateway.name, gateway]))
  const counts: PaymentOffers['counts'] = (gateway, firm) => !gateway.isTest || firm.isDemo || firm.testMode || sandbox
  const serves = (gateway: PaymentGateway, firm: PayingFirm): boolean =>
    counts(gateway, firm) && (gateway.isTest || gateway.isByStaff === true || reachesUs(gateway.name))
  const ofMoney = gateways.filter(({ isTest, isByStaff }) => !isTest && isByStaff !== true)
  const gatewayFor = ({ method, gateway }: PaymentSetting, { testMode }: PayingFirm): PaymentGatewayName =>
    testMode && carries('sandbox', method) ? 'sandbox' : gateway
  const offersOf = (setting: PaymentSetting, firm: PayingFirm): PaymentOffer[] => {
    const gateway = byName.get(gatewayFor(setting, firm))
    const isUsable = gateway?.methods.includes(setting.method) === true && serves(gateway, firm)
    const { isDemo, testMode } = firm
    const isTest = gateway?.isTest === true || isDemo || testMode
    return setting.offered && isUsable
      ? [offerOf({ ...setting, gateway: gateway.name }, { isTest, inTestMode: testMode })]
      : []
  }
  return {
    offered: (firm) => {
      const own = firm.paymentMethods ?? []
      const settings = own.length === 0 ? firstPaymentSettings : own
      return settings.flatMap((setting) => offersOf(setting, firm))
    },
    real: ({ paymentMethods = [], ...firm }) =>
      paymentMethods
        .filter(({ gateway }) => byName.get(gateway)?.isTest === false)
        .flatMap((setting) => offersOf(setting, { ...firm, testMode: false }))
        .map(({ method }) => method),
    gatewaysOf: (firm) => gateways.filter((gateway) => serves(gateway, firm)).map(({ name }) => name),
    takesMoney: () => ofMoney.length === 0 || ofMoney.some(({ name }) => reachesUs(name)),
    gateway: (name) => byName.get(name),
    reporting: (method) => gateways.filter(({ methods, isByStaff }) => methods.includes(method) && isByStaff !== true),
    counts,
  }
}

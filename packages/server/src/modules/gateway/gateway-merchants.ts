import type { Gateways } from '@kaimai/contract/firm/firm-methods.schema.ts'
import type { SecretName } from '@kaimai/contract/firm/firm.rules.ts'
import type { PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { GatewayMerchant, PaymentGateway } from './gateway.port.ts'

/** What a gateway without keys of its merchants is given. */
export const keyless: GatewayMerchant = { merchantId: '', keys: {} }

export interface GatewayMerchants {
  /**
   * Who the firm is there today; `begunWith`: who it was when a payment was begun, that merchant's id ('': not known). Undefined
   * when the firm is not known, or lacks its id or one of the keys there: it can't sign.
   */
  readonly of: (
    gateway: PaymentGateway,
    firmId: string | undefined,
    begunWith?: string,
  ) => Promise<GatewayMerchant | undefined>
}

export interface GatewayMerchantsDeps {
  /** The firm's ids at gateways. */
  readonly idsOf: (firmId: string) => Promise<Partial<Gateways>>
  readonly secrets: {
    /** A firm's key, opened; undefined: it has none. */
    readonly open: (firmId: string, name: SecretName) => Promise<string | undefined>
    readonly former: {
      /** The keys that a firm had when it was another merchant; undefined: none are kept. */
      readonly open: (
        firmId: string,
        gateway: PaymentGatewayName,
        merchantId: string,
      ) => Promise<GatewayMerchant['keys'] | undefined>
    }
  }
}

/** Who a firm is at a gateway, with its keys opened. */
export const createGatewayMerchants = ({ idsOf, secrets }: GatewayMerchantsDeps): GatewayMerchants => ({
  of: async ({ name, secrets: needed, extraSecrets = [] }, firmId, begunWith = '') => {
    if (needed.length === 0) return keyless
    if (firmId === undefined) return undefined
    const ids: Readonly<Record<string, string | undefined>> = await idsOf(firmId)
    const merchantId = ids[name] ?? ''
    if (begunWith !== '' && begunWith !== merchantId) {
      const keys = await secrets.former.open(firmId, name, begunWith)
      return keys && { merchantId: begunWith, keys }
    }
    if (merchantId === '') return undefined
    const open = async (secret: SecretName) => [secret, await secrets.open(firmId, secret)] as const
    const opened = await Promise.all(needed.map(open))
    if (opened.some(([, key]) => key === undefined)) return undefined
    const extra = (await Promise.all(extraSecrets.map(open))).filter(([, key]) => key !== undefined)
    return { merchantId, keys: Object.fromEntries([...opened, ...extra]) }
  },
})

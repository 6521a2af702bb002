import type { Gateways } from '@kaimai/contract/firm/firm-methods.schema.ts'
import type { SecretName } from '@kaimai/contract/firm/firm.rules.ts'
import type { GatewayMerchant, PaymentGateway } from './gateway.port.ts'

/** What a gateway without keys of its merchants is given. */
export const keyless: GatewayMerchant = { merchantId: '', keys: {} }

export interface GatewayMerchants {
  /** Undefined when the firm is not known, or lacks its id or one of the keys there: it can't sign. */
  readonly of: (gateway: PaymentGateway, firmId: string | undefined) => Promise<GatewayMerchant | undefined>
}

/** A firm's key, opened; undefined: it has none. */
export type OpenSecret = (firmId: string, name: SecretName) => Promise<string | undefined>

export interface GatewayMerchantsDeps {
  /** The firm's ids at gateways. */
  readonly idsOf: (firmId: string) => Promise<Partial<Gateways>>
  readonly openSecret: OpenSecret
}

/** Who a firm is at a gateway, with its keys opened. */
export const createGatewayMerchants = ({ idsOf, openSecret }: GatewayMerchantsDeps): GatewayMerchants => ({
  of: async ({ name, secrets, extraSecrets = [] }, firmId) => {
    if (secrets.length === 0) return keyless
    if (firmId === undefined) return undefined
    const ids: Readonly<Record<string, string | undefined>> = await idsOf(firmId)
    const merchantId = ids[name] ?? ''
    if (merchantId === '') return undefined
    const open = async (secret: SecretName) => [secret, await openSecret(firmId, secret)] as const
    const opened = await Promise.all(secrets.map(open))
    if (opened.some(([, key]) => key === undefined)) return undefined
    const extra = (await Promise.all(extraSecrets.map(open))).filter(([, key]) => key !== undefined)
    return { merchantId, keys: Object.fromEntries([...opened, ...extra]) }
  },
})

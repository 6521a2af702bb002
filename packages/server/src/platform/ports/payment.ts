import type { Currency } from '@kaimai/contract/common/money.ts'
import { z } from 'zod'

/** A payment to begin at a gateway. Amounts are minor units. */
export interface PaymentToStart {
  /** The same for every try: starting it again begins nothing new, and answers the same. */
  readonly reference: string
  readonly firmId: string
  readonly shopName: string
  readonly orderNo: string
  readonly amount: number
  readonly currency: Currency
  /** Until when the stock is held: the gateway should take no money after it, unless it issues a code. */
  readonly deadline: Date
}

export interface StartedPayment {
  /** Where the shopper's browser goes: a URL, or a path of ours. */
  readonly redirectUrl: string
}

/** What a gateway says of a payment, by a verified notice or when asked. Instants are ISO text: it is kept as JSON. */
export const GatewayWord = z.object({
  kind: z.enum(['paid', 'failed', 'codeIssued']),
  reference: z.string(),
  tradeNo: z.string(),
  orderNo: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  at: z.iso.datetime(),
  /** What to pay with, of kind codeIssued. */
  code: z.object({ bankCode: z.string(), account: z.string(), expiresAt: z.iso.datetime() }).optional(),
})
export type GatewayWord = z.output<typeof GatewayWord>

export interface RawNotice {
  readonly text: string
  readonly header: (name: string) => string | undefined
}

/** A payment company. Only `start` and `query` may reach out; neither is called within a transaction. */
export interface PaymentAdapter {
  /** Its name in URLs and rows. */
  readonly method: string
  /** What paying this way costs the shopper, minor units. */
  readonly fee: number
  /** No money moves: offered to demo firms, or where the operator has switched it on. */
  readonly isPlay: boolean
  readonly start: (payment: PaymentToStart) => Promise<StartedPayment>
  /** What a signed notice says; undefined when the signature is not the gateway's. */
  readonly verifyNotice: (notice: RawNotice) => GatewayWord | undefined
  /** Undefined while nothing is decided. */
  readonly query: (reference: string) => Promise<GatewayWord | undefined>
  /** Undefined where a refund is made by hand. `key`: the same refund has the same. */
  readonly refund?: (reference: string, amount: number, key: string) => Promise<'refunded' | 'refused'>
  /** What it expects as the answer to a notice. */
  readonly answers: { readonly taken: string; readonly refused: string }
}

/** What a firm has decided about a way to pay. */
export interface OwnMethod {
  readonly method: string
  readonly offered: boolean
  /** Minor units. */
  readonly fee: number
}

export interface PaymentMethods {
  /**
   * What shoppers of the firm can choose, in the firm's order and with its fees; methods that it has said nothing about
   * come last, as they are.
   */
  offered(firm: { readonly isDemo: boolean; readonly paymentMethods?: readonly OwnMethod[] }): readonly PaymentAdapter[]
  /** Any known one, also when it is no longer offered: its notices may still come. */
  find(method: string): PaymentAdapter | undefined
  /** Whether its word counts as money for the firm. */
  counts(adapter: PaymentAdapter, firm: { readonly isDemo: boolean }): boolean
}

/** `sandbox`: whether play money is taken by firms that are no demo (KAIMAI_SANDBOX=1). */
export const createPaymentMethods = ({
  adapters,
  sandbox,
}: {
  adapters: readonly PaymentAdapter[]
  sandbox: boolean
}): PaymentMethods => {
  const counts: PaymentMethods['counts'] = (adapter, firm) => !adapter.isPlay || firm.isDemo || sandbox
  return {
    offered: (firm) => {
      const own = firm.paymentMethods ?? []
      const placeOf = ({ method }: PaymentAdapter) => {
        const place = own.findIndex((each) => each.method === method)
        return place < 0 ? own.length : place
      }
      return adapters
        .filter((adapter) => counts(adapter, firm) && (own[placeOf(adapter)]?.offered ?? true))
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((adapter) => ({ ...adapter, fee: own[placeOf(adapter)]?.fee ?? adapter.fee }))
    },
    find: (method) => adapters.find((adapter) => adapter.method === method),
    counts,
  }
}

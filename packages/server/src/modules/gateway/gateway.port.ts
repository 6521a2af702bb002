import type { ErrorText, ErrorTextWithValues } from '@kaimai/contract/common/error-text.ts'
import type { SecretName } from '@kaimai/contract/firm/firm.rules.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { PaymentCode, type PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentGatewayName, PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { z } from 'zod'

/** A payment to begin at a gateway. Amounts are minor units. */
export interface PaymentToStart {
  /** The same for every try: starting it again begins nothing new, and answers the same. */
  readonly reference: string
  readonly firmId: string
  readonly shopName: string
  readonly orderNo: string
  /** What is bought, a line each as its buyer knows it; read by those gateways whose pages list it. */
  readonly itemNames: () => Promise<readonly string[]>
  readonly method: PaymentMethod
  readonly amount: number
  readonly currency: Currency
  /** Until when the stock is held: the gateway should take no money after it, unless it issues a code. */
  readonly deadline: Date
  /** How long a code that it issues should be good. */
  readonly codeMinutes: number
  /** Of its pages, as far as the gateway has them. */
  readonly language: Language
  /** Absolute URLs: where the gateway reports, and where it sends the buyer's browser back, by GET or POST. */
  readonly noticeUrl: string
  readonly returnUrl: string
}

/** What a merchant is at a gateway: its id there, and its opened keys. Never for an answer, a log or an error. */
export interface GatewayMerchant {
  readonly merchantId: string
  readonly keys: Readonly<Partial<Record<SecretName, string>>>
}

export interface StartedPayment {
  readonly step: PaymentStep
  /** The gateway's own number, where it has one before anything is paid. */
  readonly tradeNo?: string
  /** What to pay with, where the gateway says so at once. */
  readonly code?: PaymentCode
}

/** What a page of ours needs, where a gateway's form is drawn by a script of its own (PayNow). Nothing in it is secret. */
export interface PaymentPage {
  readonly scriptUrl: string
  readonly publicKey: string
  readonly secret: string
  readonly env: 'production' | 'sandbox'
}

/** What a gateway says of a payment, by a verified notice or when asked. Instants are ISO text: it is kept as JSON. */
export const GatewayWord = z.object({
  /** `noted`: it is true, and moves nothing: a trial payment, an application that is not decided. */
  kind: z.enum(['paid', 'failed', 'codeIssued', 'noted']),
  reference: z.string(),
  /** The gateway's own number. */
  tradeNo: z.string(),
  /** Empty where the gateway does not repeat it: then its reference alone says whose it is. */
  orderNo: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  at: z.iso.datetime(),
  /** What to pay with, of kind codeIssued. */
  code: PaymentCode.optional(),
  /** The gateway's own words, for staff. */
  words: z.string().max(200).optional(),
})
export type GatewayWord = z.output<typeof GatewayWord>

export interface RawNotice {
  readonly text: string
  /** Our number as it stands in the notice's address, where the gateway's own text hides it. */
  readonly reference?: string | undefined
  readonly header: (name: string) => string | undefined
}

/** A payment as its gateway is asked about it. Amounts are minor units. */
export interface PaymentAtGateway {
  readonly reference: string
  readonly tradeNo: string
  readonly method: PaymentMethod
  readonly amount: number
  readonly currency: Currency
  readonly createdAt: Date
}

/**
 * What came of a refund. `pending`: not given back yet, and not refused; asked again with the same key the gateway says how
 * far it is, or does what it could not do before. `refused`: nothing was given back; `words` are the gateway's own, or
 * those of `reason` (in Chinese) where it is our side that refuses. `reference`: the gateway's number of it, if it has one.
 */
export type RefundAnswer =
  | { readonly state: 'done' | 'pending'; readonly reference: string }
  | { readonly state: 'refused'; readonly words: string; readonly reason?: ErrorText | ErrorTextWithValues }

/** `words`: the gateway's own, where the keys are not right. */
export type KeyCheck = { readonly isRight: true } | { readonly isRight: false; readonly words: string }

/** Money to give back. `key`: the same refund has the same, however often it is tried. */
export interface RefundToMake {
  readonly payment: PaymentAtGateway
  readonly amount: number
  /** Given back before, of the same payment. */
  readonly refundedBefore: number
  readonly key: string
}

/**
 * A payment company, as our side knows it. Everything that speaks for a merchant is given that merchant's keys. Only
 * `start`, `page`, `query`, `refund`, `confirm` and `check` may reach out; none of them is called within a transaction.
 */
export interface PaymentGateway {
  readonly name: PaymentGatewayName
  /** Ways to pay that it can carry here. */
  readonly methods: readonly PaymentMethod[]
  /** No money moves: for demo firms, firms in test mode, or where the operator has switched it on. */
  readonly isTest: boolean
  /** No company is asked, and none reports: the staff says what has come in. */
  readonly isByStaff?: boolean
  /** The keys without which it can't sign; empty: it needs none. */
  readonly secrets: readonly SecretName[]
  /** Keys that one of its calls needs besides; it signs without them. */
  readonly extraSecrets?: readonly SecretName[]
  readonly start: (payment: PaymentToStart, merchant: GatewayMerchant) => Promise<StartedPayment>
  /** Our number in a notice that nobody has verified yet: only for finding whose keys verify it. */
  readonly referenceOf: (notice: RawNotice) => string | undefined
  /** What a signed notice says; undefined when the signature is not the gateway's for that merchant. */
  readonly verifyNotice: (notice: RawNotice, merchant: GatewayMerchant) => Promise<GatewayWord | undefined>
  /** Undefined while nothing is decided. */
  readonly query: (payment: PaymentAtGateway, merchant: GatewayMerchant) => Promise<GatewayWord | undefined>
  /**
   * Where the buyer's coming back takes the money (LINE Pay) or brings what the gateway has signed (NewebPay's codes).
   * `brought` holds what stood in the address or in the posted form; anybody can make it up. Called again it takes
   * nothing twice.
   */
  readonly confirm?: (
    payment: PaymentAtGateway,
    brought: Readonly<Record<string, string>>,
    merchant: GatewayMerchant,
  ) => Promise<GatewayWord | undefined>
  /** Of gateways without a page of their own. Undefined: the payment can't be paid any more. */
  readonly page?: (payment: PaymentAtGateway, merchant: GatewayMerchant) => Promise<PaymentPage | undefined>
  /** Undefined, or for a method that it refuses: the refund is made by hand. */
  readonly refund?: (refund: RefundToMake, merchant: GatewayMerchant) => Promise<RefundAnswer>
  readonly refundable: readonly PaymentMethod[]
  /**
   * Whether it knows the merchant by these keys, asked with a question that moves nothing. Throws when it can't be reached.
   * Undefined: it has no keys.
   */
  readonly check?: (merchant: GatewayMerchant) => Promise<KeyCheck>
  /**
   * What it expects as the answer to a notice. `unknown`: to one about a number that we don't know, so that it sends it again;
   * without it, as refused.
   */
  readonly answers: { readonly taken: string; readonly refused: string; readonly unknown?: string }
}

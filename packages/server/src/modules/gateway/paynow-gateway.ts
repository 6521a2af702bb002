import { refundRefusals } from '@kaimai/contract/gateway/gateway.errors.ts'
import { carriedMethods, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { z } from 'zod'
import { cutText } from './cut-text.ts'
import type { GatewayMerchant, GatewayWord, PaymentAtGateway, PaymentGateway, RefundAnswer } from './gateway.port.ts'
import { isFromPaynow } from './paynow-signature.ts'
import { dollarsOf, refusedBecause, refusedWith } from './refund-progress.ts'

export interface PaynowDeps {
  /** https://api.paynow.com.tw, https://sandboxapi.paynow.com.tw, or a stand-in; without a slash at the end. */
  readonly url: string
  /** Its script, which draws the form of a card within a page of ours. */
  readonly scriptUrl: string
  /** Whether the script talks to the real PayNow, or to its sandbox. */
  readonly isReal: boolean
  readonly now: () => Date
}

const timeoutMs = 20_000
const refundsPage = 100
/** So many refunds of a merchant are looked through for one of ours. */
const refundPagesMax = 50

/**
 * Those whose buyer pays at once. Codes are not carried: PayNow's documents don't say how they come to the merchant, and an
 * order would not hold its pieces for one.
 */
const allowedMethods: Readonly<Partial<Record<PaymentMethod, string>>> = {
  card: 'CreditCard',
  instalment: 'CreditCardInstallment',
  applePay: 'ApplePay',
}

const Sum = z.union([z.number(), z.string()]).transform(Number).pipe(z.number())
const Answer = z.object({ type: z.string().nullish(), message: z.string().nullish(), result: z.unknown().optional() })
type Answer = z.output<typeof Answer>

const Intent = z.object({
  id: z.string(),
  secret: z.string(),
  amount: Sum,
  currency: z.string(),
  status: z.enum(['draft', 'processing', 'pending_review', 'success', 'canceled']),
})
const Refund = z.object({
  uuid: z.string(),
  status: z.enum(['success', 'failed', 'rejected', 'processing']),
  reason: z.string(),
  rejectReason: z.string().nullish(),
})
type Refund = z.output<typeof Refund>

const Notice = z.object({
  Status: z.enum(['Success', 'Failed']),
  PaymentNo: z.string(),
  PaymentIntentId: z.string(),
  Amount: Sum,
  Currency: z.string(),
  PaidAt: z.iso.datetime({ offset: true }).nullish(),
})

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answerOf = ({ uuid, status, rejectReason }: Refund): RefundAnswer => {
  if (status === 'failed' || status === 'rejected') return refusedWith(status, rejectReason ?? '')
  return { state: status === 'success' ? 'done' : 'pending', reference: uuid }
}

/**
 * PayNow's payment intents (docs.paynow.com.tw). Its documents were read in copies and nothing was called: hosts, the shape
 * of refunds and what the script connects to are not confirmed, so an operator switches it on (PAYNOW_URL).
 */
export const createPaynowGateway = ({ url, scriptUrl, isReal, now }: PaynowDeps): PaymentGateway => {
  const ask = (path: string, merchant: GatewayMerchant, body?: object): Promise<Response> =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${merchant.keys.paynowPrivateKey ?? ''}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })

  const call = async (path: string, merchant: GatewayMerchant, body?: object): Promise<Answer> => {
    const response = await ask(path, merchant, body)
    const answer = Answer.safeParse(json(await response.text())).data
    // What it refuses in words is an answer; who is not let in, or finds it broken, has none.
    if (!answer || ![200, 400, 422].includes(response.status))
      throw new Error(`paynow: ${path} answered ${response.status} ${answer?.message ?? ''}`)
    return answer
  }

  const intentPath = ({ tradeNo }: PaymentAtGateway) => `/api/v1/payment-intents/${encodeURIComponent(tradeNo)}`

  const intentOf = async (payment: PaymentAtGateway, merchant: GatewayMerchant) => {
    const { result, message } = await call(intentPath(payment), merchant)
    const intent = Intent.safeParse(result).data
    if (intent?.id !== payment.tradeNo) throw new Error(`paynow: the intent could not be read: ${message ?? ''}`)
    return intent
  }

  /** The refund that was asked for under our key, which stands in its reason: PayNow has no other place for it. */
  const refundOf = async (key: string, merchant: GatewayMerchant): Promise<Refund | undefined> => {
    for (let page = 1; page <= refundPagesMax; page += 1) {
      const { result } = await call(`/api/v1/refunds?Page=${page}&Limit=${refundsPage}`, merchant)
      const refunds = z.array(Refund).parse(result)
      const found = refunds.find(({ reason }) => reason === key)
      if (found || refunds.length < refundsPage) return found
    }
    throw new Error('paynow: too many refunds to find one')
  }

  return {
    name: 'paynow',
    methods: carriedMethods.paynow,
    isTest: false,
    secrets: ['paynowPrivateKey', 'paynowPublicKey'],
    refundable: ['card', 'instalment', 'applePay'],
    answers: { taken: 'OK', refused: 'OK' },

    start: async ({ reference, method, amount, currency, shopName, orderNo, noticeUrl, returnUrl }, merchant) => {
      const { result, message } = await call('/api/v1/payment-intents', merchant, {
        paymentNo: reference,
        amount: Number(dollarsOf('paynow', amount)),
        currency,
        description: cutText(`${shopName} ${orderNo}`, 255),
        resultUrl: returnUrl,
        webhookUrl: noticeUrl,
        allowedPaymentMethods: [allowedMethods[method]],
        ...(method === 'instalment' && { allowInstallments: [3, 6, 12] }),
      })
      const intent = Intent.safeParse(result).data
      if (!intent) throw new Error(`paynow: no payment was begun: ${message ?? ''}`)
      return { step: { kind: 'visit', url: `/paynow-pay/${reference}` }, tradeNo: intent.id }
    },

    page: async (payment, merchant) => {
      const { secret, status } = await intentOf(payment, merchant)
      if (status !== 'draft') return undefined
      const publicKey = merchant.keys.paynowPublicKey ?? ''
      return { scriptUrl, publicKey, secret, env: isReal ? 'production' : 'sandbox' }
    },

    referenceOf: ({ text }) => Notice.safeParse(json(text)).data?.PaymentNo,

    verifyNotice: async ({ text, header }, merchant) => {
      const key = merchant.keys.paynowPrivateKey ?? ''
      const claimed = header('x-payment-center-hmac-sha256') ?? ''
      const said = isFromPaynow(key, text, claimed) ? Notice.safeParse(json(text)).data : undefined
      return (
        said && {
          kind: said.Status === 'Success' ? 'paid' : 'failed',
          reference: said.PaymentNo,
          tradeNo: said.PaymentIntentId,
          orderNo: '',
          amount: Math.round(said.Amount * 100),
          currency: said.Currency,
          at: (said.PaidAt ? new Date(said.PaidAt) : now()).toISOString(),
        }
      )
    },

    check: async (merchant) => {
      const response = await ask('/api/v1/refunds?Page=1&Limit=1', merchant)
      if (response.status === 200) return { isRight: true }
      const { message } = Answer.safeParse(json(await response.text())).data ?? {}
      if (response.status >= 500) throw new Error(`paynow: answered ${response.status} ${message ?? ''}`)
      return { isRight: false, words: cutText(`${response.status} ${message ?? ''}`.trim(), 200) }
    },

    query: async (payment, merchant): Promise<GatewayWord | undefined> => {
      if (payment.tradeNo === '') return undefined
      const { reference, tradeNo } = payment
      const { status, amount, currency } = await intentOf(payment, merchant)
      const word = { reference, tradeNo, orderNo: '', amount: Math.round(amount * 100), currency }
      if (status === 'success') return { ...word, kind: 'paid', at: now().toISOString() }
      return status === 'canceled' ? { ...word, kind: 'failed', at: now().toISOString() } : undefined
    },

    /** A refund that stands there under our key is not made again, whatever became of it. */
    refund: async ({ payment, amount, key }, merchant) => {
      if ((await intentOf(payment, merchant)).status !== 'success') return refusedBecause(refundRefusals.unknownThere)
      const before = await refundOf(key, merchant)
      if (before) return answerOf(before)
      const body = { amount: Number(dollarsOf('paynow', amount)), reason: key }
      const { type, message, result } = await call(`${intentPath(payment)}/refunds`, merchant, body)
      const made = Refund.safeParse(result).data
      return made ? answerOf(made) : refusedWith(type ?? '', message ?? '')
    },
  }
}

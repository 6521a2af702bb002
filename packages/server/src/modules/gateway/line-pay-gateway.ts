import { randomUUID } from 'node:crypto'
import { refundRefusals } from '@kaimai/contract/gateway/gateway.errors.ts'
import { carriedMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { z } from 'zod'
import { cutText } from './cut-text.ts'
import type {
  GatewayMerchant,
  GatewayWord,
  PaymentAtGateway,
  PaymentGateway,
  RefundAnswer,
  RefundToMake,
} from './gateway.port.ts'
import { linePaySignature, readLinePay } from './line-pay-signature.ts'
import { dollarsOf, refundProgress, refusedBecause, refusedWith } from './refund-progress.ts'

export interface LinePayDeps {
  /** https://api-pay.line.me, its sandbox, or a stand-in; without a slash at the end. */
  readonly url: string
  readonly now: () => Date
}

const timeoutMs = 20_000
/** LINE Pay asks for 40 seconds at least; a confirmation that is given up earlier may have taken the money all the same. */
const confirmTimeoutMs = 60_000
/** A started request whose answer was lost keeps its order id for ever: the next try has the next one. */
const startsMax = 5
/** What its page shows of a product. */
const nameMax = 100

const code = { done: '0000', orderIdTaken: '1172', unknown: '1150' } as const
/** Of `/check`: 0000 waits for the buyer, 0110 for our confirmation. */
const checkCode = { waiting: '0000', authorised: '0110', gaveUp: '0121', failed: '0122', completed: '0123' } as const
/** LINE Pay could not say whether it was done: asked again, it can. */
const unsure: readonly string[] = ['1145', '1198', '1199', '9000']

/** An id of the right form that names no transaction. */
const noTransaction = '1000000000000000000'

/** Ids have 19 digits, and are text here. */
const TransactionId = z.union([z.string(), z.number()]).transform(String)
const PayInfo = z.array(z.object({ amount: z.number() }))

const Answer = z.object({ returnCode: z.string(), returnMessage: z.string().nullish(), info: z.unknown().optional() })
const Requested = z.object({ transactionId: TransactionId, paymentUrl: z.object({ web: z.url() }) })
const Confirmed = z.object({ payInfo: PayInfo })
const Refunded = z.object({ refundTransactionId: TransactionId })
const Details = z.array(
  z.object({
    transactionId: TransactionId,
    currency: z.string(),
    payInfo: PayInfo,
    refundList: z.array(z.object({ refundAmount: z.number() })).nullish(),
  }),
)
type Detail = z.output<typeof Details>[number]

const sumOf = (payInfo: z.output<typeof PayInfo>): number => payInfo.reduce((sum, { amount }) => sum + amount, 0) * 100

/**
 * LINE Pay's online API, version 3 (developers-pay.line.me). It sends no notices: the buyer comes back with the number of
 * the transaction, and our confirmation takes the money. Who never comes back has paid nothing, and what LINE Pay holds for
 * them lapses. The number is kept when the payment begins, so nobody can bring that of another payment.
 */
export const createLinePayGateway = ({ url, now }: LinePayDeps): PaymentGateway => {
  const call = async (
    merchant: GatewayMerchant,
    { path, query = '', body, timeout = timeoutMs }: { path: string; query?: string; body?: object; timeout?: number },
  ): Promise<z.output<typeof Answer>> => {
    const nonce = randomUUID()
    const sent = body === undefined ? query : JSON.stringify(body)
    const response = await fetch(url + path + (query === '' ? '' : `?${query}`), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'x-line-channelid': merchant.merchantId,
        'x-line-authorization-nonce': nonce,
        'x-line-authorization': linePaySignature(merchant.keys.linepayChannelSecret ?? '', path, sent, nonce),
      },
      ...(body !== undefined && { body: sent }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`linepay: ${path} answered ${response.status}`)
    return Answer.parse(readLinePay(await response.text()))
  }

  const refusal = (path: string, { returnCode, returnMessage }: z.output<typeof Answer>): Error =>
    new Error(`linepay: ${path} answered ${returnCode} ${returnMessage ?? ''}`)

  const wordOf = (
    { reference, tradeNo }: PaymentAtGateway,
    kind: GatewayWord['kind'],
    { amount, currency, words }: { amount: number; currency: string; words?: string },
  ): GatewayWord => ({
    kind,
    reference,
    tradeNo,
    orderNo: '',
    amount,
    currency,
    at: now().toISOString(),
    ...(words !== undefined && words !== '' && { words: cutText(words, 200) }),
  })

  /** Undefined: LINE Pay has completed no such transaction. */
  const detailOf = async ({ tradeNo }: PaymentAtGateway, merchant: GatewayMerchant): Promise<Detail | undefined> => {
    const path = '/v3/payments'
    const answer = await call(merchant, { path, query: `transactionId=${encodeURIComponent(tradeNo)}` })
    if (answer.returnCode === code.unknown) return undefined
    if (answer.returnCode !== code.done) throw refusal(path, answer)
    return Details.parse(answer.info).find(({ transactionId }) => transactionId === tradeNo)
  }

  const query = async (payment: PaymentAtGateway, merchant: GatewayMerchant): Promise<GatewayWord | undefined> => {
    if (payment.tradeNo === '') return undefined
    const path = `/v3/payments/requests/${encodeURIComponent(payment.tradeNo)}/check`
    const answer = await call(merchant, { path })
    switch (answer.returnCode) {
      case checkCode.waiting:
      case checkCode.authorised:
        return undefined
      case checkCode.gaveUp:
      case checkCode.failed: {
        const { amount, currency } = payment
        return wordOf(payment, 'failed', { amount, currency, words: answer.returnMessage ?? '' })
      }
      case checkCode.completed: {
        const detail = await detailOf(payment, merchant)
        return detail && wordOf(payment, 'paid', { amount: sumOf(detail.payInfo), currency: detail.currency })
      }
      default:
        throw refusal(path, answer)
    }
  }

  const give = async (refund: RefundToMake, merchant: GatewayMerchant): Promise<RefundAnswer> => {
    const path = `/v3/payments/${encodeURIComponent(refund.payment.tradeNo)}/refund`
    const body = { refundAmount: Number(dollarsOf('linepay', refund.amount)) }
    const answer = await call(merchant, { path, body })
    if (answer.returnCode === code.done)
      return { state: 'done', reference: Refunded.parse(answer.info).refundTransactionId }
    if (unsure.includes(answer.returnCode)) throw refusal(path, answer)
    return refusedWith(answer.returnCode, answer.returnMessage ?? '')
  }

  return {
    name: 'linepay',
    methods: carriedMethods.linepay,
    isTest: false,
    secrets: ['linepayChannelSecret'],
    refundable: ['linePay'],
    answers: { taken: '', refused: '' },

    start: async ({ reference, amount, currency, shopName, orderNo, returnUrl, language }, merchant) => {
      const path = '/v3/payments/request'
      const total = Number(dollarsOf('linepay', amount))
      const name = cutText(`${shopName} ${orderNo}`, nameMax)
      const request = async (orderId: string) =>
        call(merchant, {
          path,
          body: {
            amount: total,
            currency,
            orderId,
            packages: [{ id: orderNo, amount: total, name, products: [{ name, quantity: 1, price: total }] }],
            redirectUrls: { confirmUrl: returnUrl, cancelUrl: returnUrl },
            options: { display: { locale: language === 'en' ? 'en' : 'zh_TW' } },
          },
        })
      let answer = await request(reference)
      for (let start = 2; answer.returnCode === code.orderIdTaken && start <= startsMax; start += 1)
        answer = await request(`${reference}-${start}`)
      if (answer.returnCode !== code.done) throw refusal(path, answer)
      const { transactionId, paymentUrl } = Requested.parse(answer.info)
      return { step: { kind: 'visit', url: paymentUrl.web }, tradeNo: transactionId }
    },

    referenceOf: () => undefined,
    verifyNotice: async () => undefined,
    query,

    check: async (merchant) => {
      const { returnCode, returnMessage } = await call(merchant, {
        path: '/v3/payments',
        query: `transactionId=${noTransaction}`,
      })
      const isRight = returnCode === code.done || returnCode === code.unknown
      return isRight ? { isRight } : { isRight, words: cutText(`${returnCode} ${returnMessage ?? ''}`.trim(), 200) }
    },

    confirm: async (payment, { transactionId = '' }, merchant) => {
      if (transactionId === '' || transactionId !== payment.tradeNo) return undefined
      const answer = await call(merchant, {
        path: `/v3/payments/${encodeURIComponent(transactionId)}/confirm`,
        body: { amount: Number(dollarsOf('linepay', payment.amount)), currency: payment.currency },
        timeout: confirmTimeoutMs,
      })
      // A reload confirms a second time, which is refused in several ways: what became of it is asked.
      if (answer.returnCode !== code.done) return query(payment, merchant)
      const { payInfo } = Confirmed.parse(answer.info)
      return wordOf(payment, 'paid', { amount: sumOf(payInfo), currency: payment.currency })
    },

    /** What was given back is asked first: LINE Pay's refunds know no key of ours. */
    refund: async (refund, merchant) => {
      const detail = await detailOf(refund.payment, merchant)
      if (!detail) return refusedBecause(refundRefusals.unknownThere)
      const sums = (detail.refundList ?? []).map(({ refundAmount }) => Math.abs(refundAmount) * 100)
      const progress = refundProgress(
        refund,
        sums.reduce((sum, each) => sum + each, 0),
      )
      if (progress === 'made') return { state: 'done', reference: refund.payment.tradeNo }
      return progress === 'make' ? give(refund, merchant) : progress
    },
  }
}

import { withValues } from '@kaimai/contract/common/error-text.ts'
import { refundRefusals } from '@kaimai/contract/gateway/gateway.errors.ts'
import { z } from 'zod'
import type { EcpayCalls } from './ecpay-call.ts'
import type { EcpayFields, EcpayKeys } from './ecpay-mac.ts'
import type { GatewayMerchant, PaymentGateway, RefundAnswer, RefundToMake } from './gateway.port.ts'
import { dollarsOf, isWhole, refundProgress, refusedBecause, refusedWith } from './refund-progress.ts'
import { wallOf } from './taipei-wall.ts'

export interface EcpayRefundDeps extends EcpayCalls {
  readonly now: () => Date
  readonly keysOf: (merchant: GatewayMerchant) => EcpayKeys
}

const Sum = z.union([z.number(), z.string()]).transform(Number).pipe(z.number().int())

/** What `/CreditDetail/QueryTrade/V2` says of a card's payment; without a value where it knows none. */
const CardDetail = z.object({
  RtnMsg: z.string().nullish(),
  RtnValue: z
    .object({
      status: z.string(),
      close_data: z.array(z.object({ status: z.string(), amount: Sum })).nullish(),
    })
    .nullish(),
})

type CardState = 'authorised' | 'toCapture' | 'captured' | 'givenUp'

/** Chinese as in ECPay's examples, English as in its list; unknown ones allow nothing. */
const cardStates: Readonly<Record<string, CardState>> = {
  已授權: 'authorised',
  Authorized: 'authorised',
  要關帳: 'toCapture',
  'To be captured': 'toCapture',
  已關帳: 'captured',
  Captured: 'captured',
  已取消: 'givenUp',
  Canceled: 'givenUp',
  操作取消: 'givenUp',
  'Operation canceled': 'givenUp',
}

type Action = 'C' | 'R' | 'E' | 'N'

/** What leads from a state to the money given back: C captures, R refunds, E takes a capture back, N gives up. */
const actionsFor = (state: Exclude<CardState, 'givenUp'>, whole: boolean): readonly Action[] => {
  switch (state) {
    case 'authorised':
      return whole ? ['N'] : ['C', 'R']
    case 'toCapture':
      return whole ? ['E', 'N'] : ['R']
    case 'captured':
      return ['R']
  }
}

/** From 20:15 to 20:30 in Taipei ECPay captures the day's payments, and takes no action on any. */
const isClosing = (now: Date): boolean => {
  const minute = wallOf(now).slice(11, 16)
  return minute >= '20:15' && minute <= '20:30'
}

/**
 * Refunds of cards at ECPay (developers.ecpay.com.tw ?p=9242). The state of the card's payment is asked before anything is
 * done, so that a try after a crash goes on where the one before it stopped. ECPay's stage has no refunds.
 *
 * Not confirmed: how refunds stand in `close_data`. One with a negative sum or with 退 in its state counts as one; where
 * that misreads, sums differ, and the refund is refused instead of made twice.
 */
export const createEcpayRefund = ({
  send,
  ask,
  now,
  keysOf,
}: EcpayRefundDeps): NonNullable<PaymentGateway['refund']> => {
  const detailOf = async ({ payment }: RefundToMake, merchant: GatewayMerchant, checkCode: string) => {
    const keys = keysOf(merchant)
    const trade = await ask(
      '/Cashier/QueryTradeInfo/V5',
      {
        MerchantID: merchant.merchantId,
        MerchantTradeNo: payment.reference,
        TimeStamp: String(Math.floor(now().getTime() / 1000)),
      },
      keys,
    )
    const { gwsr = '', TradeNo: tradeNo = '' } = trade
    if (trade['TradeStatus'] !== '1' || gwsr === '' || gwsr === '0') return undefined
    const asked: EcpayFields = {
      MerchantID: merchant.merchantId,
      CreditRefundId: gwsr,
      CreditAmount: dollarsOf('ecpay', payment.amount),
      CreditCheckCode: checkCode,
    }
    const answer = CardDetail.parse(JSON.parse(await send('/CreditDetail/QueryTrade/V2', asked, keys)))
    return { tradeNo, detail: answer.RtnValue ?? undefined, words: answer.RtnMsg ?? '' }
  }

  /** Undefined: done. ECPay's answer to an action is not signed. */
  const act = async (action: Action, refund: RefundToMake, tradeNo: string, merchant: GatewayMerchant) => {
    const { payment, amount } = refund
    const fields: EcpayFields = {
      MerchantID: merchant.merchantId,
      MerchantTradeNo: payment.reference,
      TradeNo: tradeNo,
      Action: action,
      TotalAmount: dollarsOf('ecpay', action === 'R' ? amount : payment.amount),
    }
    const answer = new URLSearchParams(await send('/CreditDetail/DoAction', fields, keysOf(merchant)))
    const code = answer.get('RtnCode') ?? ''
    return code === '1' ? undefined : refusedWith(code, answer.get('RtnMsg') ?? '')
  }

  return async (refund, merchant): Promise<RefundAnswer> => {
    const { payment } = refund
    const checkCode = merchant.keys.ecpayCreditCheckCode ?? ''
    if (checkCode === '') return refusedBecause(refundRefusals.creditCheckCodeMissing)
    if (payment.method === 'instalment' && !isWhole(refund)) return refusedBecause(refundRefusals.installmentsWholeOnly)
    // Staff need not come back a quarter of an hour later: whoever asks again finds the door open.
    if (isClosing(now())) return { state: 'pending', reference: '' }
    const found = await detailOf(refund, merchant, checkCode)
    if (!found) return refusedBecause(refundRefusals.unknownThere)
    const { tradeNo, detail, words } = found
    if (!detail) return refusedWith(words)
    const state = cardStates[detail.status]
    if (!state) return refusedBecause(withValues(refundRefusals.notRefundable, { state: detail.status }))
    const refunds = (detail.close_data ?? []).filter(({ status, amount }) => amount < 0 || status.includes('退'))
    const refundedThere = refunds.reduce((sum, { amount }) => sum + Math.abs(amount) * 100, 0)
    const progress = refundProgress(refund, state === 'givenUp' ? payment.amount : refundedThere)
    if (progress === 'made') return { state: 'done', reference: tradeNo }
    if (progress !== 'make') return progress
    if (state === 'givenUp') return refusedBecause(withValues(refundRefusals.notRefundable, { state: detail.status }))
    for (const action of actionsFor(state, isWhole(refund))) {
      const refused = await act(action, refund, tradeNo, merchant)
      if (refused) return refused
    }
    return { state: 'done', reference: tradeNo }
  }
}

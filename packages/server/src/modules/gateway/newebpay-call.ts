import { z } from 'zod'
import type { GatewayMerchant, PaymentAtGateway } from './gateway.port.ts'
import { isSameText } from './is-same-text.ts'
import { checkCode, checkValue, encryptTrade, type NewebpayKeys, type NewebpayTrade } from './newebpay-trade.ts'
import { phpQuery } from './php-url-encode.ts'
import { dollarsOf } from './refund-progress.ts'

const timeoutMs = 20_000

export const newebpayKeysOf = ({ keys }: GatewayMerchant): NewebpayKeys => ({
  hashKey: keys.newebpayHashKey ?? '',
  hashIv: keys.newebpayHashIv ?? '',
})

const Answer = z.object({ Status: z.string(), Message: z.string().nullish(), Result: z.unknown().optional() })
export type NewebpayAnswer = z.output<typeof Answer>

/** Numbers come as numbers or as text. */
const Text = z.union([z.string(), z.number()]).transform(String)
const Sum = z.union([z.string(), z.number()]).transform(Number).pipe(z.number().int())

const Trade = z.object({
  MerchantID: Text,
  Amt: Sum,
  TradeNo: Text,
  MerchantOrderNo: Text,
  TradeStatus: Text,
  PayTime: z.string().nullish(),
  CheckCode: z.string(),
  RespondMsg: z.string().nullish(),
  /** Of cards: 0 not captured, 1 waits to be, 2 being, 3 captured; what is left to give back, 0 before a capture. */
  CloseStatus: Text.nullish(),
  BackBalance: Sum.nullish(),
})
export type NewebpayTradeState = z.output<typeof Trade>

/** No number that we ever give. */
const noTrade = 'KAIMAI_KEY_CHECK'

export interface NewebpayCalls {
  /** What it says of a trade that nobody has begun: `TRA10021` to a merchant whose keys it knows. */
  readonly askUnknown: (merchant: GatewayMerchant) => Promise<NewebpayAnswer>
  /** Undefined: NewebPay knows no such trade. Throws for an answer that it has not signed. */
  readonly tradeOf: (payment: PaymentAtGateway, merchant: GatewayMerchant) => Promise<NewebpayTradeState | undefined>
  /** An action on a card's payment: `path` after /API/CreditCard. Its answer says whether it was taken. */
  readonly act: (
    path: '/Close' | '/Cancel',
    fields: Readonly<Record<string, string>>,
    merchant: GatewayMerchant,
  ) => Promise<NewebpayAnswer>
}

/** Of a trade that it does not know. */
export const unknownTrade = 'TRA10021'
const queryPath = '/API/QueryTradeInfo'

/** Calls of our server to NewebPay. `url` is without a slash at the end. */
export const createNewebpayCalls = (url: string, now: () => Date): NewebpayCalls => {
  const timeStamp = () => String(Math.floor(now().getTime() / 1000))

  const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<NewebpayAnswer> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: phpQuery(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`newebpay: ${path} answered ${response.status}`)
    return Answer.parse(await response.json())
  }

  const askTrade = (asked: NewebpayTrade, merchant: GatewayMerchant): Promise<NewebpayAnswer> =>
    post(queryPath, {
      MerchantID: asked.merchantId,
      Version: '1.3',
      RespondType: 'JSON',
      CheckValue: checkValue(asked, newebpayKeysOf(merchant)),
      TimeStamp: timeStamp(),
      MerchantOrderNo: asked.orderNo,
      Amt: asked.amount,
    })

  return {
    askUnknown: (merchant) => askTrade({ amount: '1', merchantId: merchant.merchantId, orderNo: noTrade }, merchant),

    tradeOf: async ({ reference, amount }, merchant) => {
      const keys = newebpayKeysOf(merchant)
      const { merchantId } = merchant
      const answer = await askTrade({ amount: dollarsOf('newebpay', amount), merchantId, orderNo: reference }, merchant)
      if (answer.Status === unknownTrade) return undefined
      if (answer.Status !== 'SUCCESS')
        throw new Error(`newebpay: ${queryPath} answered ${answer.Status} ${answer.Message ?? ''}`)
      const trade = Trade.parse(answer.Result)
      const said = {
        amount: String(trade.Amt),
        merchantId: trade.MerchantID,
        orderNo: trade.MerchantOrderNo,
        tradeNo: trade.TradeNo,
      }
      const isOurs = trade.MerchantID === merchantId && trade.MerchantOrderNo === reference
      if (!isOurs || !isSameText(trade.CheckCode.toUpperCase(), checkCode(said, keys)))
        throw new Error(`newebpay: the answer of ${queryPath} is not signed`)
      return trade
    },

    act: (path, fields, merchant) => {
      const sealed = phpQuery({ RespondType: 'JSON', TimeStamp: timeStamp(), ...fields })
      return post(`/API/CreditCard${path}`, {
        MerchantID_: merchant.merchantId,
        PostData_: encryptTrade(sealed, newebpayKeysOf(merchant)),
      })
    },
  }
}

import { carriedMethods, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import { z } from 'zod'
import { cutText } from './cut-text.ts'
import type { GatewayMerchant, GatewayWord, PaymentGateway, PaymentToStart } from './gateway.port.ts'
import { createNewebpayCalls, newebpayKeysOf, unknownTrade } from './newebpay-call.ts'
import { createNewebpayRefund } from './newebpay-refund.ts'
import { decryptTrade, encryptTrade, isFromNewebpay, tradeSha } from './newebpay-trade.ts'
import { phpQuery } from './php-url-encode.ts'
import { dollarsOf } from './refund-progress.ts'
import { instantOf, wallOf } from './taipei-wall.ts'

export interface NewebpayDeps {
  /** https://core.newebpay.com, its test service (https://ccore.newebpay.com), or a stand-in; without a slash at the end. */
  readonly url: string
  readonly now: () => Date
}

/** Of MPG's form and of what is signed with it; later ones exist, and are not needed here. */
const version = '2.0'
const itemMax = 50
/** Its page takes cards for so long, at most. */
const tradeLimits = { least: 60, most: 900 } as const
const dayMinutes = 24 * 60
/** A trade that NewebPay does not know so long after our form was made never reached it: a form is good for two minutes. */
const unknownAfterMs = 5 * 60_000

/** Not confirmed: the names of LINE Pay and Apple Pay. */
const methodFields: Readonly<Partial<Record<PaymentMethod, Readonly<Record<string, string>>>>> = {
  card: { CREDIT: '1' },
  instalment: { InstFlag: '3,6,12' },
  applePay: { APPLEPAY: '1' },
  linePay: { LINEPAY: '1' },
  atm: { VACC: '1' },
  cvs: { CVS: '1' },
  barcode: { BARCODE: '1' },
}

const clamp = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, Math.floor(value)))

/** `20261127`: the day on which a code ends. */
const dayAfter = (now: Date, minutes: number): string => {
  const days = clamp(Math.ceil(minutes / dayMinutes), { least: 1, most: 180 })
  return wallOf(new Date(now.getTime() + days * dayMinutes * 60_000))
    .slice(0, 10)
    .replaceAll('/', '')
}

const Text = z.union([z.string(), z.number()]).transform(String)

/** What is sealed in a TradeInfo. A failure may name little. */
const Sealed = z.object({
  Status: z.string(),
  Message: z.string().nullish(),
  Result: z.object({
    MerchantID: Text,
    MerchantOrderNo: Text,
    Amt: Text,
    TradeNo: Text.nullish(),
    PaymentType: z.string().nullish(),
    PayTime: z.string().nullish(),
    BankCode: Text.nullish(),
    CodeNo: Text.nullish(),
    Barcode_1: Text.nullish(),
    Barcode_2: Text.nullish(),
    Barcode_3: Text.nullish(),
    ExpireDate: z.string().nullish(),
    ExpireTime: z.string().nullish(),
  }),
})
type Result = z.output<typeof Sealed>['Result']

/** As text: what is not JSON is kept as it came, and says nothing. */
const Opened = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('is no JSON')
      return z.NEVER
    }
  })
  .pipe(Sealed)

/** `2026-11-20 18:12:15`; some notices leave out the space. */
const instantIn = (text: string): Date | undefined => {
  const read = /^(\d{4})-(\d\d)-(\d\d) ?(\d\d:\d\d:\d\d)?$/.exec(text)
  return read ? instantOf(`${read[1]}/${read[2]}/${read[3]}${read[4] ? ` ${read[4]}` : ''}`) : undefined
}

const codeIn = (result: Result): PaymentCode | undefined => {
  const { ExpireDate, ExpireTime, CodeNo, BankCode, Barcode_1, Barcode_2, Barcode_3 } = result
  const expires = instantIn(`${ExpireDate ?? ''}${ExpireTime ? ` ${ExpireTime}` : ''}`)
  if (!expires) return undefined
  const expiresAt = expires.toISOString()
  switch (result.PaymentType) {
    case 'VACC':
      return CodeNo && BankCode ? { kind: 'atm', bankCode: BankCode, account: CodeNo, expiresAt } : undefined
    case 'CVS':
      return CodeNo ? { kind: 'cvs', code: CodeNo, expiresAt } : undefined
    case 'BARCODE':
      return Barcode_1 && Barcode_2 && Barcode_3
        ? { kind: 'barcode', barcodes: [Barcode_1, Barcode_2, Barcode_3], expiresAt }
        : undefined
    default:
      return undefined
  }
}

/**
 * NewebPay's MPG: a form posted by the browser. Notices and what the browser brings back are sealed with the merchant's
 * keys, our number too: so it stands in the address that notices go to. A code comes by the browser alone.
 */
export const createNewebpayGateway = ({ url, now }: NewebpayDeps): PaymentGateway => {
  const calls = createNewebpayCalls(url, now)

  /** A success that is neither paid nor a code moves nothing. */
  const saidBy = ({ Status, Message, Result: result }: z.output<typeof Sealed>): GatewayWord => {
    const code = codeIn(result)
    const paidAt = instantIn(result.PayTime ?? '')
    const kind = Status !== 'SUCCESS' ? 'failed' : paidAt ? 'paid' : code ? 'codeIssued' : 'noted'
    return {
      kind,
      reference: result.MerchantOrderNo,
      tradeNo: result.TradeNo ?? '',
      orderNo: '',
      amount: Number(result.Amt) * 100,
      currency: 'TWD',
      at: (paidAt ?? now()).toISOString(),
      ...(kind === 'codeIssued' && code && { code }),
      ...(Message && { words: cutText(`${Status === 'SUCCESS' ? '' : `${Status} `}${Message}`, 200) }),
    }
  }

  /** Undefined: not signed with the keys of this merchant, or not of this merchant. */
  const read = (fields: Readonly<Record<string, string>>, merchant: GatewayMerchant): GatewayWord | undefined => {
    const keys = newebpayKeysOf(merchant)
    const { TradeInfo = '', TradeSha = '' } = fields
    if (!isFromNewebpay(TradeInfo, TradeSha, keys)) return undefined
    const sealed = Opened.safeParse(decryptTrade(TradeInfo, keys) ?? '').data
    return sealed?.Result.MerchantID === merchant.merchantId ? saidBy(sealed) : undefined
  }

  const formOf = (payment: PaymentToStart, merchant: GatewayMerchant): Readonly<Record<string, string>> => {
    const { reference, method, amount, deadline, codeMinutes, noticeUrl, returnUrl, shopName, orderNo } = payment
    const isCode = ['atm', 'cvs', 'barcode'].includes(method)
    const seconds = (deadline.getTime() - now().getTime()) / 1000
    return {
      MerchantID: merchant.merchantId,
      RespondType: 'JSON',
      TimeStamp: String(Math.floor(now().getTime() / 1000)),
      Version: version,
      LangType: payment.language === 'en' ? 'en' : 'zh-tw',
      MerchantOrderNo: reference,
      Amt: dollarsOf('newebpay', amount),
      ItemDesc: [...`${shopName} ${orderNo}`.replaceAll(/[^\p{L}\p{N} ]/gu, ' ')].slice(0, itemMax).join(''),
      NotifyURL: `${noticeUrl}?reference=${reference}`,
      ReturnURL: returnUrl,
      ClientBackURL: returnUrl,
      LoginType: '0',
      ...(isCode
        ? { CustomerURL: returnUrl, ExpireDate: dayAfter(now(), codeMinutes) }
        : { TradeLimit: String(clamp(seconds, tradeLimits)) }),
      ...methodFields[method],
    }
  }

  return {
    name: 'newebpay',
    methods: carriedMethods.newebpay,
    isTest: false,
    secrets: ['newebpayHashKey', 'newebpayHashIv'],
    // LINE Pay through NewebPay has a call of its own, which is not confirmed: by hand, as are codes.
    refundable: ['card', 'instalment', 'applePay'],
    answers: { taken: 'SUCCESS', refused: 'SUCCESS' },

    start: async (payment, merchant) => {
      const keys = newebpayKeysOf(merchant)
      const info = encryptTrade(phpQuery(formOf(payment, merchant)), keys)
      const fields = {
        MerchantID: merchant.merchantId,
        TradeInfo: info,
        TradeSha: tradeSha(info, keys),
        Version: version,
      }
      return { step: { kind: 'post', url: `${url}/MPG/mpg_gateway`, fields } }
    },

    referenceOf: ({ reference }) => reference,
    verifyNotice: async ({ text }, merchant) => read(Object.fromEntries(new URLSearchParams(text)), merchant),
    // What the browser posts when it comes back is sealed as a notice is.
    confirm: async (_payment, brought, merchant) => read(brought, merchant),

    check: async (merchant) => {
      const { Status, Message } = await calls.askUnknown(merchant)
      return Status === unknownTrade
        ? { isRight: true }
        : { isRight: false, words: cutText(`${Status} ${Message ?? ''}`.trim(), 200) }
    },

    query: async (payment, merchant) => {
      const ageMs = now().getTime() - payment.createdAt.getTime()
      // Who asks too often about trades that it does not know is locked out for hours.
      if (ageMs < unknownAfterMs) return undefined
      const { reference, amount, currency } = payment
      const trade = await calls.tradeOf(payment, merchant)
      const word = { reference, orderNo: '', currency: 'TWD', at: now().toISOString() }
      if (!trade) return { ...word, kind: 'failed', tradeNo: '', amount, currency, words: 'TRA10021 查無交易資料' }
      const said = { ...word, tradeNo: trade.TradeNo, amount: trade.Amt * 100 }
      if (trade.TradeStatus === '1') {
        return { ...said, kind: 'paid', at: (instantIn(trade.PayTime ?? '') ?? now()).toISOString() }
      }
      const hasFailed = trade.TradeStatus === '2' || trade.TradeStatus === '3'
      return hasFailed ? { ...said, kind: 'failed', words: cutText(trade.RespondMsg ?? '', 200) } : undefined
    },

    refund: createNewebpayRefund(calls),
  }
}

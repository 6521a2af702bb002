import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import { carriedMethods, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { cutText } from './cut-text.ts'
import { createEcpayCalls } from './ecpay-call.ts'
import { isFailure } from './ecpay-codes.ts'
import { type EcpayFields, type EcpayKeys, ecpayMac, isFromEcpay } from './ecpay-mac.ts'
import { createEcpayRefund } from './ecpay-refund.ts'
import type {
  GatewayMerchant,
  GatewayWord,
  PaymentAtGateway,
  PaymentGateway,
  PaymentToStart,
  RawNotice,
} from './gateway.port.ts'
import { dollarsOf } from './refund-progress.ts'
import { instantOf, wallOf } from './taipei-wall.ts'

export interface EcpayDeps {
  /** https://payment.ecpay.com.tw, its stage, or a stand-in; without a slash at the end. */
  readonly url: string
  readonly now: () => Date
  /** The stage's own trial payments count; at the real ECPay they are a merchant's button, and no money. */
  readonly simulatedCounts: boolean
}

const dayMinutes = 24 * 60
/** What ECPay takes at most: longer names are cut there, and break the signature. */
const nameMax = 200

const keysOf = ({ keys }: GatewayMerchant): EcpayKeys => ({
  hashKey: keys.ecpayHashKey ?? '',
  hashIv: keys.ecpayHashIv ?? '',
})

const clampDays = (minutes: number, most: number): string =>
  String(Math.min(most, Math.max(1, Math.ceil(minutes / dayMinutes))))

/** What the buyer may pay with on ECPay's page, and how long a code is good. */
const choiceOf = (method: PaymentMethod, codeMinutes: number): EcpayFields => {
  switch (method) {
    case 'instalment':
      return { ChoosePayment: 'Credit', CreditInstallment: '3,6,12' }
    case 'applePay':
      return { ChoosePayment: 'ApplePay' }
    case 'jkopay':
      return { ChoosePayment: 'DigitalPayment', ChooseSubPayment: 'Jkopay' }
    case 'atm':
      return { ChoosePayment: 'ATM', ExpireDate: clampDays(codeMinutes, 60) }
    case 'cvs':
      return { ChoosePayment: 'CVS', StoreExpireDate: String(Math.min(43_200, Math.max(1, codeMinutes))) }
    case 'barcode':
      return { ChoosePayment: 'BARCODE', StoreExpireDate: clampDays(codeMinutes, 30) }
    case 'card':
    case 'linePay':
    case 'transfer':
    case 'cod':
      return { ChoosePayment: 'Credit' }
  }
}

/** Signs that its descriptions refuse. */
const plain = (text: string): string => [...text.replaceAll(/[^\p{L}\p{N} ]/gu, ' ')].slice(0, nameMax).join('')

/** Signs that no name of ours needs, and that its page may not draw: beyond the first plane, unseen, or of markup. */
const risky = /[<>]|[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]|[\u{10000}-\u{10ffff}]/gu

/**
 * What is bought as ECPay lists it, `#` between one line and the next: as many lines as there is room for, the first one
 * always, if only its begin.
 */
const itemsOf = (names: readonly string[]): string => {
  const lines = names.flatMap((name) => {
    const line = name.toWellFormed().replaceAll('#', '＃').replaceAll(risky, ' ').trim()
    return line === '' ? [] : [[...line].slice(0, nameMax).join('')]
  })
  const fitting = lines.filter((_, at) => [...lines.slice(0, at + 1).join('#')].length <= nameMax)
  return fitting.join('#')
}

/** No number that we ever give. */
const unknownTrade = 'KAIMAI0KEY0CHECK'

const fieldsIn = ({ text }: Pick<RawNotice, 'text'>): EcpayFields => Object.fromEntries(new URLSearchParams(text))

const codeIn = (fields: EcpayFields): PaymentCode | undefined => {
  const { PaymentType = '', ExpireDate = '' } = fields
  const expires = instantOf(ExpireDate)
  if (!expires) return undefined
  const expiresAt = expires.toISOString()
  if (PaymentType.startsWith('ATM'))
    return { kind: 'atm', bankCode: fields['BankCode'] ?? '', account: fields['vAccount'] ?? '', expiresAt }
  if (PaymentType.startsWith('BARCODE'))
    return {
      kind: 'barcode',
      barcodes: ['Barcode1', 'Barcode2', 'Barcode3'].map((name) => fields[name] ?? ''),
      expiresAt,
    }
  return { kind: 'cvs', code: fields['PaymentNo'] ?? '', expiresAt }
}

/** A code was issued, which is no payment: 2 for ATM alone (of BNPL it means applied), 10100073 at stores. */
const isCode = ({ RtnCode, PaymentType = '' }: EcpayFields): boolean =>
  (RtnCode === '2' && PaymentType.startsWith('ATM')) || (RtnCode === '10100073' && /^(?:CVS|BARCODE)/.test(PaymentType))

/** ECPay's AIO payments (developers.ecpay.com.tw ?p=2864): a form posted by the browser, notices signed by CheckMacValue. */
export const createEcpayGateway = ({ url, now, simulatedCounts }: EcpayDeps): PaymentGateway => {
  const calls = createEcpayCalls(url)
  const wordOf = (fields: EcpayFields, kind: GatewayWord['kind'], amount: string): GatewayWord => {
    const { RtnMsg: words = '' } = fields
    const at = instantOf(fields['PaymentDate'] ?? '') ?? instantOf(fields['TradeDate'] ?? '') ?? now()
    const code = kind === 'codeIssued' ? codeIn(fields) : undefined
    return {
      kind,
      reference: fields['MerchantTradeNo'] ?? '',
      tradeNo: fields['TradeNo'] ?? '',
      orderNo: fields['CustomField1'] ?? '',
      amount: Number(amount) * 100,
      currency: 'TWD',
      at: at.toISOString(),
      ...(code && { code }),
      ...(words !== '' && { words: cutText(words, 200) }),
    }
  }

  /** A trial payment at the real ECPay, an application that is not decided and a code we don't know move nothing. */
  const saidBy = (fields: EcpayFields): GatewayWord => {
    const { TradeAmt: amount = '', RtnCode: code = '', RtnMsg: words = '' } = fields
    if (isCode(fields)) return wordOf(fields, 'codeIssued', amount)
    if (code === '1')
      return wordOf(fields, fields['SimulatePaid'] === '1' && !simulatedCounts ? 'noted' : 'paid', amount)
    if (code === '2') return wordOf(fields, 'noted', amount)
    if (isFailure(code)) return wordOf(fields, 'failed', amount)
    // The staff reads which code it was.
    return wordOf({ ...fields, RtnMsg: `${code} ${words}`.trim() }, 'noted', amount)
  }

  return {
    name: 'ecpay',
    methods: carriedMethods.ecpay,
    isTest: false,
    secrets: ['ecpayHashKey', 'ecpayHashIv'],
    extraSecrets: ['ecpayCreditCheckCode'],
    refundable: ['card', 'instalment', 'applePay'],
    refund: createEcpayRefund({ ...calls, now, keysOf }),
    // A wrong signature is answered as a right one: ECPay's own advice, for else it sends for days. A number that we don't
    // know is not: what was begun with it may be known when it sends again.
    answers: { taken: '1|OK', refused: '1|OK', unknown: '0|MerchantTradeNo' },

    start: async (payment: PaymentToStart, merchant: GatewayMerchant) => {
      const { reference, method, codeMinutes, noticeUrl, returnUrl, shopName, orderNo, language } = payment
      const isCode = ['atm', 'cvs', 'barcode'].includes(method)
      const fields: EcpayFields = {
        MerchantID: merchant.merchantId,
        MerchantTradeNo: reference,
        MerchantTradeDate: wallOf(now()),
        PaymentType: 'aio',
        TotalAmount: dollarsOf('ecpay', payment.amount),
        TradeDesc: plain(shopName) || 'Kaimai',
        ItemName: itemsOf(await payment.itemNames()) || plain(`${shopName} ${orderNo}`),
        ReturnURL: noticeUrl,
        OrderResultURL: returnUrl,
        ClientBackURL: returnUrl,
        EncryptType: '1',
        CustomField1: orderNo,
        // With the number by which a card's payment is refunded.
        ...(['card', 'instalment', 'applePay'].includes(method) && { NeedExtraPaidInfo: 'Y' }),
        ...choiceOf(method, codeMinutes),
        ...(isCode && { PaymentInfoURL: noticeUrl, ClientRedirectURL: returnUrl }),
        ...(language === 'en' && { Language: 'ENG' }),
      }
      const signed = { ...fields, CheckMacValue: ecpayMac(fields, keysOf(merchant), 'sha256') }
      return { step: { kind: 'post', url: `${url}/Cashier/AioCheckOut/V5`, fields: signed } }
    },

    referenceOf: (notice) => fieldsIn(notice)['MerchantTradeNo'],

    verifyNotice: async (notice, merchant) => {
      const fields = fieldsIn(notice)
      const isOurs = fields['MerchantID'] === merchant.merchantId && isFromEcpay(fields, keysOf(merchant))
      return isOurs ? saidBy(fields) : undefined
    },

    // Of a trade that nobody has begun it says so, and signs it with the merchant's keys.
    check: async (merchant) => {
      const keys = keysOf(merchant)
      const asked = {
        MerchantID: merchant.merchantId,
        MerchantTradeNo: unknownTrade,
        TimeStamp: String(Math.floor(now().getTime() / 1000)),
      }
      const text = await calls.send('/Cashier/QueryTradeInfo/V5', asked, keys)
      return isFromEcpay(fieldsIn({ text }), keys)
        ? { isRight: true }
        : { isRight: false, words: cutText(text.replaceAll(/\s+/g, ' ').trim(), 200) }
    },

    query: async ({ reference }: PaymentAtGateway, merchant) => {
      const fields = {
        MerchantID: merchant.merchantId,
        MerchantTradeNo: reference,
        TimeStamp: String(Math.floor(now().getTime() / 1000)),
      }
      const answer = await calls.ask('/Cashier/QueryTradeInfo/V5', fields, keysOf(merchant))
      const amount = answer['TradeAmt'] ?? ''
      if (answer['TradeStatus'] === '1') return wordOf(answer, 'paid', amount)
      return answer['TradeStatus'] === '10200095' ? wordOf(answer, 'failed', amount) : undefined
    },
  }
}

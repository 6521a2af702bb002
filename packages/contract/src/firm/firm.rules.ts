import { taipeiOffsetMs } from '../common/taipei.ts'
import type { PaymentGatewayName } from '../gateway/payment-method.rules.ts'

/** Facts about settings that need no schema. */

/** The name a firm has until it gives its own (spec: the new-merchant modal opens on it). */
export const defaultFirmName = '新商家'

export const isDefaultFirmName = (name: string): boolean => name.trim() === '' || name === defaultFirmName

/** Meta's pixel ids, TikTok's and Google Tag Manager's: they go into scripts of public pages, so nothing else passes. */
export const trackingPatterns = {
  pixelId: /^\d{15,16}$/,
  tiktokPixelId: /^[A-Z0-9]{10,30}$/,
  gtmId: /^GTM-[A-Z0-9]{4,10}$/,
} as const

/** What is kept sealed and never answered: only whether it is set, and its last characters. */
export const secretNames = [
  'surenotifyKey',
  'conversionApi',
  'tiktokAccessToken',
  'ecpayHashKey',
  'ecpayHashIv',
  'ecpayCreditCheckCode',
  'paynowPrivateKey',
  'paynowPublicKey',
  'newebpayHashKey',
  'newebpayHashIv',
  'linepayChannelSecret',
  'invoiceHashKey',
  'invoiceHashIv',
] as const
export type SecretName = (typeof secretNames)[number]

/** Characters of a secret that are shown again; of a short one none. */
export const secretTail = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '')

/** What each gateway gives a merchant: an id that may be seen, and keys. */
export const gatewayKeys = {
  ecpay: ['ecpayHashKey', 'ecpayHashIv'],
  paynow: ['paynowPublicKey', 'paynowPrivateKey'],
  newebpay: ['newebpayHashKey', 'newebpayHashIv'],
  linepay: ['linepayChannelSecret'],
} as const satisfies Partial<Record<PaymentGatewayName, readonly SecretName[]>>
export type GatewayName = keyof typeof gatewayKeys
export const gatewayNames = Object.keys(gatewayKeys) as GatewayName[]

/** Keys without which a gateway takes payments all the same: ECPay's check code is asked for when a card is refunded. */
export const gatewayExtraKeys: Readonly<Partial<Record<GatewayName, readonly 'ecpayCreditCheckCode'[]>>> = {
  ecpay: ['ecpayCreditCheckCode'],
}

/** Characters of keys that have one length: another is a slip of the hand, and NewebPay's can't encrypt then. */
export const keyLengths: Readonly<Partial<Record<SecretName, number>>> = {
  ecpayHashKey: 16,
  ecpayHashIv: 16,
  newebpayHashKey: 32,
  newebpayHashIv: 16,
  linepayChannelSecret: 32,
}

export const invoiceProviders = ['none', 'ecpay', 'ezpay'] as const
export const invoiceClasses = ['mobileBarcode', 'member', 'certificate', 'paper', 'donation'] as const
/** paid: at payment. returnOver: once the 7 days for returns are over. */
export const invoiceTimes = ['paid', 'returnOver'] as const

/** State of the sender's domain (emailApiStatus). */
export const emailApiStates = { none: 0, pending: 1, verified: 2 } as const

/** The firm may move the expiry of its hours later once, so long before it, by so much. */
export const delayRule = { withinDays: 30, byDays: 30 } as const
const dayMs = 86_400_000

export type DelayAnswer = 'nothing' | 'tooEarly' | 'tooLate' | 'done' | 'may'

/** Whether a firm may move the expiry now. Instants in epoch ms; null: the hours do not expire. */
export const mayDelay = (expiryMs: number | null, delayed: boolean, nowMs: number): DelayAnswer => {
  if (expiryMs === null) return 'nothing'
  if (nowMs >= expiryMs) return 'tooLate'
  if (delayed) return 'done'
  return nowMs < expiryMs - delayRule.withinDays * dayMs ? 'tooEarly' : 'may'
}

export const delayedExpiryMs = (expiryMs: number): number => expiryMs + delayRule.byDays * dayMs

/** The month of an instant where the firm is (Asia/Taipei has no summer time), as '2026-11'. */
export const monthOf = (ms: number): string => new Date(ms + taipeiOffsetMs).toISOString().slice(0, 7)

/** Where a month ('2026-11') begins and the next one does, epoch ms. */
export const monthSpan = (month: string): { fromMs: number; toMs: number } => {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  return { fromMs: Date.UTC(year, at - 1, 1) - taipeiOffsetMs, toMs: Date.UTC(year, at, 1) - taipeiOffsetMs }
}

import { paymentGateways, paymentMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'

/** Words of a closed list that a value may be. */
export const valueWords = [
  ...paymentMethods,
  ...paymentGateways,
  'home',
  'store',
  'mobileBarcode',
  'paid',
  'none',
  'donation',
  'free',
  'order',
  'video',
  'youtube',
  'camera',
  'self',
  'member',
  'certificate',
  'paper',
  'returnOver',
  'ezpay',
  'done',
  'cancelled',
  'failed',
  'pastAgain',
] as const

/** Fields that stand in minor units. */
export const amounts = ['fee', 'freeFrom', 'least', 'most', 'price', 'originalPrice', 'livePrice']

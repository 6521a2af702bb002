import { defineErrorTexts } from '../common/error-text.ts'

export const gatewayErrors = defineErrorTexts({
  methodTwice: { 'zh-TW': '同一種付款方式只能列一次', en: 'List each payment method once' },
  gatewayCantCarry: {
    'zh-TW': '這家金流沒有這種付款方式，請改選其他金流',
    en: 'This payment provider doesn’t support this method. Choose another provider',
  },
  mostBelowLeast: { 'zh-TW': '最高金額不能低於最低金額', en: 'The maximum can’t be lower than the minimum' },
  holdsUntilDelivered: {
    'zh-TW': '貨到付款的訂單會保留到取件，不能設定保留時間',
    en: 'Cash on delivery orders are held until delivery, so no hold time can be set',
  },
  gatewayUnavailable: {
    'zh-TW': '目前無法用這種方式付款，請稍後再試或改選其他方式',
    en: 'This payment method isn’t available right now. Try again later or choose another method',
  },
  amountOutside: {
    'zh-TW': '這種付款方式適用 {{least}} 到 {{most}} 的訂單，請改選其他方式',
    en: 'This payment method is for orders from {{least}} to {{most}}. Choose another method',
  },
  amountBelow: {
    'zh-TW': '訂單滿 {{least}} 才能用這種付款方式，請改選其他方式',
    en: 'This payment method is for orders of at least {{least}}. Choose another method',
  },
  amountAbove: {
    'zh-TW': '訂單超過 {{most}} 不能用這種付款方式，請改選其他方式',
    en: 'This payment method is for orders up to {{most}}. Choose another method',
  },
})

/** Why money was not given back, where it is not the gateway that says so. */
export const refundRefusals = defineErrorTexts({
  creditCheckCodeMissing: {
    'zh-TW': '還沒有填寫綠界的商家檢查碼，因此沒有退款。請先在付款設定填寫，或到綠界廠商後台退款',
    en: 'Nothing was refunded because ECPay’s credit check code is missing. Add it in the payment settings, or refund in ECPay’s console',
  },
  installmentsWholeOnly: {
    'zh-TW': '分期付款只能全額退款',
    en: 'Payments in installments can only be refunded in full',
  },
  refundedDiffers: {
    'zh-TW': '金流已退 NT${{there}}，這裡的紀錄是 NT${{here}}，因此沒有再退。請先到金流後台核對',
    en: 'The provider has refunded NT${{there}} but our records say NT${{here}}, so nothing more was refunded. Check the provider’s console first',
  },
  notRefundable: {
    'zh-TW': '這筆付款在金流的狀態不能退款：{{state}}',
    en: 'The payment can’t be refunded in its state at the provider: {{state}}',
  },
  unknownThere: {
    'zh-TW': '金流查不到這筆已付款的交易，因此沒有退款',
    en: 'The provider doesn’t know this payment as paid, so nothing was refunded',
  },
})

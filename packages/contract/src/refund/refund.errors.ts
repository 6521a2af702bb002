import { defineErrorTexts } from '../common/error-text.ts'

export const refundErrors = defineErrorTexts({
  nothingLeft: { 'zh-TW': '這筆訂單已經全額退款', en: 'This order has been fully refunded' },
  nothingChosen: {
    'zh-TW': '請選擇要退的商品或費用，或填寫退款金額',
    en: 'Choose items or fees to refund, or enter an amount',
  },
  tooManyPieces: { 'zh-TW': '數量超過可以退的件數', en: 'That’s more than can still be refunded' },
  aboveRest: { 'zh-TW': '最多可以退 {{rest}}', en: 'You can refund up to {{rest}}' },
  notWhole: { 'zh-TW': '退款金額請填整數', en: 'Enter a whole dollar amount' },
  notPaid: {
    'zh-TW': '只有已付款的訂單可以退款，這筆訂單的狀態已經改變',
    en: 'Only paid orders can be refunded. The status of this order has changed',
  },
  wholeOnly: { 'zh-TW': '這筆款項只能全額退還', en: 'This payment can only be refunded in full' },
  cancelledAlready: { 'zh-TW': '這筆訂單已經取消', en: 'This order is already canceled' },
  cancelSent: {
    'zh-TW': '商品已經寄出，無法取消訂單，請改用退款',
    en: 'This order has already shipped, so it can’t be canceled. Refund it instead',
  },
  cancelSeats: {
    'zh-TW': '付費報名無法在這裡取消，請退款並在「報名名單」移除名額',
    en: 'Paid sign-ups can’t be canceled here. Refund the order and remove the seat under Sign-ups',
  },
  cancelWhole: {
    'zh-TW': '取消已付款的訂單會全額退款，商品也會重新上架',
    en: 'Canceling a paid order refunds it in full and puts its items back on sale',
  },
  cancelledStays: {
    'zh-TW': '訂單已經取消，無法撤回退款，請改以轉帳退款',
    en: 'This order is canceled, so its refund can’t be withdrawn. Refund by bank transfer instead',
  },
  grantUsed: { 'zh-TW': '這筆退款已經送出', en: 'This refund has already been submitted' },
  grantOther: {
    'zh-TW': '退款內容與確認時不同，請重新確認',
    en: 'The refund changed after you confirmed it. Review and confirm again',
  },
  soldAgain: {
    'zh-TW': '商品已經重新售出，無法撤回這筆退款，請改以轉帳退款',
    en: 'The items were sold again, so this refund can’t be withdrawn. Refund by bank transfer instead',
  },
  refundMoved: {
    'zh-TW': '這筆退款的狀態已經改變，請重新整理',
    en: 'The status of this refund has changed. Reload the page',
  },
  refundBankCodeWrong: { 'zh-TW': '銀行代碼是 3 位數字', en: 'Bank codes have 3 digits' },
  refundAccountWrong: { 'zh-TW': '帳號是 10–16 位數字', en: 'Account numbers have 10–16 digits' },
  noOrderPayment: {
    'zh-TW': '找不到這筆訂單的付款紀錄',
    en: 'No payment of this order was found',
  },
})

import { defineErrorTexts } from '../common/error-text.ts'

export const transferErrors = defineErrorTexts({
  lastFiveWrong: {
    'zh-TW': '請輸入轉出帳號的後五碼數字',
    en: 'Enter the last five digits of the account you paid from',
  },
  noTransferChosen: {
    'zh-TW': '這筆訂單沒有選擇銀行匯款',
    en: 'This order isn’t paid by bank transfer',
  },
  noTransferReported: {
    'zh-TW': '買家的匯款回報已經處理過了',
    en: 'The buyer’s transfer has already been dealt with',
  },
  transferShort: {
    'zh-TW': '少收 {{short}}。如果接受這個金額，請勾選「接受短收」',
    en: '{{short}} less than is due. To accept it, select “Accept the lower amount”',
  },
  transferFarShort: {
    'zh-TW': '少收的金額超過商品小計，不能當作折扣',
    en: 'The shortfall is more than the price of the items, so it can’t be given as a discount',
  },
  orderPaidAlready: {
    'zh-TW': '訂單已經付款。再收到一筆匯款時，請記為重複付款',
    en: 'The order is already paid. Record another transfer as a duplicate payment',
  },
})

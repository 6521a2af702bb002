import { defineErrorTexts } from '../common/error-text.ts'

export const orderErrors = defineErrorTexts({
  codNeedsDelivery: {
    'zh-TW': '貨到付款需要宅配或超商取貨，請改選付款或配送方式',
    en: 'Cash on delivery needs home delivery or store pickup. Choose another payment or delivery method',
  },
  cartEmpty: { 'zh-TW': '購物車是空的', en: 'Your cart is empty' },
  noProductChosen: { 'zh-TW': '請選擇商品', en: 'Choose at least one product' },
  cartChanged: {
    'zh-TW': '價格或商品有變動，請確認後再送出',
    en: 'A price or product has changed. Review your order and submit it again',
  },
  leftOnly: { 'zh-TW': '「{{product}}」只剩 {{left}} 件', en: 'Only {{left}} of “{{product}}” left' },
  soldOutNamed: { 'zh-TW': '「{{product}}」已售完', en: '“{{product}}” is sold out' },
  limitReached: {
    'zh-TW': '「{{product}}」每人限購 {{limit}} 件',
    en: 'Limit {{limit}} of “{{product}}” per person',
  },
  cartFull: { 'zh-TW': '購物車最多 {{max}} 種商品', en: 'Your cart can hold up to {{max}} products' },
  tooManyUnpaid: {
    'zh-TW': '您還有 {{max}} 筆未付款的訂單，請先付款或取消其中一筆',
    en: 'You have {{max}} unpaid orders. Pay for one or cancel one first',
  },
  unpaidQuantity: {
    'zh-TW': '「{{product}}」付款前最多保留 {{max}} 件，付款後就能再買',
    en: 'You can hold up to {{max}} of “{{product}}” before you pay. Pay for them to order more',
  },
  orderTooLarge: {
    'zh-TW': '一筆訂單最多 {{max}} 件商品，請減少數量',
    en: 'An order can have up to {{max}} items. Remove some to continue',
  },
  unpaidTotal: {
    'zh-TW': '付款前最多保留 {{max}} 件商品，未付款的訂單裡已經有 {{held}} 件，請先付款',
    en: 'You can hold up to {{max}} items before you pay, and your unpaid orders have {{held}}. Pay for them first',
  },
  unpaidOnDevice: {
    'zh-TW': '這台裝置還有 {{max}} 筆未付款的訂單，請先付款或取消其中一筆',
    en: 'This device has {{max}} unpaid orders. Pay for one or cancel one first',
  },
  unpaidPlaces: {
    'zh-TW': '這台裝置在付款前最多保留 {{max}} 個名額，付款後就能再報名',
    en: 'This device can hold up to {{max}} seats before payment. Pay for them to sign up for more',
  },
  unpaidRate: {
    'zh-TW': '目前未付款的新訂單太多，請過幾分鐘再試；先報名直播就不受這個限制',
    en: 'Too many new unpaid orders right now. Try again in a few minutes, or sign up for the live first',
  },
  orderNotUnpaid: {
    'zh-TW': '只有未付款的訂單可以取消，這筆訂單的狀態已經改變',
    en: 'Only unpaid orders can be canceled. The status of this order has changed',
  },
  shopNotOpen: { 'zh-TW': '直播開始後才能下單', en: 'You can order once the live starts' },
  shopClosed: { 'zh-TW': '這場直播已經不能下單', en: 'This live no longer takes orders' },
  deliveryNotOffered: { 'zh-TW': '商家沒有提供這種取貨方式', en: 'The seller doesn’t offer this delivery method' },
  testModeOver: {
    'zh-TW': '這家商店剛開始正式收款，請重新整理再下單',
    en: 'This shop has just started taking real payments. Reload the page and order again',
  },
  noPaymentMethod: { 'zh-TW': '這個商家還沒有設定付款方式', en: 'This shop hasn’t set up a payment method yet' },
  fillDeliveryCounty: { 'zh-TW': '請選擇縣市', en: 'Please select your county' },
  fillDistrict: { 'zh-TW': '請選擇鄉鎮市區', en: 'Please select your district' },
  fillAddress: { 'zh-TW': '請填寫地址', en: 'Please fill in your address' },
  fillStore: { 'zh-TW': '請填寫取貨門市', en: 'Please fill in the store' },
  carrierWrong: {
    'zh-TW': '手機條碼格式不正確，例如 /ABC1234',
    en: 'This mobile barcode isn’t valid. Example: /ABC1234',
  },
  certificateWrong: { 'zh-TW': '自然人憑證條碼不正確', en: 'This Citizen Digital Certificate barcode isn’t valid' },
  taxIdWrong: { 'zh-TW': '這組統編不對，請再看一次', en: 'This tax ID isn’t valid. Please check it' },
  loveCodeWrong: { 'zh-TW': '捐贈碼是 3–7 位數字', en: 'Donation codes have 3–7 digits' },
  alreadySettled: {
    'zh-TW': '這則留言已經處理過了',
    en: 'This comment was already handled',
  },
  orderClosed: { 'zh-TW': '這筆訂單已經不能付款', en: 'This order can no longer be paid for' },
  pageClosed: { 'zh-TW': '這個頁面目前不開放購買', en: 'This page isn’t open for orders right now' },
  notASignup: { 'zh-TW': '這不是付費報名的訂單', en: 'This isn’t an order for a paid sign-up' },
  paymentBegun: {
    'zh-TW': '已經開始付款，請完成付款，或等這次付款失效後再更換方式',
    en: 'A payment is in progress. Complete it, or wait until it ends to change the payment method',
  },
  messagesMany: {
    'zh-TW': '今天的留言已達 {{max}} 則，請等商家回覆或明天再試',
    en: 'You’ve sent {{max}} messages today. Wait for a reply, or try again tomorrow',
  },
})

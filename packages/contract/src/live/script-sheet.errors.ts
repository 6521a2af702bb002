import { defineErrorTexts } from '../common/error-text.ts'

export const scriptSheetErrors = defineErrorTexts({
  wrongKind: {
    'zh-TW': '種類請填 留言、商品、模擬購買、行動呼籲、投票、抽獎 或 虛擬觀眾',
    en: 'Enter one of these types: Comment, Product, Simulated purchase, Call to action, Poll, Giveaway, Virtual audience',
  },
  noSuchProduct: {
    'zh-TW': '找不到「{{name}}」這項商品，請填代碼或完整品名',
    en: 'We couldn’t find the product “{{name}}”. Enter its keyword or full name',
  },
  twoSuchProducts: {
    'zh-TW': '有好幾項商品叫「{{name}}」，請改填代碼',
    en: 'Several products are named “{{name}}”. Enter the keyword instead',
  },
  endsFirst: { 'zh-TW': '結束要在開始之後', en: 'The end must be after the start' },
  fewOptions: { 'zh-TW': '投票至少要有 {{min}} 個選項', en: 'A poll needs at least {{min}} options' },
  wrongCount: { 'zh-TW': '請填整數', en: 'Enter a whole number' },
  tooManyOfKind: {
    'zh-TW': '一場直播最多 {{max}} 筆{{kind}}',
    en: 'A live can have up to {{max}} items of type {{kind}}',
  },
})

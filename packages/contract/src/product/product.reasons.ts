import { defineReasons } from '../common/reason.ts'

export const productReasons = defineReasons({
  keywordTaken: { 'zh-TW': '這個關鍵字已經用在「{{product}}」', en: 'This keyword is used by “{{product}}”' },
  keywordFormat: {
    'zh-TW': '關鍵字限 1–12 個英文字母、數字或中文字',
    en: 'Use 1–12 letters, digits or Chinese characters',
  },
  variantTwice: { 'zh-TW': '款式名稱重複', en: 'Two variants have the same name' },
  originalBelowPrice: { 'zh-TW': '原價不能低於售價', en: 'The original price cannot be below the price' },
  productInUse: { 'zh-TW': '還有直播會用到這個商品：{{lives}}', en: 'Lives to come still use this product: {{lives}}' },
})

import { defineErrorTexts } from '../common/error-text.ts'

export const productErrors = defineErrorTexts({
  keywordTaken: { 'zh-TW': '這個關鍵字已經用在「{{product}}」', en: '“{{product}}” already uses this keyword' },
  keywordTwice: { 'zh-TW': '這個關鍵字在這個商品裡重複了', en: 'This product uses this keyword twice' },
  keywordFormat: {
    'zh-TW': '關鍵字限 1–12 個英文字母、數字或中文字',
    en: 'Use 1–12 letters, numbers, or Chinese characters',
  },
  variantTwice: { 'zh-TW': '規格名稱重複', en: 'Two variants have the same name' },
  originalBelowPrice: { 'zh-TW': '原價不能低於售價', en: 'The original price can’t be lower than the price' },
  onSaleNotBelow: { 'zh-TW': '特價要低於售價', en: 'The sale price must be lower than the price' },
  specialOfferNotBelow: { 'zh-TW': '直播優惠價要低於售價', en: 'The live offer price must be lower than the price' },
  onSaleEndsFirst: { 'zh-TW': '特價的結束時間要晚於開始時間', en: 'The sale must end after it starts' },
  productInUse: {
    'zh-TW': '還有直播會用到這個商品：{{lives}}',
    en: 'Upcoming lives still use this product: {{lives}}',
  },
  returnExceptionUnknown: {
    'zh-TW': '請填準則列出的事由，例如「易腐敗或保存期限短」「客製化商品」',
    en: 'Enter an exception allowed by law, such as “Perishable” or “Made to order”',
  },
  taxTypeUnknown: { 'zh-TW': '請填應稅、零稅率或免稅', en: 'Enter Taxable, Zero-rated, or Tax-exempt' },
  temperatureUnknown: { 'zh-TW': '請填常溫、冷藏或冷凍', en: 'Enter Room temperature, Chilled, or Frozen' },
  bulkRefused: { 'zh-TW': '「{{product}}」無法套用：{{why}}', en: 'Couldn’t update “{{product}}”: {{why}}' },
  bulkGone: {
    'zh-TW': '有些商品已經刪除，請重新整理後再試',
    en: 'Some products were deleted. Refresh the page and try again',
  },
  bulkTooFew: { 'zh-TW': '庫存不夠扣', en: 'Not enough stock' },
  bulkPriceOut: { 'zh-TW': '算出來的價格超出範圍', en: 'The resulting price is out of range' },
  bulkNoChange: { 'zh-TW': '請選擇要修改的項目', en: 'Choose what to change' },
  undoTooLate: {
    'zh-TW': '商品在這之後又改過，無法復原',
    en: 'The products were changed again since then, so this can’t be undone',
  },
  sheetProductUnknown: { 'zh-TW': '找不到這個編號的商品', en: 'No product has this ID' },
  sheetRowsDiffer: {
    'zh-TW': '和第 {{line}} 列的同一個商品不一致',
    en: 'Doesn’t match row {{line}} of the same product',
  },
  sheetOtherRowBad: {
    'zh-TW': '同一個商品的第 {{line}} 列有誤，整個商品先不匯入',
    en: 'Row {{line}} of the same product has an error, so the product won’t be imported',
  },
  sheetOtherKeyword: {
    'zh-TW': '這個關鍵字已經是另一個商品「{{product}}」的',
    en: 'Another product, “{{product}}”, already uses this keyword',
  },
  sheetProductTwice: {
    'zh-TW': '和第 {{line}} 列是同一個商品，請用同一個編號或關鍵字',
    en: 'This is the same product as in row {{line}}. Use the same ID or keyword in both rows',
  },
  sheetNameTwice: {
    'zh-TW': '有好幾個商品叫這個名稱，請填商品編號或關鍵字',
    en: 'Several products have this name. Add the product ID or keyword',
  },
  sheetFoundByName: {
    'zh-TW': '沒有編號和關鍵字，依名稱對應到現有的商品',
    en: 'No ID or keyword. Matched to an existing product by name',
  },
  sheetTooManyVariants: { 'zh-TW': '一個商品最多 50 個規格', en: 'A product can have up to 50 variants' },
})

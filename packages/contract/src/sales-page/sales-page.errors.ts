import { defineErrorTexts } from '../common/error-text.ts'

export const salesPageErrors = defineErrorTexts({
  salesUrlTaken: { 'zh-TW': '這個網址已經有人使用', en: 'This address is already in use' },
  salesUrlFormat: {
    'zh-TW': '網址限 3–64 個小寫英文字母、數字或 -，頭尾不能是 -',
    en: 'Use 3–64 lowercase letters, numbers, or -. It can’t start or end with -',
  },
  salesUrlReserved: { 'zh-TW': '這個字是系統保留字，請換一個', en: 'This address is reserved. Choose another one' },
  noProductToSell: { 'zh-TW': '發布前至少要放一項商品', en: 'Add at least one product before you publish' },
  productNotListed: { 'zh-TW': '這項商品不在銷售清單裡', en: 'This product isn’t on the page’s product list' },
  productTwice: { 'zh-TW': '同一項商品只能放一次', en: 'A product can be listed only once' },
  blockTwice: { 'zh-TW': '區塊重複了，請重新整理後再試', en: 'A block appears twice. Refresh the page and try again' },
  noPicture: { 'zh-TW': '請選一張圖片', en: 'Choose an image' },
  noVideo: { 'zh-TW': '請選一支影片', en: 'Choose a video' },
  noQuestion: { 'zh-TW': '至少要有一個問題', en: 'Add at least one question' },
  endsBeforeBegin: { 'zh-TW': '結束時間要晚於開始時間', en: 'The end time must be after the start time' },
})

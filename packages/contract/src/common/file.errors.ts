import { defineErrorTexts } from './error-text.ts'

/** Of files that are chosen for an upload, whatever they hold. */
export const fileErrors = defineErrorTexts({
  fileUnreadable: {
    'zh-TW': '讀不到這個檔案，請確認檔案還在原處、沒有被其他程式占用，再重新選擇',
    en: 'We couldn’t read this file. Check that it’s still there and not open in another app, then choose it again',
  },
  fileTooBig: {
    'zh-TW': '檔案超過 {{megabytes}} MB，請縮小後再上傳',
    en: 'This file is over {{megabytes}} MB. Reduce its size and upload it again',
  },
  notAnImage: {
    'zh-TW': '這個檔案不是可用的圖片，請上傳 JPG、PNG、WebP、AVIF 或 GIF',
    en: 'This file isn’t a supported image. Upload a JPG, PNG, WebP, AVIF, or GIF',
  },
  imageTooLarge: {
    'zh-TW': '圖片尺寸太大，長乘寬最多 5,000 萬像素',
    en: 'This image is too large. Use up to 50 million pixels (width × height)',
  },
})

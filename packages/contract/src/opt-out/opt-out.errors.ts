import { defineErrorTexts } from '../common/error-text.ts'

export const optOutErrors = defineErrorTexts({
  optOutTwice: {
    'zh-TW': '這個電子郵件已經在退訂名單中',
    en: 'This email is already on the opt-out list',
  },
})

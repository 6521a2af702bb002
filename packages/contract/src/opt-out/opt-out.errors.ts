import { defineErrorTexts } from '../common/error-text.ts'

export const optOutErrors = defineErrorTexts({
  optOutTwice: {
    'zh-TW': '已經在退訂名單中',
    en: 'Already on the opt-out list',
  },
  optOutNoContact: {
    'zh-TW': '請填電子郵件，或台灣的手機號碼',
    en: 'Enter an email address or a Taiwanese mobile number',
  },
})

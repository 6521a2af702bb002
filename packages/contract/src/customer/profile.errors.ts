import { defineErrorTexts } from '../common/error-text.ts'

export const profileErrors = defineErrorTexts({
  wrongDigits: {
    'zh-TW': '末三碼不對，再看一下當時留的手機號碼',
    en: 'These digits don’t match. Check the phone number you gave before',
  },
  noTriesLeft: {
    'zh-TW': '今天已經試太多次，請明天再試，或直接重新填寫',
    en: 'Too many tries today. Try again tomorrow, or enter your details again',
  },
  profileLocked: {
    'zh-TW': '請先輸入手機末三碼打開資料',
    en: 'Enter the last 3 digits of your phone number to open your details',
  },
})

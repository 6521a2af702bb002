import { defineErrorTexts } from '../common/error-text.ts'

export const profileErrors = defineErrorTexts({
  wrongDigits: {
    'zh-TW': '末三碼不對，再看一下當時留的手機號碼',
    en: 'Those digits do not match. Look at the phone number you gave before',
  },
  noTriesLeft: {
    'zh-TW': '今天已經試太多次，請明天再試，或直接重新填寫',
    en: 'Too many tries for today. Try again tomorrow, or fill in the form anew',
  },
  profileLocked: {
    'zh-TW': '請先輸入手機末三碼打開資料',
    en: 'Please open your details with the last digits of your phone first',
  },
})

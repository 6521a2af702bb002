import { defineErrorTexts } from '../common/error-text.ts'

export const accessErrors = defineErrorTexts({
  policyGrantUsed: {
    'zh-TW': '這個授權已經使用過，請重新操作',
    en: 'This authorization has already been used. Try again',
  },
})

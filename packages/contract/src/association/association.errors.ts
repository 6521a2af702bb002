import { defineErrorTexts } from '../common/error-text.ts'

export const associationErrors = defineErrorTexts({
  associationCodeTaken: {
    'zh-TW': '這個代碼已經用過，請換一個',
    en: 'This code has been used before. Choose another one',
  },
  associationRateMissing: { 'zh-TW': '請填寫分潤比例', en: 'Enter the commission rate' },
  associationAmountMissing: { 'zh-TW': '請填寫每筆訂單的分潤金額', en: 'Enter the commission for each order' },
  associationEndsBeforeBegin: { 'zh-TW': '結束時間要晚於開始時間', en: 'The end must be after the start' },
  associationNoPartner: { 'zh-TW': '找不到這位合作夥伴', en: 'Partner not found' },
  associationUnknownForm: { 'zh-TW': '找不到這個報名表單', en: 'Sign-up form not found' },
})

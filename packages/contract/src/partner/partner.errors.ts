import { defineErrorTexts } from '../common/error-text.ts'

export const partnerErrors = defineErrorTexts({
  partnerEmailTaken: {
    'zh-TW': '已有合作夥伴使用這個電子郵件',
    en: 'Another partner already uses this email',
  },
  partnerBankCodeWrong: { 'zh-TW': '銀行代碼是 3 位數字', en: 'A bank code has 3 digits' },
  partnerAccountWrong: { 'zh-TW': '銀行帳號是 10 到 16 位數字', en: 'An account number has 10 to 16 digits' },
  partnerTaxIdWrong: { 'zh-TW': '統一編號或身分證字號不正確', en: 'This tax ID or national ID isn’t valid' },
  partnerLinkOver: {
    'zh-TW': '這個連結已失效，請向商家索取新的連結',
    en: 'This link has expired. Ask the shop for a new one',
  },
})

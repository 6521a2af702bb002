import { defineErrorTexts } from '../common/error-text.ts'

export const commissionErrors = defineErrorTexts({
  payoutNothingDue: {
    'zh-TW': '目前沒有可以付款的對帳單，或合作夥伴還沒有填寫匯款帳號',
    en: 'There is no statement to pay yet, or the partners have no bank account on file',
  },
  payoutSent: { 'zh-TW': '這批款項已標記為匯出，無法取消', en: 'This payout is marked as sent and can’t be undone' },
  payoutUndone: { 'zh-TW': '這批款項已經取消', en: 'This payout was undone' },
})

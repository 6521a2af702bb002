import { defineErrorTexts } from '../common/error-text.ts'

export const cashFlowErrors = defineErrorTexts({
  daysBackward: { 'zh-TW': '結束日期不能早於開始日期', en: 'The end date can’t be before the start date' },
  tooManyDays: { 'zh-TW': '一次最多查詢 366 天', en: 'Choose at most 366 days' },
})

import { defineErrorTexts } from '../common/error-text.ts'

export const figureErrors = defineErrorTexts({
  figureDaysBackward: {
    'zh-TW': '結束日期不能早於開始日期',
    en: 'The end date can’t be before the start date',
  },
  figureDaysTooMany: { 'zh-TW': '一次最多查看 366 天', en: 'Choose at most 366 days' },
  figureDaysToCome: {
    'zh-TW': '這段日期還沒到，還沒有數據',
    en: 'These dates are in the future, so there are no figures yet',
  },
  figureDaysBoth: {
    'zh-TW': '請同時填寫開始與結束日期',
    en: 'Enter both a start date and an end date',
  },
  figureRowsTooMany: {
    'zh-TW': '一次最多匯出 {{max}} 筆，請選擇較短的期間',
    en: 'You can export up to {{max}} rows at a time. Choose a shorter period',
  },
  figureRowsGone: {
    'zh-TW': '瀏覽明細保留 {{days}} 天，這段期間的明細已經刪除；數字仍然保留',
    en: 'View details are kept for {{days}} days, and those of this period are gone. The figure stays',
  },
})

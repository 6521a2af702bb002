import { defineErrorTexts } from './error-text.ts'

export const sheetErrors = defineErrorTexts({
  sheetMissing: { 'zh-TW': '請選擇要匯入的檔案', en: 'Please choose a file to import' },
  sheetUnreadable: {
    'zh-TW': '讀不出這個檔案，請用 Excel 另存成 .xlsx 或 CSV（UTF-8）再試一次',
    en: 'This file could not be read. Save it as .xlsx or CSV (UTF-8) and try again',
  },
  sheetOldExcel: {
    'zh-TW': '這是舊版 Excel（.xls）或有密碼的檔案，請另存成 .xlsx 再試一次',
    en: 'This is an old Excel file (.xls) or has a password. Save it as .xlsx and try again',
  },
  sheetTooBig: {
    'zh-TW': '檔案太大，請分成 {{megabytes}} MB 以下再匯入',
    en: 'This file is too large. Split it into files below {{megabytes}} MB',
  },
  sheetTooManyRows: {
    'zh-TW': '一次最多匯入 {{rows}} 列，請分成幾個檔案',
    en: 'At most {{rows}} rows at a time. Please split the file',
  },
  sheetEmpty: { 'zh-TW': '檔案裡沒有資料', en: 'There are no rows in this file' },
  sheetColumnMissing: {
    'zh-TW': '找不到這些欄位：{{columns}}。請對照範本的標題列',
    en: 'These columns are missing: {{columns}}. Compare the header with the template',
  },
  sheetColumnTwice: {
    'zh-TW': '標題列有重複的欄位：{{columns}}',
    en: 'These columns stand in the header twice: {{columns}}',
  },
  cellPrice: { 'zh-TW': '請填數字金額，例如 1280', en: 'Give an amount in digits, such as 1280' },
  cellWhole: { 'zh-TW': '請填整數', en: 'Give a whole number' },
  cellTime: { 'zh-TW': '請填時間，例如 2026/11/20 20:00', en: 'Give a time such as 2026/11/20 20:00' },
  cellChoice: { 'zh-TW': '請填其中之一：{{choices}}', en: 'Give one of: {{choices}}' },
  cellYesNo: { 'zh-TW': '請填「是」或「否」', en: 'Give “yes” or “no”' },
  rowTwice: { 'zh-TW': '和第 {{line}} 列重複', en: 'The same as line {{line}}' },
})

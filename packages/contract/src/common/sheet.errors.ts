import { defineErrorTexts } from './error-text.ts'

export const sheetErrors = defineErrorTexts({
  sheetMissing: { 'zh-TW': '請選擇要匯入的檔案', en: 'Choose a file to import' },
  sheetUnreadable: {
    'zh-TW': '讀不出這個檔案，請用 Excel 另存成 .xlsx 或 CSV（UTF-8）再試一次',
    en: 'We couldn’t read this file. Save it as .xlsx or CSV (UTF-8) and try again',
  },
  sheetOtherCharset: {
    'zh-TW': '這個檔案不是 {{charset}}，請改選其他文字編碼',
    en: 'This file isn’t in {{charset}}. Choose another character encoding',
  },
  sheetOldExcel: {
    'zh-TW': '這是舊版 Excel（.xls）或有密碼的檔案，請另存成 .xlsx 再試一次',
    en: 'This file is in the old Excel format (.xls) or has a password. Save it as .xlsx and try again',
  },
  sheetTooBig: {
    'zh-TW': '檔案太大，請分成 {{megabytes}} MB 以下再匯入',
    en: 'This file is too large. Split it into files under {{megabytes}} MB',
  },
  sheetTooManyRows: {
    'zh-TW': '一次最多匯入 {{rows}} 列，請分成幾個檔案',
    en: 'You can import up to {{rows}} rows at a time. Split the file and try again',
  },
  sheetEmpty: { 'zh-TW': '檔案裡沒有資料', en: 'This file has no rows' },
  sheetColumnMissing: {
    'zh-TW': '找不到這些欄位：{{columns}}。請對照範本的標題列',
    en: 'Missing columns: {{columns}}. Compare the header row with the template',
  },
  sheetColumnTwice: {
    'zh-TW': '標題列有重複的欄位：{{columns}}',
    en: 'Duplicate columns in the header row: {{columns}}',
  },
  cellPrice: { 'zh-TW': '請填數字金額，例如 1280', en: 'Enter an amount in numbers, such as 1280' },
  cellWholeDollars: { 'zh-TW': '新台幣沒有小數，請填整數金額，例如 1280', en: 'Enter whole dollars, such as 1280' },
  cellTime: { 'zh-TW': '請填時間，例如 2026/11/20 20:00', en: 'Enter a time, such as 2026/11/20 20:00' },
  cellChoice: { 'zh-TW': '請填其中之一：{{choices}}', en: 'Enter one of these: {{choices}}' },
  cellLostSign: {
    'zh-TW': '「{{text}}」的問號可能是 Big5 存不了的字。請改存成 CSV（UTF-8）再匯入，或在這裡匯入後改正',
    en: '“{{text}}” may hold a character that Big5 can’t store. Save the file as CSV (UTF-8), or correct it after the import',
  },
  cellOnlyDigits: {
    'zh-TW': '這一格只有「{{text}}」，試算表可能把 +{{text}} 存成了 {{text}}，請確認',
    en: 'This cell only has “{{text}}”. A spreadsheet may have turned +{{text}} into {{text}}, so check it',
  },
  rowTwice: { 'zh-TW': '和第 {{line}} 列重複', en: 'Duplicate of row {{line}}' },
  importRunning: {
    'zh-TW': '{{name}}正在匯入同一個檔案，請等它完成',
    en: '{{name}} is importing this same file now. Wait for it to finish',
  },
  importedMeanwhile: {
    'zh-TW': '您預覽之後，{{name}}已經匯入同一個檔案。請重新選擇檔案，看看還剩哪些要改',
    en: '{{name}} imported this same file after you previewed it. Choose the file again to see what’s left',
  },
  importOver: { 'zh-TW': '這次匯入已經結束', en: 'This import has already ended' },
  importStopped: {
    'zh-TW': '匯入時發生錯誤，已匯入的資料會保留，可以按「繼續匯入」',
    en: 'Something went wrong. Imported rows are kept, and you can continue the import',
  },
  importRowsGone: {
    'zh-TW': '這個檔案的內容已經清除，請重新選擇檔案',
    en: 'The contents of this file were cleared. Choose the file again',
  },
})

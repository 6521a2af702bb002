import { defineErrorTexts } from '../common/error-text.ts'

/** The field messages are the spec's (section 5). */
export const signupErrors = defineErrorTexts({
  fillName: { 'zh-TW': '請填寫您的姓名', en: 'Please fill in you full name' },
  fillCounty: { 'zh-TW': '請選擇您的縣市', en: 'Please select your county' },
  urlTaken: { 'zh-TW': '這個網址已經有人使用', en: 'This address is taken' },
  urlFormat: { 'zh-TW': '網址限 3–64 個小寫英文字母、數字或 -', en: 'Use 3–64 of a–z, 0–9 and -' },
  sessionFull: { 'zh-TW': '這個場次已額滿', en: 'This session is full' },
  sessionOver: { 'zh-TW': '這個場次已經結束', en: 'This session is over' },
  noSession: { 'zh-TW': '請選擇場次', en: 'Please choose a session' },
  formIsPaid: { 'zh-TW': '這個表單需付費報名，請重新整理頁面', en: 'This form is paid. Please reload the page' },
  formIsFree: { 'zh-TW': '這個表單免費報名，請重新整理頁面', en: 'This form is free. Please reload the page' },
  holdsSession: {
    'zh-TW': '這支電話或信箱已經報名過這個場次，專屬連結已再寄到當時填寫的信箱',
    en: 'This phone or e-mail holds this session already. The personal link was sent again to the address on record',
  },
  notOpenToYou: {
    'zh-TW': '目前無法受理這筆報名，請聯絡主辦單位',
    en: 'This sign-up cannot be taken. Please contact the organizer',
  },
  sessionTwice: { 'zh-TW': '同一場直播只能加入一次', en: 'A live can be added only once' },
  twoOptions: { 'zh-TW': '請至少填寫兩個選項', en: 'Please give at least two options' },
  optionTwice: { 'zh-TW': '這個選項重複了', en: 'This option is there twice' },
  noTime: { 'zh-TW': '請至少加入一個時段', en: 'Please add at least one time' },
  closesBeforeOpens: { 'zh-TW': '結束時間要晚於開始時間', en: 'This must be later than the opening' },
  untilBeforeFrom: { 'zh-TW': '結束日期要晚於開始日期', en: 'This must not be before the first day' },
  noPrice: { 'zh-TW': '請填寫報名費用', en: 'Please give the price' },
  noTemplate: {
    'zh-TW': '請選擇一場影片已處理完成的直播',
    en: 'Please choose a live whose video is ready',
  },
  slotClosed: {
    'zh-TW': '這個時段目前無法報名，請選擇其他場次',
    en: 'This time cannot be signed up for now, please choose another',
  },
  consentMissing: { 'zh-TW': '請勾選同意後再送出', en: 'Please agree before you send this' },
})

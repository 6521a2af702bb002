import { defineReasons } from '../common/reason.ts'

/** The field messages are the spec's (section 5). */
export const signupReasons = defineReasons({
  fillName: { 'zh-TW': '請填寫您的姓名', en: 'Please fill in you full name' },
  fillCounty: { 'zh-TW': '請選擇您的縣市', en: 'Please select your county' },
  urlTaken: { 'zh-TW': '這個網址已經有人使用', en: 'This address is taken' },
  urlFormat: { 'zh-TW': '網址限 3–64 個小寫英文字母、數字或 -', en: 'Use 3–64 of a–z, 0–9 and -' },
  sessionFull: { 'zh-TW': '這個場次已額滿', en: 'This session is full' },
  sessionOver: { 'zh-TW': '這個場次已經結束', en: 'This session is over' },
  noSession: { 'zh-TW': '請選擇場次', en: 'Please choose a session' },
  paidLater: {
    'zh-TW': '付費報名的線上收款還在準備，目前可以先儲存草稿與預覽，開放後再發布',
    en: 'Online payment of sign-ups is not ready yet: save this as a draft and preview it, publish once it is',
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

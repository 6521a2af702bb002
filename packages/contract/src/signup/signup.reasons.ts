import { defineReasons } from '../common/reason.ts'

/** The field messages are the spec's (section 5). */
export const signupReasons = defineReasons({
  fillName: { 'zh-TW': '請填寫您的姓名', en: 'Please fill in you full name' },
  fillCounty: { 'zh-TW': '請選擇您的縣市', en: 'Please select your county' },
  urlTaken: { 'zh-TW': '這個網址已經有人使用', en: 'This address is taken' },
  urlFormat: { 'zh-TW': '網址限 3–64 個小寫英文字母、數字或 -', en: 'Use 3–64 of a–z, 0–9 and -' },
  toneTooLight: { 'zh-TW': '這個色調放在白底上不易閱讀', en: 'This tone cannot be read on white' },
  sessionFull: { 'zh-TW': '這個場次已額滿', en: 'This session is full' },
  sessionOver: { 'zh-TW': '這個場次已經結束', en: 'This session is over' },
  noSession: { 'zh-TW': '請選擇場次', en: 'Please choose a session' },
  paidLater: {
    'zh-TW': '付費報名即將開放，目前請使用免費報名',
    en: 'Paid sign-up comes later; please use a free form for now',
  },
  sessionTwice: { 'zh-TW': '同一場直播只能加入一次', en: 'A live can be added only once' },
  consentMissing: { 'zh-TW': '請勾選同意後再送出', en: 'Please agree before you send this' },
})

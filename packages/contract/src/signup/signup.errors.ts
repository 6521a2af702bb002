import { defineErrorTexts } from '../common/error-text.ts'

/** The field messages are the spec's (section 5). */
export const signupErrors = defineErrorTexts({
  fillName: { 'zh-TW': '請填寫您的姓名', en: 'Please fill in you full name' },
  fillCounty: { 'zh-TW': '請選擇您的縣市', en: 'Please select your county' },
  urlTaken: { 'zh-TW': '這個網址已經有人使用', en: 'This address is already in use' },
  urlFormat: { 'zh-TW': '網址限 3–64 個小寫英文字母、數字或 -', en: 'Use 3–64 lowercase letters, numbers, or -' },
  sessionFull: { 'zh-TW': '這個場次已額滿', en: 'This session is full' },
  sessionOver: { 'zh-TW': '這個場次已經結束', en: 'This session is over' },
  noSession: { 'zh-TW': '請選擇場次', en: 'Choose a session' },
  formIsPaid: { 'zh-TW': '這個表單需付費報名，請重新整理頁面', en: 'This sign-up requires payment. Refresh the page' },
  formIsFree: { 'zh-TW': '這個表單免費報名，請重新整理頁面', en: 'This sign-up is free. Refresh the page' },
  holdsSession: {
    'zh-TW': '這支電話或信箱已經報名過這個場次，專屬連結已再寄到當時填寫的信箱',
    en: 'This phone number or email is already signed up for this session. We sent the personal link again to the email on record',
  },
  notOpenToYou: {
    'zh-TW': '目前無法受理這筆報名，請聯絡主辦單位',
    en: 'We can’t accept this sign-up right now. Contact the organizer',
  },
  sessionTwice: { 'zh-TW': '同一場直播只能加入一次', en: 'A live can be added only once' },
  twoOptions: { 'zh-TW': '請至少填寫兩個選項', en: 'Add at least two options' },
  optionTwice: { 'zh-TW': '這個選項重複了', en: 'This option appears twice' },
  noTime: { 'zh-TW': '請至少加入一個時段', en: 'Add at least one time' },
  closesBeforeOpens: { 'zh-TW': '結束時間要晚於開始時間', en: 'The end time must be after the start time' },
  untilBeforeFrom: { 'zh-TW': '結束日期要晚於開始日期', en: 'The end date must be after the start date' },
  letterGone: {
    'zh-TW': '這個範本已刪除，或不再是報名完成信，請重新選擇',
    en: 'This template was deleted or is no longer a sign-up confirmation. Choose another',
  },
  reminderGone: {
    'zh-TW': '這個範本已刪除，或不是這種信件的範本，請重新選擇',
    en: 'This template was deleted or is for another type of email. Choose another',
  },
  noPrice: { 'zh-TW': '請填寫報名費用', en: 'Enter the price' },
  noTemplate: {
    'zh-TW': '請選擇一場影片已處理完成的直播',
    en: 'Choose a live with a processed video',
  },
  slotClosed: {
    'zh-TW': '這個時段目前無法報名，請選擇其他場次',
    en: 'This time isn’t open for sign-up right now. Choose another session',
  },
  consentMissing: { 'zh-TW': '請勾選同意後再送出', en: 'Check the box to agree before you submit' },
  noContact: { 'zh-TW': '請填寫報名時的手機或 Email', en: 'Enter the phone number or email you signed up with' },
  codeIncomplete: { 'zh-TW': '請輸入信裡的 6 位數驗證碼', en: 'Enter the 6-digit code from the email' },
  codeWrong: {
    'zh-TW': '驗證碼不正確，還可以試 {{left}} 次',
    en: 'That code isn’t right. Tries left: {{left}}',
  },
  codeOver: {
    'zh-TW': '這組驗證碼已經失效，請重新寄送一組',
    en: 'This code no longer works. Send a new one',
  },
  codeTooSoon: {
    'zh-TW': '驗證碼剛寄出，請稍候再重寄',
    en: 'We just sent a code. Wait a moment before sending another',
  },
  codesTooMany: {
    'zh-TW': '驗證碼寄太多次了，請一小時後再試，或用報名信裡的專屬連結進場',
    en: 'Too many codes were sent. Try again in an hour, or use the personal link in your sign-up email',
  },
  correctedTooOften: {
    'zh-TW': '今天修改太多次了，請明天再試，或聯絡主辦單位',
    en: 'You’ve made too many changes today. Try again tomorrow, or contact the organizer',
  },
})

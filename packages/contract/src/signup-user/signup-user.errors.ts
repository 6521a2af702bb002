import { defineErrorTexts } from '../common/error-text.ts'

export const signupUserErrors = defineErrorTexts({
  contactTaken: {
    'zh-TW': '這張表單的另一位報名者（{{name}}）已經在用，請再確認',
    en: 'Another person on this form ({{name}}) already uses this. Please check',
  },
  contactTwoPeople: {
    'zh-TW': '電話和電子郵件屬於這張表單的兩位不同報名者',
    en: 'The phone number and email belong to two different people on this form',
  },
  noPlaceLeft: { 'zh-TW': '這個場次已額滿', en: 'This session is full' },
  notEnoughPlaces: {
    'zh-TW': '這個場次只剩 {{left}} 個名額，您選了 {{wanted}} 人',
    en: 'Only {{left}} seats are left in this session, and you selected {{wanted}} people',
  },
  notASession: { 'zh-TW': '這場直播不是這張表單的場次', en: 'This live isn’t a session of this form' },
  notThereBefore: { 'zh-TW': '有人不在原本的場次裡', en: 'Someone isn’t in the session you’re moving from' },
  sessionPast: { 'zh-TW': '這個場次已經結束，不能再加人', en: 'This session is over, so no one can be added' },
  noticesStopped: {
    'zh-TW': '這位報名者已停止接收通知，請先恢復通知',
    en: 'This person stopped notifications. Resume them first',
  },
  nothingToCome: {
    'zh-TW': '沒有尚未結束的場次可以寄連結',
    en: 'There are no upcoming sessions to send a link for',
  },
  consentSourceMissing: {
    'zh-TW': '請說明這些人在哪裡同意收到您的通知',
    en: 'Enter where these people agreed to receive your notifications',
  },
  isErased: {
    'zh-TW': '這位報名者的個人資料已經刪除，不能再修改',
    en: 'This person’s data was erased and can’t be edited',
  },
  tooManyToExport: {
    'zh-TW': '一次最多匯出 {{max}} 筆，請先縮小範圍',
    en: 'You can export up to {{max}} rows at a time. Narrow your list first',
  },
  contactKept: {
    'zh-TW': '已經在這個表單的名單裡：加入這個場次，姓名和聯絡方式維持原樣',
    en: 'Already on this form. They’ll be added to this session, and their details stay as they are',
  },
})

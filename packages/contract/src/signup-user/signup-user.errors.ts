import { defineErrorTexts } from '../common/error-text.ts'

export const signupUserErrors = defineErrorTexts({
  contactTaken: {
    'zh-TW': '這張表單的另一位報名者（{{name}}）已經在用，請再確認',
    en: 'Another person of this form ({{name}}) has it already; please check',
  },
  contactTwoPeople: {
    'zh-TW': '電話和電子郵件屬於這張表單的兩位不同報名者',
    en: 'The phone and the e-mail belong to two different people of this form',
  },
  noPlaceLeft: { 'zh-TW': '這個場次已額滿', en: 'This session is full' },
  notEnoughPlaces: {
    'zh-TW': '這個場次只剩 {{left}} 個名額，您選了 {{wanted}} 人',
    en: 'Only {{left}} places are left in this session; you chose {{wanted}} people',
  },
  notASession: { 'zh-TW': '這場直播不是這張表單的場次', en: 'This live is not a session of the form' },
  notThereBefore: { 'zh-TW': '有人不在原本的場次裡', en: 'Somebody is not in the session they would move from' },
  sessionPast: { 'zh-TW': '這個場次已經結束，不能再加人', en: 'This session is over; nobody can be added' },
  noticesStopped: {
    'zh-TW': '這位報名者已停止接收通知，請先恢復通知',
    en: 'Notices to this person are stopped; turn them on first',
  },
  nothingToCome: {
    'zh-TW': '沒有尚未結束的場次可以寄連結',
    en: 'There is no session to come whose link could be sent',
  },
  consentSourceMissing: {
    'zh-TW': '請說明這些人在哪裡同意收到您的通知',
    en: 'Please say where these people agreed to hear from you',
  },
  tooManyToExport: {
    'zh-TW': '一次最多匯出 {{most}} 筆，請先縮小範圍',
    en: 'At most {{most}} rows can be exported at once; please narrow the list first',
  },
})

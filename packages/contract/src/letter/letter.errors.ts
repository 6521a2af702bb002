import { defineErrorTexts } from '../common/error-text.ts'

export const letterErrors = defineErrorTexts({
  letterSettled: {
    'zh-TW': '這封信寄出與否已經確定',
    en: 'It’s already known whether this message was sent',
  },
  smsBrandMissing: {
    'zh-TW': '簡訊內容要有【{{brand}}】，收件人才知道是誰傳的',
    en: 'Add 【{{brand}}】 so that people know who the text message is from',
  },
  smsUnregistered: {
    'zh-TW': '「{{contact}}」還沒有登記，不能放在簡訊裡',
    en: '“{{contact}}” isn’t registered and can’t be in a text message',
  },
  smsTooLong: {
    'zh-TW': '簡訊最多 {{max}} 個字',
    en: 'A text message can have up to {{max}} characters',
  },
  smsContactWrong: {
    'zh-TW': '請填網域（例如 shop.com.tw）或電話號碼',
    en: 'Enter a domain, such as shop.com.tw, or a phone number',
  },
  smsBrandWrong: { 'zh-TW': '品牌名稱不能有【】', en: 'A brand name can’t contain 【 or 】' },
  smsPhoneWrong: { 'zh-TW': '簡訊只能傳到台灣的手機號碼', en: 'Text messages go to Taiwanese mobile numbers only' },
  smsPointsShort: {
    'zh-TW': '簡訊點數不足，沒有發送',
    en: 'Not sent: not enough SMS points',
  },
  smsTooManyThisHour: {
    'zh-TW': '這一小時自動發送的簡訊已達上限，沒有發送',
    en: 'Not sent: too many automatic text messages this hour',
  },
  smsRefusedNow: {
    'zh-TW': '這則簡訊的品牌、連結或電話已不再登記，不能再傳。請新增一次群發',
    en: 'Its brand, links, or phone numbers aren’t registered anymore, so this message can’t be sent again. Create a new one',
  },
  webhookNeedsKey: {
    'zh-TW': '請先在「通知與寄件」儲存 Surenotify 金鑰',
    en: 'Save a Surenotify key under Notifications and sender first',
  },
  webhookNotHere: {
    'zh-TW': '這台伺服器目前不能使用 Surenotify',
    en: 'This server can’t use Surenotify yet',
  },
  surenotifyKeyWrong: {
    'zh-TW': 'Surenotify 不認得您的金鑰，請重新複製',
    en: 'Surenotify doesn’t recognize your key. Copy it again',
  },
  surenotifySilent: {
    'zh-TW': '目前連不上 Surenotify，請稍後再試',
    en: 'Surenotify can’t be reached right now. Try again later',
  },
})

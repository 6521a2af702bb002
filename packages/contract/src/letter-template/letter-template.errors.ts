import { defineErrorTexts } from '../common/error-text.ts'

export const letterTemplateErrors = defineErrorTexts({
  templateVariableUnknown: {
    'zh-TW': '這種信件沒有「{{variable}}」這個變數',
    en: 'This type of email has no variable “{{variable}}”',
  },
  templateVariableBroken: {
    'zh-TW': '變數的大括號不完整，請刪除後從選單重新插入',
    en: 'A variable’s braces are incomplete. Delete it and insert it again from the menu',
  },
  templateVariableInLink: {
    'zh-TW': '連結只能是一個網址，或單獨一個連結變數',
    en: 'Use either a web address or a single link variable',
  },
  templateLinkScheme: {
    'zh-TW': '連結請用 https:// 或 http:// 開頭的網址',
    en: 'Links must start with https:// or http://',
  },
  templateScript: {
    'zh-TW': '信件內容不能有程式碼、表單或嵌入的網頁',
    en: 'Emails can’t contain scripts, forms, or embedded pages',
  },
  templateValueMissing: {
    'zh-TW': '「{{variable}}」對這位收件人沒有值，請加上預設文字，例如 {{example}}',
    en: '“{{variable}}” is empty for this recipient. Add fallback text, such as {{example}}',
  },
  templateLinkMissing: {
    'zh-TW': '請放入 {{example}}，沒有這個連結，收件人就無法繼續',
    en: 'Add {{example}}. Recipients need this link to continue',
  },
  templateLinkInSubject: {
    'zh-TW': '主旨不能放連結，請放在內容裡',
    en: 'A subject can’t contain a link. Put it in the content instead',
  },
  templateSessionMissing: {
    'zh-TW': '這位收件人沒有場次，無法填入「{{variable}}」',
    en: '“{{variable}}” is empty, because this recipient has no session',
  },
  templateCountdownWithout: {
    'zh-TW': '這種信件沒有開播時間，不能放開播倒數',
    en: 'This type of email has no start time, so it can’t have a countdown',
  },
  templateCountdownOver: {
    'zh-TW': '直播已經開始，這封信不會顯示開播倒數',
    en: 'The live has started, so this email is sent without the countdown',
  },
  templateProductGone: {
    'zh-TW': '這項商品已刪除或停售，信件不會顯示它',
    en: 'This product was deleted or is off sale, so the email is sent without it',
  },
  templateSmsGone: {
    'zh-TW': '這個簡訊範本已經刪除，請選擇其他範本',
    en: 'This text message template was deleted. Choose another one',
  },
  templateSmsBlocks: {
    'zh-TW': '簡訊只有一段文字，信件不能用簡訊的文字區塊',
    en: 'A text message is a single text. Emails can’t use its text block',
  },
  templateLanguageMissing: {
    'zh-TW': '至少加入一個內容區塊',
    en: 'Add at least one content block',
  },
})

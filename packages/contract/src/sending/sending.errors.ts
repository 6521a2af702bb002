import { defineErrorTexts } from '../common/error-text.ts'

export const sendingErrors = defineErrorTexts({
  sendingTemplateGone: {
    'zh-TW': '請選擇一份「自訂內容」範本；這份已不存在',
    en: 'Choose a “Custom message” template. This one no longer exists',
  },
  sendingNobody: {
    'zh-TW': '這個名單中沒有可以寄送的對象',
    en: 'There’s nobody in this audience to send to',
  },
  sendingValueMissing: {
    'zh-TW': '有 {{count}} 位收件人沒有「{{variable}}」，請在範本加上預設文字，例如 {{example}}',
    en: '“{{variable}}” is empty for {{count}} recipients. Add fallback text to the template, such as {{example}}',
  },
  sendingSessionMissing: {
    'zh-TW': '有 {{count}} 位收件人沒有場次，無法填入「{{variable}}」。請改選場次或報名表的對象，或拿掉這個變數',
    en: '“{{variable}}” is empty for {{count}} recipients, because they have no session. Choose people of a session or form, or leave it out',
  },
  sendingSmsVariable: {
    'zh-TW': '簡訊只能使用選單中的變數，大括號要成對',
    en: 'Text messages can only use the variables in the menu, with both pairs of braces',
  },
  sendingPointsMissing: {
    'zh-TW': '點數不足，還差 {{points}} 點。請先加值再傳送',
    en: 'Points missing: {{points}}. Add points, then send',
  },
  sendingStopped: {
    'zh-TW': '這次寄送已停止，不能再寄。請新增一次群發',
    en: 'This mailing was stopped, so it can’t be sent again. Create a new one',
  },
  sendingTooManyLines: {
    'zh-TW': '一次最多 {{max}} 行',
    en: 'At most {{max}} lines at a time',
  },
})

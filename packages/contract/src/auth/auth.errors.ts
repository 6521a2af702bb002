import { defineErrorTexts } from '../common/error-text.ts'

export const authErrors = defineErrorTexts({
  accountTaken: { 'zh-TW': '這個帳號已經有人使用', en: 'This account name is taken' },
  accountFormat: { 'zh-TW': '帳號限 4–40 個英文字母、數字或 . _ - @', en: 'Use 4–40 letters, numbers, or . _ - @' },
  passwordShort: { 'zh-TW': '密碼至少 10 個字', en: 'Use at least 10 characters' },
  passwordCommon: { 'zh-TW': '這個密碼太常見，請換一個', en: 'This password is too common. Choose another one' },
  passwordWrong: { 'zh-TW': '目前的密碼不正確', en: 'Your current password is incorrect' },
  resetLinkGone: {
    'zh-TW': '重設密碼的連結已失效，請重新申請',
    en: 'This reset link is no longer valid. Request a new one',
  },
  memberRemoved: {
    'zh-TW': '您已不是這個商家的成員。有疑問請聯絡商家的管理者',
    en: 'You’re no longer a member of this shop. If you have questions, contact its owner',
  },
  suspensionEnded: {
    'zh-TW': '商家帳號曾被停用，請重新登入',
    en: 'This merchant account was suspended. Please log in again',
  },
  firmSuspended: {
    'zh-TW': '此商家帳號已停用，請聯絡客服',
    en: 'This merchant account is suspended. Contact support',
  },
})

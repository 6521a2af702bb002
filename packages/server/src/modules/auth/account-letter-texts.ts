import type { Language } from '@kaimai/contract/common/language.ts'

/** A letter of the platform in words: lines before and after its one link. */
export interface LetterText {
  readonly subject: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

type Write<V> = Readonly<Record<Language, (values: V) => LetterText>>

/** What stands where a name holds a link. */
export const unnamed: Readonly<Record<Language, { readonly member: string; readonly firm: string }>> = {
  'zh-TW': { member: '開賣 Kaimai 的使用者', firm: '一個商家' },
  en: { member: 'A Kaimai user', firm: 'A merchant' },
}

export const resetText: Write<{ name: string }> = {
  'zh-TW': ({ name }) => ({
    subject: '重設您的開賣 Kaimai 密碼',
    before: [`${name} 您好：`, '我們收到重設密碼的申請。請在一小時內開啟下面的連結設定新密碼：'],
    after: ['如果不是您本人申請，請忽略這封信，密碼不會改變。'],
  }),
  en: ({ name }) => ({
    subject: 'Reset your Kaimai password',
    before: [
      `Hello ${name},`,
      'We received a request to reset your password. Open this link within one hour to set a new password:',
    ],
    after: ['If you didn’t request this, ignore this email. Your password won’t change.'],
  }),
}

export const invitationText: Write<{ firmName: string; invitedBy: string }> = {
  'zh-TW': ({ firmName, invitedBy }) => ({
    subject: `${firmName} 邀請您加入開賣 Kaimai`,
    before: [
      '您好：',
      `${invitedBy} 邀請您一起管理「${firmName}」的開賣 Kaimai 後台。請在 7 天內開啟下面的連結，設定帳號與密碼：`,
    ],
    after: ['連結只能使用一次，請勿轉寄。如果您不認識寄件的人，忽略這封信即可。'],
  }),
  en: ({ firmName, invitedBy }) => ({
    subject: `${firmName} invited you to Kaimai`,
    before: [
      'Hello,',
      `${invitedBy} invited you to help manage “${firmName}”. Open this link within 7 days to set your account and password:`,
    ],
    after: ['The link works once. Please don’t share it. If you don’t know the sender, ignore this email.'],
  }),
}

export const confirmEmailText: Write<{ name: string }> = {
  'zh-TW': ({ name }) => ({
    subject: '確認您在開賣 Kaimai 的新電子郵件',
    before: [`${name} 您好：`, '請在 24 小時內開啟下面的連結，確認這是您的新電子郵件：'],
    after: ['如果不是您本人變更，請忽略這封信，什麼都不會改變。'],
  }),
  en: ({ name }) => ({
    subject: 'Confirm your new Kaimai email',
    before: [`Hello ${name},`, 'Open this link within 24 hours to confirm your new email:'],
    after: ['If you didn’t request this, ignore this email. Nothing will change.'],
  }),
}

export const emailChangedText: Write<{ name: string; email: string }> = {
  'zh-TW': ({ name, email }) => ({
    subject: '您在開賣 Kaimai 的電子郵件已變更',
    before: [`${name} 您好：`, `您的帳號從現在起使用 ${email}。`],
    after: ['如果不是您本人變更，請馬上聯絡您商家的擁有者。'],
  }),
  en: ({ name, email }) => ({
    subject: 'Your Kaimai email was changed',
    before: [`Hello ${name},`, `Your account now uses ${email}.`],
    after: ['If you didn’t make this change, contact the owner of your shop right away.'],
  }),
}

import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

// What the platform writes to members of firms.

/** What stands where a name holds a link. */
export const unnamed: Readonly<Record<Language, { readonly member: string; readonly firm: string }>> = {
  'zh-TW': { member: '開賣 Kaimai 的使用者', firm: '一個商家' },
  en: { member: 'A Kaimai user', firm: 'A merchant' },
}

export const resetText: LetterContents = {
  'zh-TW': {
    subject: '重設您的開賣 Kaimai 密碼',
    blocks: [
      { kind: 'heading', text: '{{name|開賣 Kaimai 的使用者}} 您好：' },
      { kind: 'text', text: '我們收到重設密碼的申請。請在一小時內開啟下面的連結設定新密碼：' },
      { kind: 'button', label: '設定新密碼', url: '{{accountUrl}}' },
      { kind: 'footer', text: '如果不是您本人申請，請忽略這封信，密碼不會改變。' },
    ],
  },
  en: {
    subject: 'Reset your Kaimai password',
    blocks: [
      { kind: 'heading', text: 'Hello {{name|Kaimai user}},' },
      {
        kind: 'text',
        text: 'We received a request to reset your password. Open this link within one hour to set a new password:',
      },
      { kind: 'button', label: 'Set a new password', url: '{{accountUrl}}' },
      { kind: 'footer', text: 'If you didn’t request this, ignore this email. Your password won’t change.' },
    ],
  },
}

export const invitationText: LetterContents = {
  'zh-TW': {
    subject: '{{invitingFirm}} 邀請您加入開賣 Kaimai',
    blocks: [
      { kind: 'heading', text: '您好：' },
      {
        kind: 'text',
        text: '{{invitedBy}} 邀請您一起管理「{{invitingFirm}}」的開賣 Kaimai 後台。請在 7 天內開啟下面的連結，設定帳號與密碼：',
      },
      { kind: 'button', label: '接受邀請', url: '{{accountUrl}}' },
      { kind: 'footer', text: '連結只能使用一次，請勿轉寄。如果您不認識寄件的人，忽略這封信即可。' },
    ],
  },
  en: {
    subject: '{{invitingFirm}} invited you to Kaimai',
    blocks: [
      { kind: 'heading', text: 'Hello,' },
      {
        kind: 'text',
        text: '{{invitedBy}} invited you to help manage “{{invitingFirm}}”. Open this link within 7 days to set your account and password:',
      },
      { kind: 'button', label: 'Accept the invitation', url: '{{accountUrl}}' },
      {
        kind: 'footer',
        text: 'The link works once. Please don’t share it. If you don’t know the sender, ignore this email.',
      },
    ],
  },
}

export const confirmEmailText: LetterContents = {
  'zh-TW': {
    subject: '確認您在開賣 Kaimai 的新電子郵件',
    blocks: [
      { kind: 'heading', text: '{{name|開賣 Kaimai 的使用者}} 您好：' },
      { kind: 'text', text: '請在 24 小時內開啟下面的連結，確認這是您的新電子郵件：' },
      { kind: 'button', label: '確認電子郵件', url: '{{accountUrl}}' },
      { kind: 'footer', text: '如果不是您本人變更，請忽略這封信，什麼都不會改變。' },
    ],
  },
  en: {
    subject: 'Confirm your new Kaimai email',
    blocks: [
      { kind: 'heading', text: 'Hello {{name|Kaimai user}},' },
      { kind: 'text', text: 'Open this link within 24 hours to confirm your new email:' },
      { kind: 'button', label: 'Confirm your email', url: '{{accountUrl}}' },
      { kind: 'footer', text: 'If you didn’t request this, ignore this email. Nothing will change.' },
    ],
  },
}

export const emailChangedText: LetterContents = {
  'zh-TW': {
    subject: '您在開賣 Kaimai 的電子郵件已變更',
    blocks: [
      { kind: 'heading', text: '{{name|開賣 Kaimai 的使用者}} 您好：' },
      { kind: 'text', text: '您的帳號從現在起使用 {{newEmail}}。' },
      { kind: 'footer', text: '如果不是您本人變更，請馬上聯絡您商家的擁有者。' },
    ],
  },
  en: {
    subject: 'Your Kaimai email was changed',
    blocks: [
      { kind: 'heading', text: 'Hello {{name|Kaimai user}},' },
      { kind: 'text', text: 'Your account now uses {{newEmail}}.' },
      { kind: 'footer', text: 'If you didn’t make this change, contact the owner of your shop right away.' },
    ],
  },
}

import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

// What letters to partners about their login say until a firm writes its own.

export const invitationText: LetterContents = {
  'zh-TW': {
    subject: '「{{firmName}}」邀請您成為合作夥伴',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，歡迎成為「{{firmName}}」的合作夥伴' },
      {
        kind: 'text',
        text: '您可以分享自己的推廣連結。有人經由連結下單並付款，您就能獲得分潤。請先設定密碼，再以 {{email}} 登入合作夥伴專區。',
      },
      { kind: 'button', label: '設定密碼', url: '{{passwordUrl}}' },
      { kind: 'text', text: '這個連結只能使用一次，7 天內有效。之後請從這裡登入：{{pageUrl}}' },
      { kind: 'footer', text: '不認識「{{firmName}}」嗎？忽略這封信即可，不會有任何變動。' },
    ],
  },
  en: {
    subject: '{{firmName}} invited you to be a partner',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, welcome as a partner of {{firmName}}' },
      {
        kind: 'text',
        text: 'Share your own links, and earn commission when someone orders and pays through them. Set a password first, then log in to the partner page with {{email}}.',
      },
      { kind: 'button', label: 'Set your password', url: '{{passwordUrl}}' },
      { kind: 'text', text: 'This link works once and expires in 7 days. Later, log in here: {{pageUrl}}' },
      { kind: 'footer', text: 'Don’t know {{firmName}}? Ignore this email and nothing will change.' },
    ],
  },
}

export const forgottenText: LetterContents = {
  'zh-TW': {
    subject: '重新設定合作夥伴專區的密碼｜{{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，重新設定密碼' },
      {
        kind: 'text',
        text: '我們收到重新設定密碼的要求。設定後，請以 {{email}} 和新密碼登入「{{firmName}}」的合作夥伴專區。',
      },
      { kind: 'button', label: '重新設定密碼', url: '{{passwordUrl}}' },
      { kind: 'text', text: '這個連結只能使用一次，7 天內有效。' },
      { kind: 'footer', text: '不是您提出的嗎？忽略這封信即可，原本的密碼仍然有效。' },
    ],
  },
  en: {
    subject: 'Reset your partner password | {{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, reset your password' },
      {
        kind: 'text',
        text: 'We received a request to reset your password. Afterwards, log in to the partner page of {{firmName}} with {{email}} and the new password.',
      },
      { kind: 'button', label: 'Reset password', url: '{{passwordUrl}}' },
      { kind: 'text', text: 'This link works once and expires in 7 days.' },
      { kind: 'footer', text: 'Didn’t ask for this? Ignore this email. Your current password still works.' },
    ],
  },
}

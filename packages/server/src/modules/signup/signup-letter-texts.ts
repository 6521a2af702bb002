import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

// What letters about sign-ups say until a firm writes its own.

export const signupCompleteText: LetterContents = {
  'zh-TW': {
    subject: '報名成功｜{{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，位子幫您留好了' },
      {
        kind: 'text',
        text: '感謝您報名「{{firmName}}」的直播。時間到了，點下面的按鈕就能直接進場，不用再登入。',
      },
      {
        kind: 'facts',
        facts: [
          { label: '場次', value: '{{sessionTitle}}' },
          { label: '時間', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: '進入直播間', url: '{{liveUrl}}' },
      { kind: 'footer', text: '這是您的專屬連結，請不要轉傳給別人。' },
    ],
  },
  en: {
    subject: 'You’re signed up | {{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, your seat is saved' },
      {
        kind: 'text',
        text: 'Thanks for signing up for the live show by {{firmName}}. When it starts, tap the button to go straight in. No login needed.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Session', value: '{{sessionTitle}}' },
          { label: 'Time', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: 'Enter the live show', url: '{{liveUrl}}' },
      { kind: 'footer', text: 'This link is yours alone. Please don’t forward it.' },
    ],
  },
}

export const liveMovedText: LetterContents = {
  'zh-TW': {
    subject: '場次改期｜{{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，直播改到新的時間' },
      {
        kind: 'text',
        text: '您報名的「{{firmName}}」直播改期了，位子一樣幫您留著，不用重新報名。附上的行事曆檔會更新原本的行程。',
      },
      {
        kind: 'facts',
        facts: [
          { label: '場次', value: '{{sessionTitle}}' },
          { label: '新的時間', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: '進入直播間', url: '{{liveUrl}}' },
      { kind: 'footer', text: '連結和之前一樣，這是您的專屬連結，請不要轉傳給別人。' },
    ],
  },
  en: {
    subject: 'New time | {{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, the live show has a new time' },
      {
        kind: 'text',
        text: 'The live show by {{firmName}} that you signed up for was moved. Your seat is still saved, so there’s nothing to do. The attached calendar file updates your entry.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Session', value: '{{sessionTitle}}' },
          { label: 'New time', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: 'Enter the live show', url: '{{liveUrl}}' },
      { kind: 'footer', text: 'Your link hasn’t changed. It’s yours alone, so please don’t forward it.' },
    ],
  },
}

export const keepSeatText: LetterContents = {
  'zh-TW': {
    subject: '要保留您的名額嗎？｜{{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，這場已經額滿了' },
      {
        kind: 'text',
        text: '還有人在等「{{firmName}}」這場直播的名額。會來的話，請點下面的按鈕保留；12 小時內沒有回覆，名額就會開放給下一位。',
      },
      {
        kind: 'facts',
        facts: [
          { label: '場次', value: '{{sessionTitle}}' },
          { label: '時間', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: '保留我的名額', url: '{{liveUrl}}' },
      { kind: 'footer', text: '不克參加的話不用理會這封信，名額會讓給其他人。' },
    ],
  },
  en: {
    subject: 'Keep your seat? | {{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, this session is full' },
      {
        kind: 'text',
        text: 'Others are waiting for a seat in this live show by {{firmName}}. If you’re coming, tap the button to keep yours. If we don’t hear from you within 12 hours, it goes to the next person.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Session', value: '{{sessionTitle}}' },
          { label: 'Time', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: 'Keep my seat', url: '{{liveUrl}}' },
      { kind: 'footer', text: 'If you can’t come, ignore this email. Your seat goes to someone else.' },
    ],
  },
}

export const signupCodeText: LetterContents = {
  'zh-TW': {
    subject: '進場驗證碼 {{code}}｜{{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，這是您的驗證碼' },
      {
        kind: 'text',
        text: '請回到「{{firmName}}」的報名頁輸入驗證碼，就能在這支手機或瀏覽器進場，不用再報名一次。10 分鐘內有效。',
      },
      { kind: 'facts', facts: [{ label: '驗證碼', value: '{{code}}' }] },
      { kind: 'footer', text: '不是您本人操作的話，請不要把驗證碼告訴任何人，這封信不用理會。' },
    ],
  },
  en: {
    subject: 'Your code {{code}} | {{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, here’s your code' },
      {
        kind: 'text',
        text: 'Enter it on the sign-up page of {{firmName}} to get in from this device, without signing up again. It works for 10 minutes.',
      },
      { kind: 'facts', facts: [{ label: 'Code', value: '{{code}}' }] },
      { kind: 'footer', text: 'If you didn’t ask for it, ignore this email and don’t share the code.' },
    ],
  },
}

/** Without a word more than it needs: each 67 characters are another message to pay for. */
export const signupSmsText: LetterContents = {
  'zh-TW': {
    subject: '報名成功簡訊',
    blocks: [
      { kind: 'text', text: '【{{firmName}}】報名成功：{{sessionTitle}}，{{liveBeginAt}}開播。專屬連結 {{liveUrl}}' },
    ],
  },
  en: {
    subject: 'Sign-up text message',
    blocks: [
      {
        kind: 'text',
        text: '【{{firmName}}】You’re signed up: {{sessionTitle}}, {{liveBeginAt}}. Your link: {{liveUrl}}',
      },
    ],
  },
}

import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

// What letters by the clock and about a cancelled session say until a firm writes its own.

export const liveNoticeText: LetterContents = {
  'zh-TW': {
    subject: '開播提醒｜{{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，直播快要開始了' },
      { kind: 'text', text: '提醒您，您報名的「{{firmName}}」直播即將開始。時間到了，點下面的按鈕就能直接進場。' },
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
    subject: 'Reminder | {{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, the live show is coming up' },
      {
        kind: 'text',
        text: 'The live show by {{firmName}} that you signed up for starts soon. When it’s time, tap the button to go straight in.',
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

export const liveBeginsText: LetterContents = {
  'zh-TW': {
    subject: '直播開始了｜{{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，直播開始了' },
      { kind: 'text', text: '您報名的「{{firmName}}」直播正在進行，點下面的按鈕馬上進場。' },
      {
        kind: 'facts',
        facts: [
          { label: '場次', value: '{{sessionTitle}}' },
          { label: '時間', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: '馬上進場', url: '{{liveUrl}}' },
      { kind: 'footer', text: '這是您的專屬連結，請不要轉傳給別人。' },
    ],
  },
  en: {
    subject: 'Live now | {{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, the live show has started' },
      { kind: 'text', text: 'The live show by {{firmName}} that you signed up for is on. Tap the button to join now.' },
      {
        kind: 'facts',
        facts: [
          { label: 'Session', value: '{{sessionTitle}}' },
          { label: 'Time', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'button', label: 'Join now', url: '{{liveUrl}}' },
      { kind: 'footer', text: 'This link is yours alone. Please don’t forward it.' },
    ],
  },
}

export const liveCancelledText: LetterContents = {
  'zh-TW': {
    subject: '場次取消｜{{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，這場直播取消了' },
      {
        kind: 'text',
        text: '很抱歉，您報名的「{{firmName}}」直播取消了，造成您的不便請見諒。附上的行事曆檔會移除原本的行程。',
      },
      {
        kind: 'facts',
        facts: [
          { label: '場次', value: '{{sessionTitle}}' },
          { label: '原本的時間', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'footer', text: '有任何問題，直接回信給「{{firmName}}」就可以。' },
    ],
  },
  en: {
    subject: 'Canceled | {{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, this live show is canceled' },
      {
        kind: 'text',
        text: 'We’re sorry: the live show by {{firmName}} that you signed up for won’t take place. The attached calendar file removes your entry.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Session', value: '{{sessionTitle}}' },
          { label: 'Original time', value: '{{liveBeginAt}}' },
        ],
      },
      { kind: 'footer', text: 'Questions? Just reply to this email to reach {{firmName}}.' },
    ],
  },
}

import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

// What letters about products say that somebody asked to be reminded of.

export const restockedText: LetterContents = {
  'zh-TW': {
    subject: '補貨了｜{{productName}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，「{{productName}}」補貨了' },
      { kind: 'text', text: '您在「{{firmName}}」的直播登記了補貨通知。數量有限，賣完為止。' },
      { kind: 'facts', facts: [{ label: '直播', value: '{{sessionTitle}}' }] },
      { kind: 'button', label: '前往選購', url: '{{productUrl}}' },
      { kind: 'footer', text: '這次登記只會通知這一次。這是您的專屬連結，請不要轉傳給別人。' },
    ],
  },
  en: {
    subject: 'Back in stock | {{productName}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, “{{productName}}” is back in stock' },
      {
        kind: 'text',
        text: 'You asked us to notify you during the live show by {{firmName}}. Stock is limited.',
      },
      { kind: 'facts', facts: [{ label: 'Live show', value: '{{sessionTitle}}' }] },
      { kind: 'button', label: 'Shop now', url: '{{productUrl}}' },
      {
        kind: 'footer',
        text: 'You’re notified once for each request. This link is yours alone. Please don’t forward it.',
      },
    ],
  },
}

export const saleBeginsText: LetterContents = {
  'zh-TW': {
    subject: '開賣了｜{{productName}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，「{{productName}}」開賣了' },
      { kind: 'text', text: '您登記了開賣提醒。「{{firmName}}」的直播正在進行，這件商品現在就可以下單。' },
      { kind: 'facts', facts: [{ label: '直播', value: '{{sessionTitle}}' }] },
      { kind: 'button', label: '進入直播間', url: '{{productUrl}}' },
      { kind: 'footer', text: '這次登記只會通知這一次。這是您的專屬連結，請不要轉傳給別人。' },
    ],
  },
  en: {
    subject: 'On sale now | {{productName}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, “{{productName}}” is on sale now' },
      {
        kind: 'text',
        text: 'You asked for a reminder. The live show by {{firmName}} is on, and you can order this product now.',
      },
      { kind: 'facts', facts: [{ label: 'Live show', value: '{{sessionTitle}}' }] },
      { kind: 'button', label: 'Join the live show', url: '{{productUrl}}' },
      {
        kind: 'footer',
        text: 'You’re notified once for each request. This link is yours alone. Please don’t forward it.',
      },
    ],
  },
}

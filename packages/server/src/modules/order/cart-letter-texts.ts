import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

/** What the letter about a cart says; what is in it is a value. */
export const cartLeftText: LetterContents = {
  'zh-TW': {
    subject: '購物車裡還有商品｜{{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，購物車裡還有商品' },
      { kind: 'text', text: '您在「{{firmName}}」的直播挑的商品還在購物車裡。數量有限，還沒有為您保留。' },
      {
        kind: 'facts',
        facts: [
          { label: '直播', value: '{{sessionTitle}}' },
          { label: '購物車', value: '{{cartItems}}' },
        ],
      },
      { kind: 'button', label: '前往結帳', url: '{{cartUrl}}' },
      { kind: 'footer', text: '這是您的專屬連結，請不要轉傳給別人。' },
    ],
  },
  en: {
    subject: 'Still in your cart | {{sessionTitle}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, you left something in your cart' },
      {
        kind: 'text',
        text: 'The items you picked during the live show by {{firmName}} are still in your cart. Stock is limited and nothing is reserved yet.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Live show', value: '{{sessionTitle}}' },
          { label: 'Cart', value: '{{cartItems}}' },
        ],
      },
      { kind: 'button', label: 'Check out', url: '{{cartUrl}}' },
      { kind: 'footer', text: 'This link is yours alone. Please don’t forward it.' },
    ],
  },
}

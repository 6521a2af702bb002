import type { Texts } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

// What letters about a partner's links say until a firm writes its own.

/** What a link pays. */
export const rateTexts: Readonly<Record<'percent' | 'amount', Texts>> = {
  percent: { 'zh-TW': '銷售金額的 {rate}%', en: '{rate}% of sales' },
  amount: { 'zh-TW': '每筆訂單 {amount}', en: '{amount} for each order' },
}

export const linkText: LetterContents = {
  'zh-TW': {
    subject: '您的推廣連結已更新｜{{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，這是您目前的推廣連結' },
      {
        kind: 'text',
        text: '「{{firmName}}」更新了您的推廣連結，之後請分享新的連結。先前分享的代碼仍然會計入您的成效。',
      },
      {
        kind: 'facts',
        facts: [
          { label: '推廣連結', value: '{{linkUrl|請見合作夥伴專區}}' },
          { label: '代碼', value: '{{linkCode}}' },
          { label: '分潤', value: '{{linkRate}}' },
        ],
      },
      { kind: 'button', label: '前往合作夥伴專區', url: '{{pageUrl}}' },
      { kind: 'footer', text: '有任何問題，直接回信給「{{firmName}}」就可以。' },
    ],
  },
  en: {
    subject: 'Your partner link was updated | {{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, this is your current link' },
      {
        kind: 'text',
        text: '{{firmName}} updated your partner link. Please share this one from now on. Codes you shared before still count for you.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Link', value: '{{linkUrl|See your partner page}}' },
          { label: 'Code', value: '{{linkCode}}' },
          { label: 'Commission', value: '{{linkRate}}' },
        ],
      },
      { kind: 'button', label: 'Open the partner page', url: '{{pageUrl}}' },
      { kind: 'footer', text: 'Questions? Just reply to this email to reach {{firmName}}.' },
    ],
  },
}

import type { Texts } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'

// What letters about commissions say until a firm writes its own.

/** What becomes of a month's sum. */
export const statementNotes: Readonly<Record<'payable' | 'carried' | 'debt', Texts>> = {
  payable: {
    'zh-TW': '商家會將應付金額匯入您的帳戶；依規定可能先扣繳稅款與補充保費。',
    en: 'The shop will transfer the amount to your account. Tax and health insurance premium may be withheld by law.',
  },
  carried: {
    'zh-TW': '未達最低付款金額，會結轉到下個月。',
    en: 'It’s below the minimum payout, so it is carried over to next month.',
  },
  debt: {
    'zh-TW': '本月退款扣回的金額大於分潤，差額會從下個月的分潤扣除。',
    en: 'Refunds were higher than commissions this month. The difference is deducted from next month’s commissions.',
  },
}

export const earnedText: LetterContents = {
  'zh-TW': {
    subject: '您有新的分潤 {{amount}}｜{{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，有人經由您的連結購買了' },
      {
        kind: 'facts',
        facts: [
          { label: '分潤', value: '{{amount}}' },
          { label: '確認日期', value: '{{dueOn}}' },
        ],
      },
      {
        kind: 'text',
        text: '分潤在買家付款 7 天後確認，期間若有退款會按比例扣回。這是今天的第一筆，之後的請到合作夥伴專區查看。',
      },
      { kind: 'button', label: '查看分潤', url: '{{pageUrl}}' },
      { kind: 'footer', text: '不想收到這類通知？可以在合作夥伴專區關閉。' },
    ],
  },
  en: {
    subject: 'You earned {{amount}} | {{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, someone bought through your link' },
      {
        kind: 'facts',
        facts: [
          { label: 'Commission', value: '{{amount}}' },
          { label: 'Becomes due', value: '{{dueOn}}' },
        ],
      },
      {
        kind: 'text',
        text: 'A commission becomes due 7 days after the buyer pays; refunds take back their share. This is the first one today. Find later ones on your partner page.',
      },
      { kind: 'button', label: 'View commissions', url: '{{pageUrl}}' },
      { kind: 'footer', text: 'Don’t want these emails? Turn them off on your partner page.' },
    ],
  },
}

export const statementText: LetterContents = {
  'zh-TW': {
    subject: '{{month}}分潤對帳單｜{{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，這是您 {{month}}的對帳單' },
      {
        kind: 'facts',
        facts: [
          { label: '上期結轉', value: '{{carried}}' },
          { label: '分潤', value: '{{earned}}' },
          { label: '退款扣回', value: '{{reversed}}' },
          { label: '應付金額', value: '{{payable}}' },
          { label: '結轉下期', value: '{{carriedOn}}' },
        ],
      },
      { kind: 'text', text: '{{note}}' },
      { kind: 'button', label: '查看對帳單', url: '{{pageUrl}}' },
      { kind: 'footer', text: '對金額有疑問，直接回信給「{{firmName}}」就可以。' },
    ],
  },
  en: {
    subject: 'Commission statement for {{month}} | {{firmName}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, here’s your statement for {{month}}' },
      {
        kind: 'facts',
        facts: [
          { label: 'Carried over', value: '{{carried}}' },
          { label: 'Commissions', value: '{{earned}}' },
          { label: 'Refunds', value: '{{reversed}}' },
          { label: 'To be paid', value: '{{payable}}' },
          { label: 'Carried to next month', value: '{{carriedOn}}' },
        ],
      },
      { kind: 'text', text: '{{note}}' },
      { kind: 'button', label: 'View statements', url: '{{pageUrl}}' },
      { kind: 'footer', text: 'Questions about an amount? Just reply to this email to reach {{firmName}}.' },
    ],
  },
}

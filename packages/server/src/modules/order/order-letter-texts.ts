import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { Texts } from '@kaimai/contract/common/language.ts'

// What letters about orders say until a firm writes its own.

/** What is still to be done to pay. */
export const paymentNotes: Readonly<Record<'onDelivery' | 'pending', Texts>> = {
  onDelivery: { 'zh-TW': '收到商品時再付款就可以。', en: 'You pay when you receive it.' },
  pending: { 'zh-TW': '請在期限內完成付款。', en: 'Please pay before the deadline on the order page.' },
}

export const orderNoticeText: LetterContents = {
  'zh-TW': {
    subject: '訂單已成立｜{{orderNo}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，我們收到您的訂單了' },
      { kind: 'text', text: '商品已經為您保留。{{paymentNote}}' },
      {
        kind: 'facts',
        facts: [
          { label: '訂單編號', value: '{{orderNo}}' },
          { label: '應付金額', value: '{{orderTotal}}' },
        ],
      },
      { kind: 'button', label: '查看訂單與付款', url: '{{orderUrl}}' },
      { kind: 'footer', text: '有任何問題，直接回信給「{{firmName}}」就可以。' },
    ],
  },
  en: {
    subject: 'Order received | {{orderNo}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, we got your order' },
      { kind: 'text', text: 'Your items are reserved. {{paymentNote}}' },
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: '{{orderNo}}' },
          { label: 'Amount due', value: '{{orderTotal}}' },
        ],
      },
      { kind: 'button', label: 'View and pay', url: '{{orderUrl}}' },
      { kind: 'footer', text: 'Questions? Just reply to this email to reach {{firmName}}.' },
    ],
  },
}

export const paidNoticeText: LetterContents = {
  'zh-TW': {
    subject: '付款完成｜{{orderNo}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，付款完成，謝謝您' },
      { kind: 'text', text: '「{{firmName}}」已收到款項，會盡快為您準備出貨。' },
      {
        kind: 'facts',
        facts: [
          { label: '訂單編號', value: '{{orderNo}}' },
          { label: '付款金額', value: '{{orderTotal}}' },
        ],
      },
      { kind: 'button', label: '查看訂單', url: '{{orderUrl}}' },
      { kind: 'footer', text: '收到商品後享有七天鑑賞期。' },
    ],
  },
  en: {
    subject: 'Payment received | {{orderNo}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, thanks for your payment' },
      { kind: 'text', text: '{{firmName}} received your payment and will prepare your order soon.' },
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: '{{orderNo}}' },
          { label: 'Amount paid', value: '{{orderTotal}}' },
        ],
      },
      { kind: 'button', label: 'View order', url: '{{orderUrl}}' },
      { kind: 'footer', text: 'You can return the goods within seven days of receiving them.' },
    ],
  },
}

export const refundNoticeText: LetterContents = {
  'zh-TW': {
    subject: '退款通知｜{{orderNo}}',
    blocks: [
      { kind: 'heading', text: '{{name|您好}}，退款已在處理' },
      { kind: 'text', text: '「{{firmName}}」已為您辦理退款。入帳時間依付款方式與銀行而定，通常需要幾個工作天。' },
      {
        kind: 'facts',
        facts: [
          { label: '訂單編號', value: '{{orderNo}}' },
          { label: '退款金額', value: '{{refundAmount}}' },
        ],
      },
      { kind: 'button', label: '查看訂單', url: '{{orderUrl}}' },
      { kind: 'footer', text: '有任何問題，直接回信給「{{firmName}}」就可以。' },
    ],
  },
  en: {
    subject: 'Refund | {{orderNo}}',
    blocks: [
      { kind: 'heading', text: '{{name|Hello}}, your refund is on its way' },
      {
        kind: 'text',
        text: '{{firmName}} issued a refund. When it arrives depends on your payment method and bank, usually within a few business days.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: '{{orderNo}}' },
          { label: 'Refund amount', value: '{{refundAmount}}' },
        ],
      },
      { kind: 'button', label: 'View order', url: '{{orderUrl}}' },
      { kind: 'footer', text: 'Questions? Just reply to this email to reach {{firmName}}.' },
    ],
  },
}

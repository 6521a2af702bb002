import type { TemplateContent, TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'

export interface DemoLetterTemplate {
  /** 1 sign-up notice, 2 sign-up complete, 3 live notice, 4 live begins, 5 order notice, 6 paid notice, 10 free text. */
  readonly letterTemplateType: 1 | 2 | 3 | 4 | 5 | 6 | 10
  readonly letterTemplateName: string
  readonly contents: TemplateContents
  /** What it said before. */
  readonly earlier?: TemplateContents
}

interface Written {
  readonly subject: string
  readonly heading: string
  readonly html: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button?: readonly [label: string, url: string]
  readonly footer: string
}

const letter = ({ subject, heading, html, facts, button, footer }: Written): TemplateContent => ({
  subject,
  blocks: [
    { kind: 'heading', text: heading },
    { kind: 'richText', html },
    ...(facts.length === 0
      ? []
      : [{ kind: 'facts' as const, facts: facts.map(([label, value]) => ({ label, value })) }]),
    ...(button ? [{ kind: 'button' as const, label: button[0], url: button[1] }] : []),
    { kind: 'footer', text: footer },
  ],
})

const session = [
  ['場次', '{{sessionTitle}}'],
  ['時間', '{{liveBeginAt}}'],
] as const
const sessionInEnglish = [
  ['Session', '{{sessionTitle}}'],
  ['Time', '{{liveBeginAt}}'],
] as const
const order = [
  ['訂單編號', '{{orderNo}}'],
  ['金額', '{{orderTotal}}'],
] as const
const orderInEnglish = [
  ['Order', '{{orderNo}}'],
  ['Total', '{{orderTotal}}'],
] as const

export const letterTemplates: readonly DemoLetterTemplate[] = [
  {
    letterTemplateType: 1,
    letterTemplateName: '報名邀請',
    contents: {
      'zh-TW': letter({
        subject: '{{name|你好}}，幫你留了一個位子：{{sessionTitle}}',
        heading: '{{name|你好}}，我們要開窯了',
        html: '<p>線上開播，時間到點進來就可以看，<strong>不用下載 App</strong>。</p>',
        facts: session,
        button: ['留下我的位子', '{{liveUrl}}'],
        footer: '阿月',
      }),
      en: letter({
        subject: '{{name|Hello}}, we saved you a seat: {{sessionTitle}}',
        heading: '{{name|Hello}}, the kiln opens soon',
        html: '<p>Watch it live when it starts. <strong>There’s no app to download.</strong></p>',
        facts: sessionInEnglish,
        button: ['Keep my seat', '{{liveUrl}}'],
        footer: 'Ayue',
      }),
    },
  },
  {
    letterTemplateType: 2,
    letterTemplateName: '報名完成',
    contents: {
      'zh-TW': letter({
        subject: '報名成功：{{sessionTitle}}（{{liveBeginAt}}）',
        heading: '{{name|你好}}，位子幫你留好了',
        html: '<p>連結就是你的座位和購物車，<strong>請不要轉傳</strong>。</p><p>喜歡哪一件，聊天室打「代碼 +1」就會幫你留 15 分鐘。</p>',
        facts: session,
        button: ['進入直播間', '{{liveUrl}}'],
        footer: '直播見！阿月與小魚',
      }),
      en: letter({
        subject: 'You’re signed up: {{sessionTitle}} ({{liveBeginAt}})',
        heading: '{{name|Hello}}, your seat is saved',
        html: '<p>The link is your seat and your cart. <strong>Please don’t forward it.</strong></p><p>See something you like? Type its code and “+1” in the chat and we hold it for 15 minutes.</p>',
        facts: sessionInEnglish,
        button: ['Enter the live show', '{{liveUrl}}'],
        footer: 'See you live! Ayue and Yu',
      }),
    },
    earlier: {
      'zh-TW': letter({
        subject: '報名成功：{{sessionTitle}}',
        heading: '報名完成',
        html: '<p>時間到了從下面的按鈕進來就可以看。</p>',
        facts: session,
        button: ['進入直播間', '{{liveUrl}}'],
        footer: '阿月',
      }),
      en: letter({
        subject: 'You’re signed up: {{sessionTitle}}',
        heading: 'You’re signed up',
        html: '<p>Come in with the button below when it starts.</p>',
        facts: sessionInEnglish,
        button: ['Enter the live show', '{{liveUrl}}'],
        footer: 'Ayue',
      }),
    },
  },
  {
    letterTemplateType: 3,
    letterTemplateName: '開播提醒',
    contents: {
      'zh-TW': letter({
        subject: '快開播了：{{sessionTitle}}，{{liveBeginAt}}',
        heading: '{{name|你好}}，再一下下就開窯了',
        html: '<p>先泡杯茶，從這裡進來等。</p>',
        facts: session,
        button: ['進來等開窯', '{{liveUrl}}'],
        footer: '阿月',
      }),
      en: letter({
        subject: 'Starting soon: {{sessionTitle}}, {{liveBeginAt}}',
        heading: '{{name|Hello}}, the kiln opens in a moment',
        html: '<p>Make some tea and come in early.</p>',
        facts: sessionInEnglish,
        button: ['Wait in the room', '{{liveUrl}}'],
        footer: 'Ayue',
      }),
    },
  },
  {
    letterTemplateType: 4,
    letterTemplateName: '開播了',
    contents: {
      'zh-TW': letter({
        subject: '開窯了！{{sessionTitle}} 現在開始',
        heading: '{{name|你好}}，阿月已經在鏡頭前了',
        html: '<p>件數不多，喜歡的先放購物車。</p>',
        facts: [],
        button: ['進直播間', '{{liveUrl}}'],
        footer: '器日 ChiRi',
      }),
      en: letter({
        subject: 'We’re live: {{sessionTitle}}',
        heading: '{{name|Hello}}, Ayue is on camera now',
        html: '<p>There are only a few of each piece, so add what you like to your cart first.</p>',
        facts: [],
        button: ['Enter the live show', '{{liveUrl}}'],
        footer: 'ChiRi',
      }),
    },
  },
  {
    letterTemplateType: 5,
    letterTemplateName: '訂單成立',
    contents: {
      'zh-TW': letter({
        subject: '收到你的訂單 {{orderNo}}，等你付款',
        heading: '{{name|你好}}，訂單收到了',
        html: '<p>商品幫你保留到付款期限，逾時會自動取消、放回架上。用 ATM 或超商代碼的話，入帳後我們會再寄一封信給你，不用回報。</p>',
        facts: order,
        button: ['查看訂單', '{{orderUrl}}'],
        footer: '器日 ChiRi',
      }),
      en: letter({
        subject: 'We got your order {{orderNo}}',
        heading: '{{name|Hello}}, we got your order',
        html: '<p>We hold your items until the payment deadline. If you pay by ATM or store code, we email you again once the payment arrives.</p>',
        facts: orderInEnglish,
        button: ['View order', '{{orderUrl}}'],
        footer: 'ChiRi',
      }),
    },
  },
  {
    letterTemplateType: 6,
    letterTemplateName: '付款完成',
    contents: {
      'zh-TW': letter({
        subject: '付款完成，訂單 {{orderNo}} 開始備貨',
        heading: '{{name|你好}}，謝謝你把它們帶回家',
        html: '<p>三天內會寄出。收到後七天內都可以退；路上破了，拍照傳給小編，我們直接補寄。</p>',
        facts: order,
        button: ['查看訂單', '{{orderUrl}}'],
        footer: '阿月',
      }),
      en: letter({
        subject: 'Payment received for order {{orderNo}}',
        heading: '{{name|Hello}}, thank you for taking them home',
        html: '<p>We ship within three days. You can return anything for seven days after it arrives. If something breaks on the way, send us a photo and we send another.</p>',
        facts: orderInEnglish,
        button: ['View order', '{{orderUrl}}'],
        footer: 'Ayue',
      }),
    },
  },
  {
    letterTemplateType: 10,
    letterTemplateName: '新窯預告',
    contents: {
      'zh-TW': letter({
        subject: '{{name|你好}}，下一窯要開了',
        heading: '霧白與青瓷，這次多燒了二十件',
        html: '<p>上次沒搶到的飯碗回來了，茶海換了新的壺嘴，<strong>倒水不會沿著壺身流</strong>。</p><p>開窯當天線上見，喜歡哪一件，聊天室打「代碼 +1」就會幫你留 15 分鐘。</p>',
        facts: [],
        footer: '阿月與小魚',
      }),
      en: letter({
        subject: '{{name|Hello}}, the next kiln opens soon',
        heading: 'Misty white and celadon, twenty pieces more this time',
        html: '<p>The rice bowls you missed are back, and the pitcher has a new spout <strong>that doesn’t drip</strong>.</p><p>Join us live on the day. Type a code and “+1” in the chat and we hold the piece for 15 minutes.</p>',
        facts: [],
        footer: 'Ayue and Yu',
      }),
    },
  },
]

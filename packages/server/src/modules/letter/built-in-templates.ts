import { type LetterType, letterTypes } from '@kaimai/contract/letter/letter.rules.ts'

/** A letter before its variables are filled: plain paragraphs, facts in a box, one button. */
export interface LetterTemplate {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly button: { readonly label: string; readonly url: string } | undefined
  readonly closing: string
}

/** What a firm's letters say until it writes its own. Firms write to their shoppers in Chinese. */
export const builtInTemplates: Partial<Record<LetterType, LetterTemplate>> = {
  [letterTypes.signupNotice]: {
    subject: '要保留您的名額嗎？｜{{sessionTitle}}',
    heading: '{{name}}，這場已經額滿了',
    paragraphs: [
      '還有人在等「{{firmName}}」這場直播的名額。會來的話，請點下面的按鈕保留；12 小時內沒有回覆，名額就會開放給下一位。',
      'This live is full. Tap the button to keep your seat. If we don’t hear from you within 12 hours, it goes to the next person.',
    ],
    facts: [
      { label: '場次', value: '{{sessionTitle}}' },
      { label: '時間', value: '{{liveBeginAt}}' },
    ],
    button: { label: '保留我的名額 Keep my seat', url: '{{liveUrl}}' },
    closing: '不克參加的話不用理會這封信，名額會讓給其他人。',
  },
  [letterTypes.signupCode]: {
    subject: '進場驗證碼 {{code}}｜{{firmName}}',
    heading: '{{name}}，這是您的驗證碼',
    paragraphs: [
      '請回到「{{firmName}}」的報名頁輸入驗證碼，就能在這支手機或瀏覽器進場，不用再報名一次。10 分鐘內有效。',
      'Enter this code on the sign-up page to get in from this device. It works for 10 minutes.',
    ],
    facts: [{ label: '驗證碼 Code', value: '{{code}}' }],
    button: undefined,
    closing:
      '不是您本人操作的話，請不要把驗證碼告訴任何人，這封信不用理會。If you didn’t ask for it, ignore this email.',
  },
  [letterTypes.signupComplete]: {
    subject: '報名成功｜{{sessionTitle}}',
    heading: '{{name}}，位子幫您留好了',
    paragraphs: ['感謝您報名「{{firmName}}」的直播。時間到了，點下面的按鈕就能直接進場，不用再登入。'],
    facts: [
      { label: '場次', value: '{{sessionTitle}}' },
      { label: '時間', value: '{{liveBeginAt}}' },
    ],
    button: { label: '進入直播間', url: '{{liveUrl}}' },
    closing: '這是您的專屬連結，請不要轉傳給別人。',
  },
  [letterTypes.orderNotice]: {
    subject: '訂單已成立｜{{orderNo}}',
    heading: '{{name}}，我們收到您的訂單了',
    paragraphs: ['商品已經為您保留。{{paymentNote}}'],
    facts: [
      { label: '訂單編號', value: '{{orderNo}}' },
      { label: '應付金額', value: '{{orderTotal}}' },
    ],
    button: { label: '查看訂單與付款', url: '{{orderUrl}}' },
    closing: '有任何問題，直接回信給「{{firmName}}」就可以。',
  },
  [letterTypes.paidNotice]: {
    subject: '付款完成｜{{orderNo}}',
    heading: '{{name}}，付款完成，謝謝您',
    paragraphs: ['「{{firmName}}」已收到款項，會盡快為您準備出貨。'],
    facts: [
      { label: '訂單編號', value: '{{orderNo}}' },
      { label: '付款金額', value: '{{orderTotal}}' },
    ],
    button: { label: '查看訂單', url: '{{orderUrl}}' },
    closing: '收到商品後享有七天鑑賞期。',
  },
}

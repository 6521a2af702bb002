export interface DemoLetterTemplate {
  /** 1 sign-up notice, 2 sign-up complete, 3 live notice, 4 live begins, 5 order notice, 6 paid notice. */
  readonly letterTemplateType: 1 | 2 | 3 | 4 | 5 | 6
  readonly letterTemplateName: string
  readonly letterTemplateSubject: string
  /** HTML of the e-mail. */
  readonly letterTemplateContent: string
  /** The same by SMS; it names the sender, as carriers ask. */
  readonly smsContent: string
}

export const letterTemplates: readonly DemoLetterTemplate[] = [
  {
    letterTemplateType: 1,
    letterTemplateName: '報名邀請',
    letterTemplateSubject: '{{name}}，幫你留了一個位子：{{sessionTitle}}',
    letterTemplateContent:
      '<p>{{name}} 你好，</p><p>我們要開窯了：<strong>{{sessionTitle}}</strong>，{{liveBeginAt}} 線上開播。</p><p>這是你的專屬入口，時間到點進來就可以看，不用下載 App：<br><a href="{{liveUrl}}">{{liveUrl}}</a></p><p>阿月</p>',
    smsContent: '【器日】{{name}} 你好，{{sessionTitle}} {{liveBeginAt}} 開播，你的入口：{{liveUrl}}',
  },
  {
    letterTemplateType: 2,
    letterTemplateName: '報名完成',
    letterTemplateSubject: '報名成功：{{sessionTitle}}（{{liveBeginAt}}）',
    letterTemplateContent:
      '<p>{{name}} 你好，位子幫你留好了。</p><p><strong>{{sessionTitle}}</strong><br>{{liveBeginAt}}</p><p>你的專屬入口：<br><a href="{{liveUrl}}">{{liveUrl}}</a></p><p>連結就是你的座位和購物車，請不要轉傳。開播前我們會再提醒你一次。</p><p>直播見！<br>阿月與小魚</p>',
    smsContent: '【器日】報名成功！{{sessionTitle}} {{liveBeginAt}}，入口：{{liveUrl}}（請勿轉傳）',
  },
  {
    letterTemplateType: 3,
    letterTemplateName: '開播提醒',
    letterTemplateSubject: '快開播了：{{sessionTitle}}，{{liveBeginAt}}',
    letterTemplateContent:
      '<p>{{name}}，再一下下就開窯了。</p><p><strong>{{sessionTitle}}</strong>，{{liveBeginAt}} 準時開始。先泡杯茶，從這裡進來等：</p><p><a href="{{liveUrl}}">{{liveUrl}}</a></p><p>喜歡哪一件，聊天室打「代碼 +1」就會幫你留 15 分鐘。</p>',
    smsContent: '【器日】{{sessionTitle}} {{liveBeginAt}} 開播，從這裡進來等：{{liveUrl}}',
  },
  {
    letterTemplateType: 4,
    letterTemplateName: '開播了',
    letterTemplateSubject: '開窯了！{{sessionTitle}} 現在開始',
    letterTemplateContent:
      '<p>{{name}}，阿月已經在鏡頭前了。</p><p><a href="{{liveUrl}}">進直播間看 {{sessionTitle}}</a></p><p>件數不多，喜歡的先放購物車。</p>',
    smsContent: '【器日】開窯了！{{sessionTitle}} 現在開始：{{liveUrl}}',
  },
  {
    letterTemplateType: 5,
    letterTemplateName: '訂單成立',
    letterTemplateSubject: '收到你的訂單 {{orderNo}}，等你付款',
    letterTemplateContent:
      '<p>{{name}} 你好，訂單收到了。</p><p>訂單編號：<strong>{{orderNo}}</strong><br>應付金額：<strong>{{orderTotal}}</strong></p><p>商品幫你保留到付款期限，逾時會自動取消、放回架上。用 ATM 或超商代碼的話，入帳後我們會再寄一封信給你，不用回報。</p><p>器日 ChiRi</p>',
    smsContent: '【器日】訂單 {{orderNo}} 已成立，金額 {{orderTotal}}，請在期限內付款。',
  },
  {
    letterTemplateType: 6,
    letterTemplateName: '付款完成',
    letterTemplateSubject: '付款完成，訂單 {{orderNo}} 開始備貨',
    letterTemplateContent:
      '<p>{{name}}，謝謝你把它們帶回家。</p><p>訂單編號：<strong>{{orderNo}}</strong><br>已付金額：<strong>{{orderTotal}}</strong></p><p>三天內會寄出。收到後七天內都可以退；路上破了，拍照傳給小編，我們直接補寄。</p><p>阿月</p>',
    smsContent: '【器日】訂單 {{orderNo}} 已付款 {{orderTotal}}，三天內寄出，謝謝你！',
  },
]

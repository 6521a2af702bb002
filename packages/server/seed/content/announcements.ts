export interface DemoAnnouncement {
  readonly name: string
  readonly type: readonly ('FIX' | 'ANNOUNCEMENT' | 'NEW' | 'IMPROVEMENT' | 'OTHER')[]
  /** HTML of p, ul, li, strong only. */
  readonly content: string
  /** Days before the fill, and days after it until it expires. */
  readonly createdDaysAgo: number
  readonly expiresInDays: number
}

export const announcements: readonly DemoAnnouncement[] = [
  {
    name: '留言「+1」就能放進購物車',
    type: ['NEW'],
    content:
      '<p>商品設定好<strong>下單代碼</strong>（例如 A01）以後，觀眾在聊天室留言，商品就會進購物車：</p><ul><li>「+1」：目前介紹中的商品一件</li><li>「A01+2」「a01x2」：指定商品兩件</li></ul><p>回覆只有留言的人看得到。</p>',
    createdDaysAgo: 3,
    expiresInDays: 60,
  },
  {
    name: '簡訊與通知信一律以商家名稱寄出',
    type: ['ANNOUNCEMENT', 'IMPROVEMENT'],
    content:
      '<p>為配合防詐與電信主管機關規範，報名通知、開播提醒等信件改以<strong>商家名稱</strong>寄出。</p><p>還在使用預設商家名稱的帳號，請到「商家設定」補上名稱與聯絡電話，避免信件被擋。</p>',
    createdDaysAgo: 12,
    expiresInDays: 90,
  },
  {
    name: '修正：iPhone 從 LINE 開啟直播時偶爾沒有聲音',
    type: ['FIX'],
    content:
      '<p>在 LINE 內建瀏覽器中，點過「開啟聲音」之後切換到其他聊天室再回來，聲音會正常恢復。</p><p>感謝回報這個問題的商家。</p>',
    createdDaysAgo: 20,
    expiresInDays: 25,
  },
]

/** People whom the demo firm keeps out, or kept out. */
export const blacklist = {
  byHand: [
    {
      name: '王小姐（一直棄單）',
      phone: '0933 815 207',
      email: 'wang.order@example.com',
      reason: '下單五次都沒有付款，電話也打不通',
      daysAgo: 12,
      cancelled: false,
    },
    {
      name: '陳先生',
      phone: null,
      email: 'chen.tea@example.com',
      reason: '私訊其他觀眾拉到別家買，已道歉',
      daysAgo: 31,
      cancelled: true,
    },
  ],
  /** In the running room, without a sign-up. */
  loud: {
    name: '路過的阿凱',
    reason: '洗版貼外部連結，勸過不聽',
    said: ['加我 LINE 更便宜', '加我 LINE 更便宜！！', '這裡買的都是盤商價'],
  },
} as const

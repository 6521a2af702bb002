/** What real viewers have said in the running room when somebody opens its control room. */
export interface DemoSaid {
  readonly name: string
  readonly text: string
  /** Asked by the question button. */
  readonly question?: true
  readonly marked?: true
}

export const controlRoomComments: readonly DemoSaid[] = [
  { name: '林雅婷', text: '阿月晚安，今天的霧白拍起來好美', marked: true },
  { name: '陳志豪', text: '請問碗可以進微波爐和洗碗機嗎？', question: true },
  { name: '黃淑芬', text: '我有便宜的，加LINE私聊 @cheapbowl' },
  { name: '張家瑋', text: '兩入組是一樣的顏色嗎' },
  { name: 'Grace W.', text: 'Do you ship to Singapore?', question: true },
  { name: '吳佩珊', text: '上個月買的杯子天天在用，真的很耐' },
]

/** Ready answers on the number keys. */
export const quickReplies: readonly string[] = [
  '可以微波、可以進洗碗機，直火不行喔',
  '付款後三個工作天內出貨',
  '滿 1,500 元免運，可以和其他商品一起算',
  '每一件都是手工，釉色會有一點點不同',
  '目前只寄台灣本島和離島',
]

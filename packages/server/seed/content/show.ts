/** Everything here is in seconds from the start of the demo recording. */

export const demoVideo = {
  name: '秋窯開窯夜（示範影片 3 分鐘）',
  file: 'demo.mp4',
  /** Seconds. */
  duration: 180,
  width: 1280,
  height: 720,
} as const

export interface Chapter {
  readonly at: number
  readonly title: string
  /** The product on the table in this chapter. */
  readonly keyword: string | null
}

export const chapters: readonly Chapter[] = [
  { at: 0, title: '開場：打開秋天這一窯', keyword: null },
  { at: 20, title: '霧白手捏飯碗', keyword: 'A01' },
  { at: 55, title: '青瓷厚底馬克杯', keyword: 'A02' },
  { at: 90, title: '鐵釉提梁壺', keyword: 'A03' },
  { at: 125, title: '雪釉細口花器', keyword: 'A04' },
  { at: 160, title: '謝謝大家，下一窯見', keyword: 'A07' },
]

export interface Caption {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** What the host says: burnt into the picture, and the words of its caption track. */
export const captions: readonly Caption[] = [
  { from: 0.9, to: 3.6, text: '大家好，我是器日的阿月' },
  { from: 4, to: 7.6, text: '今天第一次打開秋天這一窯' },
  { from: 7.9, to: 11.9, text: '做了四十天，一共六十件' },
  { from: 12.2, to: 15.7, text: '喜歡哪一件，留言打「代碼 +1」' },
  { from: 16, to: 19.3, text: '滿 1,500 免運，泡杯茶慢慢看' },
  { from: 20.8, to: 24.2, text: '第一件 A01，霧白手捏飯碗' },
  { from: 24.5, to: 28.3, text: '碗口 11.5 公分，一碗飯剛剛好' },
  { from: 28.6, to: 32, text: '摸起來霧霧的，很像蛋殼' },
  { from: 32.5, to: 36.5, text: '1,240 度燒的，咖哩放過夜也不吃色' },
  { from: 36.8, to: 40.2, text: '洗碗機、微波爐都可以進' },
  { from: 40.6, to: 44.2, text: '盛一碗熱飯，就很好看了' },
  { from: 44.7, to: 49, text: '每一只都手捏，碗緣不會一模一樣' },
  { from: 49.3, to: 53.9, text: '原價 880，今天 680，打 A01 +1' },
  { from: 55.8, to: 59.4, text: '再來 A02，青瓷厚底馬克杯' },
  { from: 59.7, to: 63.4, text: '杯底特別厚，咖啡不容易涼' },
  { from: 63.7, to: 66.4, text: '320 毫升，一杯美式剛好' },
  { from: 66.8, to: 70.9, text: '下緣留一圈素坯，拿起來不會滑' },
  { from: 71.2, to: 75.6, text: '青瓷看光線，早上偏綠、傍晚偏藍' },
  { from: 75.9, to: 78.9, text: '把手放得進三根手指頭' },
  { from: 79.3, to: 80.6, text: '我先喝一口喔' },
  { from: 83.5, to: 86, text: '嗯，今天的豆子選對了' },
  { from: 86.3, to: 89.3, text: '一個 720，打 A02 +1' },
  { from: 90.9, to: 94.3, text: '重頭戲：A03 鐵釉提梁壺' },
  { from: 94.6, to: 98.2, text: '鐵釉會吃光，每一把都不一樣' },
  { from: 98.5, to: 101.7, text: '大家最在意的是出水對不對？' },
  { from: 102.2, to: 105, text: '我倒給大家看' },
  { from: 105.4, to: 109, text: '水柱直直的，不會散開' },
  { from: 109.3, to: 113.6, text: '收的時候，一滴都不流口水' },
  { from: 114.2, to: 117.8, text: '600 毫升，三四個人喝剛好' },
  { from: 118.1, to: 121.3, text: '原價 2,980，今天 2,480' },
  { from: 121.6, to: 124.2, text: '只有十二把，一個人限一把' },
  { from: 125.9, to: 129.2, text: '最後這支，我自己最喜歡' },
  { from: 129.5, to: 132.5, text: 'A04，雪釉細口花器' },
  { from: 132.8, to: 135.8, text: '瓶口只有兩公分' },
  { from: 136.4, to: 140.2, text: '路邊撿一枝，插進去就很好看' },
  { from: 140.5, to: 144.5, text: '冬天插梅，春天插櫻花' },
  { from: 144.8, to: 149.4, text: '細細的開片，會越養越漂亮' },
  { from: 150.2, to: 154.2, text: '全部只有九支，都在這一窯' },
  { from: 154.5, to: 158.9, text: '1,380，喜歡的打 A04 +1' },
  { from: 160.9, to: 163.7, text: '謝謝大家陪我開這一窯' },
  { from: 164.2, to: 168, text: '圍裙也上架了：A07，紅色、白色' },
  { from: 168.3, to: 171.9, text: '要紅色 M，就打「紅M+1」' },
  { from: 172.4, to: 175.7, text: '三天內寄出，破了我們補寄' },
  { from: 176, to: 179.2, text: '我們下一窯見，掰掰！' },
]

/** When a product's card shows; without `showAt` it only stands in the list. */
export interface ShownProduct {
  readonly keyword: string
  readonly showAt: number | null
  readonly hideAt: number | null
  /** What it costs in the room while the live runs, where that is less. */
  readonly livePrice?: number
}

export const shownProducts: readonly ShownProduct[] = [
  { keyword: 'A01', showAt: 20.8, hideAt: 54.6 },
  { keyword: 'A02', showAt: 55.8, hideAt: 89.6 },
  { keyword: 'A03', showAt: 90.8, hideAt: 124.6 },
  { keyword: 'A04', showAt: 125.8, hideAt: 159.6 },
  { keyword: 'A05', showAt: null, hideAt: null },
  { keyword: 'A06', showAt: null, hideAt: null },
  { keyword: 'A07', showAt: 164.4, hideAt: null, livePrice: 108000 },
  { keyword: 'A08', showAt: null, hideAt: null },
]

/** A simulated purchase notice: seconds, a masked name, what and how many. */
export interface DemoTicket {
  readonly at: number
  readonly userName: string
  readonly keyword: string
  readonly quantity: number
}

export const fakeTickets: readonly DemoTicket[] = [
  { at: 42.5, userName: '林*蓉', keyword: 'A01', quantity: 2 },
  { at: 54, userName: '陳*芬', keyword: 'A01', quantity: 2 },
  { at: 78, userName: '周*萱', keyword: 'A02', quantity: 1 },
  { at: 89, userName: '黃*哲', keyword: 'A02', quantity: 2 },
  { at: 117, userName: '張*遠', keyword: 'A03', quantity: 1 },
  { at: 123.8, userName: '李*蓁', keyword: 'A03', quantity: 1 },
  { at: 151, userName: '洪*晴', keyword: 'A04', quantity: 1 },
  { at: 172.6, userName: '吳*安', keyword: 'A07', quantity: 1 },
]

/** A line over the room that stays until the next one. */
export interface DemoCall {
  readonly at: number
  readonly text: string
}

export const callsToAction: readonly DemoCall[] = [
  { at: 12.2, text: '留言「代碼 +1」就會放進購物車' },
  { at: 48, text: 'A01 霧白手捏飯碗，今天 NT$680' },
  { at: 84, text: '滿 NT$1,500 免運，超商、宅配都可以' },
  { at: 118, text: 'A03 提梁壺這一窯燒了 12 把，一人限一把' },
  { at: 168, text: '圍裙下單打「紅M+1」；結帳後三天內寄出' },
]

/** What the show asks its viewers. */
export interface DemoPoll {
  readonly at: number
  readonly question: string
  readonly options: readonly string[]
  readonly seconds: number
}

export const polls: readonly DemoPoll[] = [
  { at: 62, question: '下一窯先開哪一件？', options: ['霧白飯碗', '提梁壺', '青瓷花器'], seconds: 60 },
]

/** What the show gives away among those who say a word. */
export interface DemoGiveaway {
  readonly at: number
  readonly prize: string
  readonly word: string
  readonly winners: number
  readonly seconds: number
}

export const giveaways: readonly DemoGiveaway[] = [
  { at: 126, prize: '青瓷筷架一組', word: '開窯', winners: 1, seconds: 40 },
]

/** Simulated hearts: so many over so many seconds. */
export const hearts: readonly { readonly at: number; readonly count: number; readonly seconds: number }[] = [
  { at: 24, count: 30, seconds: 12 },
  { at: 50, count: 60, seconds: 15 },
  { at: 86, count: 45, seconds: 15 },
  { at: 119, count: 90, seconds: 18 },
  { at: 168, count: 60, seconds: 10 },
]

/** The virtual audience from each second on. */
export const audienceCurve: readonly { readonly at: number; readonly count: number }[] = [
  { at: 0, count: 36 },
  { at: 8, count: 58 },
  { at: 20, count: 92 },
  { at: 34, count: 118 },
  { at: 52, count: 141 },
  { at: 66, count: 136 },
  { at: 86, count: 158 },
  { at: 104, count: 203 },
  { at: 116, count: 216 },
  { at: 132, count: 194 },
  { at: 142, count: 208 },
  { at: 158, count: 187 },
  { at: 168, count: 172 },
  { at: 177, count: 146 },
]

/** The demo's paid form: /f/kintsugi, a class of twenty that is held every week. */
export const course = {
  signupName: '線上金繼小課（付費示範）',
  customUrl: 'kintsugi',
  /** Glaze green, 6.3:1 on white. */
  colorToneId: '#2f6b5e',
  screenTopText: '每班 20 人，含練習小碟，免運寄到家',
  signupTitle: '線上金繼小課：把碎掉的，補回來',
  signupContent:
    '<p>阿月帶你用漆與金粉，把一只缺口的小碟補成比原來更耐看的樣子。</p><ul><li><strong>練習小碟一只</strong>：開課前寄到，材料都在裡面</li><li><strong>九十分鐘</strong>：邊看邊做，隨時在聊天室提問</li><li><strong>可重看七天</strong>：慢慢來，不必趕</li></ul>',
  signupCountdownTitle: '距離開課還有',
  signupSuccessInfo: '位子幫你留好了！專屬連結已經寄到你的信箱，上課時點進來就可以。',
  signupNotice:
    '你填的姓名、手機、Email 與地址只用於這堂課的通知與寄送，由器日工作室有限公司保管，課程結束一年後刪除。想查詢、更正或刪除，請來信 chiri@example.com。',
  metaTitle: '線上金繼小課｜器日 ChiRi',
  metaDescription: '每班 20 人，含練習小碟，九十分鐘學會把碎掉的補回來。',
  orderNoPrefix: 'CK',
  questionList: [
    {
      id: 'allergy',
      kind: 'yesNo',
      label: '是否曾對生漆過敏？',
      required: true,
      options: [],
    },
  ],
  ticketName: '一人票（含練習小碟）',
  /** Minor units. */
  price: 88000,
  /** Of the product that comes with a place. */
  keyword: 'A08',
  series: {
    liveName: '線上金繼小課',
    title: '線上金繼小課',
    capacity: 20,
    times: [
      { day: 2, at: '19:30' },
      { day: 0, at: '14:00' },
    ],
  },
} as const

/** Orders that come from no room, the oldest first; `customer` is a place in `customers`. */
export const otherOrders = [
  {
    from: 'salesPage',
    customer: 4,
    keyword: 'A06',
    variant: '',
    isPaid: true,
    messages: [
      { from: 'shopper', text: '請問對杯可以分開包裝嗎？要送兩個人。' },
      { from: 'member', text: '可以的，我們會分成兩盒，各附一張小卡。' },
    ],
  },
  {
    from: 'salesPage',
    customer: 6,
    keyword: 'A04',
    variant: '',
    isPaid: true,
    messages: [{ from: 'shopper', text: '下週三以前會收到嗎？是搬家的禮物，謝謝！' }],
  },
  { from: 'signup', customer: 5, isPaid: true, messages: [] },
  {
    from: 'salesPage',
    customer: 2,
    keyword: 'A06',
    variant: '',
    isPaid: false,
    transferDigits: '20318',
    messages: [],
  },
  {
    from: 'salesPage',
    customer: 6,
    keyword: 'A06',
    variant: '',
    isPaid: false,
    paysOnDelivery: true,
    messages: [],
  },
] as const

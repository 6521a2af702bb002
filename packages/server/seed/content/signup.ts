/** The demo's sign-up form: /f/demo. */
export const signup = {
  pageType: 'free',
  signupName: '秋窯開窯夜（示範）',
  customUrl: 'demo',
  /** Kiln red, 6.5:1 on white. */
  colorToneId: '#9c4a24',
  screenTopText: '每 3 分鐘開一場，隨時可以進來看',
  signupTitle: '秋窯開窯夜，霧白與青瓷只燒這一窯',
  /** `seed/` stands for the address of a file of seed/media. */
  signupContent:
    '<p>阿月花了四十天，做了六十件碗盤與茶器，今天第一次打開窯門。</p><h2>這一晚怎麼看</h2><ol><li>窯門打開，一件一件拿出來，<strong>看完馬上就能買</strong></li><li>邊看邊問，喜歡就在聊天室打「代碼 +1」</li><li>結完帳直接帶走，三天內出貨</li></ol><img src="seed/live.webp" alt="阿月在工作室裡捧著剛出窯的青瓷碗"><h2>買得安心</h2><ul><li><strong>七天鑑賞期</strong>：收到後七天內可退，退貨運費由我們付</li><li><strong>破損補寄</strong>：開箱拍照傳給小編，直接補寄一件</li><li><strong>滿 NT$1,500 免運</strong>：超商、宅配都可以</li></ul><blockquote><p>好的器皿是早上盛粥、晚上裝湯，十年後還捨不得換。</p></blockquote>',
  signupCountdownTitle: '距離開窯還有',
  signupSuccessInfo: '位子幫你留好了！專屬連結已經寄到你的信箱，時間到點進來就可以看。連結是你的座位，請不要轉傳。',
  signupNotice:
    '你填的姓名、手機與 Email 只用於這場直播的通知與訂單，由器日工作室有限公司保管，直播結束一年後刪除。想查詢、更正或刪除，請來信 chiri@example.com。',
  emailLetterTemplate: 'builtIn',
  smsLetterTemplate: 'none',
  questionList: [
    {
      id: 'interest',
      kind: 'manyChoices',
      label: '最想看哪一類作品？',
      required: false,
      options: ['碗盤', '茶器', '花器', '杯子'],
    },
  ],
  metaTitle: '秋窯開窯夜｜器日 ChiRi 線上直播',
  metaDescription: '六十件霧白與青瓷，一窯只燒一次。免費報名，邊看邊問，留言 +1 就能買。',
  orderNoPrefix: 'CR',
  countyRequired: false,
  peek: true,
  /** In seed/media, the first is the cover. */
  posterInfoList: ['poster.webp', 'poster-table.webp'],
  backgroundImage: 'poster-table.webp',
  metaImage: 'meta.jpg',
  /** One for each of the demo's lives: what stands on the form. */
  sessionTitle: '霧白與青瓷 60 件',
  /** Places of one session; null: no limit. */
  sessionCapacity: null,
} as const

/** The form's weekly series; `day` 0 is Sunday, times are Taipei's. Its live is named apart from the others. */
export const series = {
  liveName: '秋窯開窯夜｜週三、週六場',
  title: '週三、週六場｜霧白與青瓷 60 件',
  capacity: 300,
  times: [
    { day: 3, at: '20:00' },
    { day: 6, at: '15:00' },
  ],
} as const

/** The live of each session. */
export const live = {
  liveName: '秋窯開窯夜｜霧白與青瓷 60 件',
  platformType: 'video',
  liveImage: 'live.webp',
  liveInfoImage: 'live-info.webp',
  waitingMinutes: 3,
  /** As long as a room of the demo stays. */
  replayMinutes: 24 * 60,
  anonymousAllowed: true,
} as const

/** Shows that are over, whose people the demo firm still has: what they were called, and how long ago. */
export const pastShows = [
  { key: 'white', liveName: '初秋選品夜｜日常白瓷', title: '日常白瓷 42 件', daysAgo: 5, hour: 20, minutes: 48 },
  { key: 'tea', liveName: '夏末茶器專場｜小壺與茶海', title: '小壺與茶海 28 件', daysAgo: 12, hour: 19, minutes: 55 },
] as const

export interface PastPerson {
  readonly name: string
  readonly county: string
  readonly shows: readonly (typeof pastShows)[number]['key'][]
  /** Minutes after the begin, and how many they stayed; without it they did not come. */
  readonly came?: readonly [after: number, stayed: number]
  readonly interest?: readonly string[]
  readonly memo?: string
  readonly said?: readonly string[]
  readonly imported?: boolean
  readonly stopped?: boolean
  /** Phone of the one before in the list. */
  readonly sharesPhone?: boolean
}

const both = ['white', 'tea'] as const
const white = ['white'] as const
const tea = ['tea'] as const

/** Where the imported ones said yes. */
export const consentSource = '2025 中秋市集紙本報名表'

/** Invented people: phones of 0900-000, mail at example.com. */
export const pastPeople: readonly PastPerson[] = [
  {
    name: '林佳穎',
    county: '臺北市',
    shows: both,
    came: [0, 48],
    interest: ['碗盤', '杯子'],
    memo: '每場都來，家裡四個人，碗要成套的',
    said: ['晚安～', '這個飯碗可以微波嗎', '想看碗底'],
  },
  { name: '陳志明', county: '新北市', shows: white, came: [3, 31], interest: ['碗盤'], said: ['運費怎麼算'] },
  {
    name: '黃雅婷',
    county: '臺中市',
    shows: both,
    came: [1, 45],
    interest: ['茶器'],
    memo: '開茶館，可以報量大的價錢',
    said: ['小壺容量多少', '有沒有同款茶海'],
  },
  { name: '張俊傑', county: '桃園市', shows: tea, came: [12, 20], interest: ['茶器'] },
  { name: '李怡君', county: '高雄市', shows: white, memo: '出差錯過，想看下一場' },
  { name: '王淑芬', county: '臺南市', shows: both, came: [0, 40], interest: ['碗盤', '花器'], said: ['阿月好'] },
  { name: '吳承翰', county: '新竹市', shows: white, came: [6, 22], interest: ['杯子'] },
  { name: '劉美玲', county: '臺北市', shows: tea },
  {
    name: '蔡宗翰',
    county: '新北市',
    shows: white,
    came: [2, 38],
    interest: ['杯子'],
    said: ['手把會燙嗎', '灰釉還有嗎'],
    memo: '左撇子，杯把想要大一點',
  },
  { name: '楊雅雯', county: '宜蘭縣', shows: both, came: [8, 15], stopped: true },
  { name: '許家豪', county: '彰化縣', shows: white },
  { name: '鄭惠文', county: '臺中市', shows: tea, came: [0, 52], interest: ['茶器', '花器'], said: ['壺嘴斷水漂亮'] },
  { name: '謝宜庭', county: '嘉義市', shows: white, came: [4, 29], interest: ['碗盤'] },
  { name: '郭建宏', county: '屏東縣', shows: white, interest: ['花器'] },
  {
    name: '洪千惠',
    county: '花蓮縣',
    shows: both,
    came: [0, 44],
    interest: ['花器'],
    memo: '花藝老師，會帶學生團購',
    said: ['花口多寬', '可以放劍山嗎'],
  },
  { name: '邱冠宇', county: '新北市', shows: white, came: [15, 9] },
  { name: '曾詩涵', county: '臺北市', shows: tea, came: [2, 33], interest: ['茶器'] },
  { name: '廖振宇', county: '雲林縣', shows: white },
  { name: '賴玉珍', county: '南投縣', shows: tea, came: [5, 41], interest: ['茶器'], memo: '都用電話聯絡，不看信' },
  {
    name: '徐子涵',
    county: '桃園市',
    shows: white,
    came: [1, 36],
    interest: ['杯子', '碗盤'],
    said: ['有兩色可以選嗎'],
  },
  { name: '周大為', county: '基隆市', shows: white },
  { name: '葉欣怡', county: '新竹縣', shows: both, came: [0, 47], interest: ['碗盤'], said: ['+1', '收到了謝謝'] },
  { name: '蘇柏翰', county: '高雄市', shows: tea, came: [20, 8] },
  { name: '葉小姐', county: '新竹縣', shows: tea, sharesPhone: true },
  { name: '莊麗華', county: '臺南市', shows: white, imported: true, memo: '市集的老客人' },
  { name: '呂文彬', county: '臺南市', shows: white, imported: true },
  { name: '江雨潔', county: '臺北市', shows: white, came: [3, 30], imported: true, interest: [] },
  { name: '何國樑', county: '苗栗縣', shows: white, imported: true, stopped: true },
  { name: '蕭雅芳', county: '臺東縣', shows: white, came: [9, 24], imported: true },
  { name: '羅志偉', county: '新北市', shows: white, imported: true },
  { name: '高詠晴', county: '臺北市', shows: white, came: [0, 42], interest: ['杯子'], said: ['送禮可以包裝嗎'] },
  { name: '潘俊宏', county: '澎湖縣', shows: tea },
  { name: '簡佩珊', county: '臺中市', shows: both, came: [0, 50], interest: ['茶器', '碗盤'], memo: '生日在十二月' },
  { name: '朱立群', county: '彰化縣', shows: tea, came: [7, 26] },
]

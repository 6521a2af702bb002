import type { TaxKind } from '@kaimai/contract/commission/payout.rules.ts'

interface DemoLink {
  readonly code: string
  readonly name: string
  /** Of sales, in hundredths of a percent; null: `amount` for each order. */
  readonly basisPoints: number | null
  /** Minor units. */
  readonly amount: number | null
  /** For the demo's sign-up form alone. */
  readonly forForm: boolean
  readonly beginDaysAgo: number
  readonly endDaysAgo: number | null
  /** Clicks of before, beside those that the figures of past shows have. */
  readonly clicks: number
}

interface DemoPartner {
  readonly name: string
  readonly taxKind: TaxKind
  readonly email: string
  readonly payoutEmail: string
  readonly phone: string
  readonly memo: string
  readonly account: {
    readonly bankCode: string
    readonly account: string
    readonly holder: string
    readonly taxId: string
  } | null
  /** Has a password: that of the demo firm, where everybody may know it. */
  readonly mayLogIn: boolean
  readonly links: readonly DemoLink[]
}

/** Rules of the demo firm's programme; minor units. */
export const partnerProgram = { touch: 'last', leastPayout: 200_00 } as const

/** Who promotes the demo firm, the newest last; nobody of them exists, and no bank has the code 000. */
export const partners: readonly DemoPartner[] = [
  {
    name: 'Mika 器皿日記',
    taxKind: 'nonResident',
    email: 'mika@example.com',
    payoutEmail: '',
    phone: '',
    memo: '住在京都，剛加入，匯款帳號還沒給',
    account: null,
    mayLogIn: false,
    links: [
      {
        code: 'mika-kyoto',
        name: '京都器皿散步',
        basisPoints: 800,
        amount: null,
        forForm: false,
        beginDaysAgo: 6,
        endDaysAgo: null,
        clicks: 2,
      },
    ],
  },
  {
    name: '好日選物有限公司',
    taxKind: 'company',
    email: 'goodday@example.com',
    payoutEmail: 'goodday.finance@example.com',
    phone: '0900-000-332',
    memo: '鶯歌老街門市，請款要附發票',
    account: { bankCode: '000', account: '000900000332', holder: '好日選物有限公司', taxId: '12345675' },
    mayLogIn: false,
    links: [
      {
        code: 'goodday',
        name: '門市立牌 QR Code',
        basisPoints: null,
        amount: 80_00,
        forForm: false,
        beginDaysAgo: 110,
        endDaysAgo: null,
        clicks: 6,
      },
      {
        code: 'goodday-night',
        name: '電子報｜秋窯開窯夜',
        basisPoints: 1_000,
        amount: null,
        forForm: true,
        beginDaysAgo: 14,
        endDaysAgo: null,
        clicks: 5,
      },
    ],
  },
  {
    name: '慢食廚房 沈若安',
    taxKind: 'resident',
    email: 'slow.kitchen@example.com',
    payoutEmail: '',
    phone: '0900-000-331',
    memo: '每週四發食譜，碗盤會入鏡',
    account: { bankCode: '000', account: '000900000331', holder: '沈若安', taxId: 'A123456789' },
    mayLogIn: true,
    links: [
      {
        code: 'slow-kitchen-moon',
        name: '中秋檔期貼文',
        basisPoints: 1_500,
        amount: null,
        forForm: false,
        beginDaysAgo: 60,
        endDaysAgo: 20,
        clicks: 3,
      },
      {
        code: 'slow-kitchen',
        name: '個人檔案連結',
        basisPoints: 1_200,
        amount: null,
        forForm: false,
        beginDaysAgo: 120,
        endDaysAgo: null,
        clicks: 0,
      },
    ],
  },
]

/** Orders of the month before, that partners' links are credited with: a statement and a payout stand for them. */
export const partnerSales = [
  { code: 'slow-kitchen', customer: 7, keyword: 'A03', daysBeforeMonth: 9 },
  { code: 'slow-kitchen', customer: 4, keyword: 'A04', daysBeforeMonth: 12 },
  { code: 'goodday', customer: 6, keyword: 'A06', daysBeforeMonth: 15 },
] as const

/** One piece of a room's order that a link is credited with goes back; `place` is that of its line. */
export const partnerRefund = { customer: 5, place: 1, quantity: 1, memo: '一只碗口有缺角，拍照確認後退款' } as const

/** People who bought before: invented names, phones of 0900-000, mail at example.com. */
export interface DemoCustomer {
  readonly fullName: string
  readonly phone: string
  readonly email: string
  readonly county: string
  readonly district: string
  readonly zipcode: string
  readonly address: string
}

export const customers: readonly DemoCustomer[] = [
  {
    fullName: '林小測',
    phone: '0900-000-101',
    email: 'lin.ceshi@example.com',
    county: '臺北市',
    district: '大安區',
    zipcode: '106',
    address: '示範路一段 10 號 3 樓',
  },
  {
    fullName: '王範例',
    phone: '0900-000-102',
    email: 'wang.fanli@example.com',
    county: '新北市',
    district: '板橋區',
    zipcode: '220',
    address: '樣品街 25 號',
  },
  {
    fullName: '陳試用',
    phone: '0900-000-103',
    email: 'chen.shiyong@example.com',
    county: '桃園市',
    district: '中壢區',
    zipcode: '320',
    address: '展示路 88 號 5 樓之 1',
  },
  {
    fullName: '張樣本',
    phone: '0900-000-104',
    email: 'zhang.yangben@example.com',
    county: '臺中市',
    district: '西區',
    zipcode: '403',
    address: '示範一街 7 號',
  },
  {
    fullName: '黃假名',
    phone: '0900-000-105',
    email: 'huang.jiaming@example.com',
    county: '臺南市',
    district: '東區',
    zipcode: '701',
    address: '樣品路 120 巷 6 號',
  },
  {
    fullName: '李演示',
    phone: '0900-000-106',
    email: 'li.yanshi@example.com',
    county: '高雄市',
    district: '左營區',
    zipcode: '813',
    address: '展示二路 33 號 12 樓',
  },
  {
    fullName: '吳測測',
    phone: '0900-000-107',
    email: 'wu.cece@example.com',
    county: '新竹縣',
    district: '竹北市',
    zipcode: '302',
    address: '示範五路 18 號',
  },
  {
    fullName: '周樣樣',
    phone: '0900-000-108',
    email: 'zhou.yangyang@example.com',
    county: '花蓮縣',
    district: '花蓮市',
    zipcode: '970',
    address: '樣品一街 2 號',
  },
]

export interface DemoOrder {
  /** Place in `customers`. */
  readonly customer: number
  /** Hours before the fill. */
  readonly hoursAgo: number
  readonly lines: readonly { readonly keyword: string; readonly variant: string; readonly quantity: number }[]
  readonly payment: 'pending' | 'paid' | 'expired' | 'refunded'
  readonly fulfilment: 'none' | 'preparing' | 'shipped' | 'delivered' | 'completed' | 'returned'
  readonly delivery: 'home' | 'store' | 'self'
  readonly memo: string
  /** Code of the partner's link that they came by. */
  readonly cameBy?: string
}

export const pastOrders: readonly DemoOrder[] = [
  {
    customer: 0,
    hoursAgo: 2,
    lines: [
      { keyword: 'A01', variant: '', quantity: 2 },
      { keyword: 'A02', variant: '', quantity: 1 },
    ],
    payment: 'paid',
    fulfilment: 'preparing',
    delivery: 'store',
    memo: '',
  },
  {
    customer: 1,
    hoursAgo: 5,
    lines: [{ keyword: 'A03', variant: '', quantity: 1 }],
    payment: 'paid',
    fulfilment: 'preparing',
    delivery: 'home',
    memo: '送禮用，麻煩幫我包漂亮一點',
    cameBy: 'slow-kitchen',
  },
  {
    customer: 2,
    hoursAgo: 9,
    lines: [{ keyword: 'A08', variant: '青瓷', quantity: 4 }],
    payment: 'pending',
    fulfilment: 'none',
    delivery: 'store',
    memo: '',
  },
  {
    customer: 3,
    hoursAgo: 27,
    lines: [
      { keyword: 'A07', variant: '紅 M', quantity: 1 },
      { keyword: 'A05', variant: '', quantity: 2 },
    ],
    payment: 'paid',
    fulfilment: 'shipped',
    delivery: 'home',
    memo: '',
    cameBy: 'goodday-night',
  },
  {
    customer: 4,
    hoursAgo: 51,
    lines: [{ keyword: 'A06', variant: '', quantity: 1 }],
    payment: 'paid',
    fulfilment: 'delivered',
    delivery: 'store',
    memo: '',
  },
  {
    customer: 5,
    hoursAgo: 74,
    lines: [
      { keyword: 'A01', variant: '', quantity: 4 },
      { keyword: 'A08', variant: '霧白', quantity: 2 },
    ],
    payment: 'paid',
    fulfilment: 'completed',
    delivery: 'home',
    memo: '管理室可代收',
    cameBy: 'slow-kitchen',
  },
  {
    customer: 6,
    hoursAgo: 98,
    lines: [{ keyword: 'A04', variant: '', quantity: 1 }],
    payment: 'refunded',
    fulfilment: 'returned',
    delivery: 'home',
    memo: '',
  },
  {
    customer: 7,
    hoursAgo: 120,
    lines: [{ keyword: 'A02', variant: '', quantity: 2 }],
    payment: 'expired',
    fulfilment: 'none',
    delivery: 'self',
    memo: '',
  },
  {
    customer: 0,
    hoursAgo: 146,
    lines: [{ keyword: 'A05', variant: '', quantity: 1 }],
    payment: 'paid',
    fulfilment: 'completed',
    delivery: 'store',
    memo: '',
  },
]

/** The demo firm. Nothing in it exists: numbers beginning with 0900-000 and addresses at example.com belong to nobody. */

export interface DemoDeliveryMethod {
  readonly type: 'home' | 'store' | 'self'
  /** Minor units. */
  readonly fee: number
  /** No fee from this subtotal on; null: never free. */
  readonly freeFrom: number | null
  readonly note: string
}

export const firm = {
  name: '器日 ChiRi',
  /** The owner, who is also the host. */
  userName: '陳明月',
  phone: '0900-000-315',
  email: 'chiri@example.com',
  hostName: '阿月',
  contactLink: 'https://www.example.com/chiri',
  legalName: '器日工作室有限公司',
  /** A number of the tax office's own examples. */
  taxId: '04595252',
  legalAddress: '新北市鶯歌區窯前路 58 號',
  legalPhone: '0900-000-316',
  orderNoPrefix: 'CR',
  currency: 'TWD',
  timeZone: 'Asia/Taipei',
  /** hh:mm:ss left, and months until it expires. */
  liveHours: '126:40:12',
  liveHoursMonths: 11,
  smsPoint: 8420,
  pointSafetyStockNotice: 500,
  logo: 'logo.webp',
  hostImage: 'avatar-host.webp',
  hostPortrait: 'host.webp',
  editorName: '小魚',
  editorImage: 'avatar-editor.webp',
} as const

export const deliveryMethods: readonly DemoDeliveryMethod[] = [
  { type: 'store', fee: 6000, freeFrom: 150000, note: '7-ELEVEN、全家，2–3 天到店' },
  { type: 'home', fee: 10000, freeFrom: 150000, note: '常溫宅配，1–2 天到' },
  { type: 'self', fee: 0, freeFrom: null, note: '鶯歌工作室自取，週三到週日 11:00–18:00' },
]

/** Words that hold a message for its sender alone. */
export const bannedKeywords: readonly string[] = ['加賴', '加LINE', '私訊我更便宜', '高利貸', '博弈', '賺錢群']

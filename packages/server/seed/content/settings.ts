import type { FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'

/** What the demo firm has set beyond its legal information. Keys are nobody's: no gateway knows them. */
export const settings: FirmSettingChange = {
  colorToneId: '#94500f',
  senderName: '器日 ChiRi',
  replyTo: 'hello@chiri.example.com',
  senderDomain: 'chiri.example.com',
  pixelId: '900000000000315',
  tiktokPixelId: 'C0DEM0CHIRI315',
  gtmId: 'GTM-CHIRI01',
  paymentMethods: [
    { method: 'card', gateway: 'sandbox', offered: true, fee: 0, least: null, most: null, holdMinutes: null },
    { method: 'linePay', gateway: 'sandbox', offered: true, fee: 0, least: null, most: null, holdMinutes: null },
    { method: 'atm', gateway: 'sandbox', offered: true, fee: 0, least: null, most: null, holdMinutes: null },
    { method: 'cvs', gateway: 'sandbox', offered: true, fee: 0, least: null, most: null, holdMinutes: null },
    { method: 'transfer', gateway: 'transfer', offered: true, fee: 0, least: null, most: null, holdMinutes: null },
    { method: 'cod', gateway: 'cod', offered: true, fee: 30_00, least: null, most: null, holdMinutes: null },
  ],
  transfer: { bankCode: '000', account: '000900000315', holder: '器日工作室有限公司' },
  invoice: {
    provider: 'none',
    merchantId: '',
    sellerName: '器日工作室有限公司',
    sellerTaxId: '04595252',
    sellerAddress: '新北市鶯歌區窯前路 58 號',
    defaultClass: 'mobileBarcode',
    issueAt: 'returnOver',
    donations: [{ loveCode: '0315', name: '示範社福基金會' }],
  },
  secrets: { conversionApi: 'demo-conversion-api-token-0000-315a' },
}

/** Hours that were added and taken, seconds; the last line comes to what the firm has left. */
export const hoursPast = [
  { daysAgo: 92, kind: 'topUp', hours: '200:00:00' },
  { daysAgo: 61, kind: 'correction', hours: '-28:14:30' },
  { daysAgo: 33, kind: 'correction', hours: '-31:52:09' },
  { daysAgo: 16, kind: 'topUp', hours: '00:30:00' },
  { daysAgo: 5, kind: 'correction', hours: '-13:43:09' },
] as const

/** Points that were added and spent, in tenths. */
export const pointsPast = [
  { daysAgo: 92, kind: 'topUp', tenths: 100_000, note: '加值 10,000 點' },
  { daysAgo: 40, kind: 'reserve', tenths: -6_240, note: '開窯夜預告簡訊' },
  { daysAgo: 40, kind: 'giveBack', tenths: 180, note: '開窯夜預告簡訊：18 則未送達' },
  { daysAgo: 12, kind: 'reserve', tenths: -8_910, note: '開播前一小時簡訊' },
  { daysAgo: 12, kind: 'giveBack', tenths: 90, note: '開播前一小時簡訊：9 則未送達' },
  { daysAgo: 4, kind: 'reserve', tenths: -920, note: '新品上架電子報' },
] as const

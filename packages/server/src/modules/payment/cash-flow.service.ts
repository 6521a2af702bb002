import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import { currencies } from '@kaimai/contract/common/money.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { dayInTaipei } from '@kaimai/contract/common/taipei.ts'
import { paymentMethods, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { addCash, noCash } from '@kaimai/contract/payment/cash-flow.rules.ts'
import type {
  CashFlowExport,
  CashFlowFigures,
  CashFlowQuery,
  CashFlowRow,
  CashFlowSum,
} from '@kaimai/contract/payment/cash-flow.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { CashFilter, CashGroup, CashIn, CashOut } from './cash-in.store.ts'

export type { CashFilter, CashOut } from './cash-in.store.ts'

type ByDay<T> = (firmId: string, filter: CashFilter) => Promise<readonly T[]>

export interface CashFlowDeps {
  readonly platform: Pick<Platform, 'db' | 'audit'>
  readonly received: ByDay<CashIn>
  /** Of the refunds, which come after the payments. */
  readonly returned: ByDay<CashOut>
}

const methodLabel: Readonly<Record<PaymentMethod, Texts>> = {
  card: { 'zh-TW': '信用卡', en: 'Card' },
  instalment: { 'zh-TW': '信用卡分期', en: 'Card installments' },
  applePay: { 'zh-TW': 'Apple Pay', en: 'Apple Pay' },
  linePay: { 'zh-TW': 'LINE Pay', en: 'LINE Pay' },
  jkopay: { 'zh-TW': '街口支付', en: 'JKOPAY' },
  atm: { 'zh-TW': 'ATM 轉帳', en: 'ATM transfer' },
  cvs: { 'zh-TW': '超商代碼', en: 'Store code' },
  barcode: { 'zh-TW': '超商條碼', en: 'Store barcode' },
  transfer: { 'zh-TW': '銀行匯款', en: 'Bank transfer' },
  cod: { 'zh-TW': '貨到付款', en: 'Cash on delivery' },
}
const words = {
  day: { 'zh-TW': '日期', en: 'Date' },
  method: { 'zh-TW': '付款方式', en: 'Payment method' },
  currency: { 'zh-TW': '幣別', en: 'Currency' },
  kind: { 'zh-TW': '類別', en: 'Type' },
  real: { 'zh-TW': '正式', en: 'Live' },
  test: { 'zh-TW': '測試', en: 'Test' },
  payments: { 'zh-TW': '筆數', en: 'Payments' },
  received: { 'zh-TW': '收款', en: 'Received' },
  refunded: { 'zh-TW': '退款', en: 'Refunded' },
  fees: { 'zh-TW': '手續費', en: 'Fees' },
  toSettle: { 'zh-TW': '應入帳', en: 'To be settled' },
  total: { 'zh-TW': '合計', en: 'Total' },
} as const satisfies Record<string, Texts>

const keyOf = ({ day, method, currency, isTest }: CashGroup): string => [day, currency, isTest, method].join(' ')

const groupOf = ({ day, method, currency, isTest }: CashGroup): CashGroup => ({ day, method, currency, isTest })

/** What came in and what went back, as one row a day, way, currency and kind of money; the newest day first. */
const rowsOf = (cash: readonly (CashGroup & Partial<CashFlowFigures>)[]): CashFlowRow[] => {
  const rows = new Map<string, CashFlowRow>()
  for (const each of cash) {
    const before = rows.get(keyOf(each)) ?? { ...noCash, ...groupOf(each) }
    rows.set(keyOf(each), { ...groupOf(each), ...addCash(before, { ...noCash, ...each }) })
  }
  const place = ({ currency, isTest, method }: CashFlowRow): number =>
    (currencies.indexOf(currency) * 2 + Number(isTest)) * paymentMethods.length + paymentMethods.indexOf(method)
  return [...rows.values()].toSorted((a, b) => b.day.localeCompare(a.day) || place(a) - place(b))
}

const sumsOf = (rows: readonly CashFlowRow[]): CashFlowSum[] =>
  currencies.flatMap((currency) =>
    [false, true].flatMap((isTest) => {
      const own = rows.filter((row) => row.currency === currency && row.isTest === isTest)
      return own.length === 0 ? [] : [{ currency, isTest, ...own.reduce<CashFlowFigures>(addCash, noCash) }]
    }),
  )

/** A fee that nobody knows is no fee of nought. */
const feesOf = ({ fees, feesUnknown }: CashFlowFigures): number | null => (fees === 0 && feesUnknown > 0 ? null : fees)

/** The money of a firm by day and way to pay. */
export const createCashFlow = ({ platform: { db, audit }, received, returned }: CashFlowDeps) => {
  const list = async (firmId: string, { from, to, method }: CashFlowQuery) => {
    const filter: CashFilter = {
      from: new Date(dayInTaipei(from).fromMs),
      before: new Date(dayInTaipei(to).toMs),
      method,
    }
    const [cameIn, wentBack] = await Promise.all([received(firmId, filter), returned(firmId, filter)])
    const rows = rowsOf([...cameIn, ...wentBack])
    return { rows, sums: sumsOf(rows) }
  }

  return {
    list,

    /** With the sums as its last lines. That it was taken is on record. */
    sheet: async (by: Actor, { format, ...query }: CashFlowExport, language: Language): Promise<RawContent> => {
      const { rows, sums } = await list(by.firmId, query)
      const { from, to } = query
      await db.transaction((tx) => audit.record(tx, by, 'order.exportCashFlow', by.firmId, { from, to }))
      const lines = [
        ...rows.map((row) => ({ ...row, way: methodLabel[row.method][language] })),
        ...sums.map((sum) => ({ ...sum, day: words.total[language], way: '' })),
      ]
      return writeSheet({
        format,
        name: `cash-flow-${from}-${to}`,
        language,
        rows: lines,
        columns: [
          { key: 'day', title: words.day, value: ({ day }) => day },
          { key: 'method', title: words.method, value: ({ way }) => way },
          { key: 'currency', title: words.currency, value: ({ currency }) => currency },
          { key: 'kind', title: words.kind, value: ({ isTest }) => words[isTest ? 'test' : 'real'][language] },
          { key: 'payments', title: words.payments, kind: 'whole', value: ({ payments }) => payments },
          { key: 'received', title: words.received, kind: 'money', value: (line) => line.received },
          { key: 'refunded', title: words.refunded, kind: 'money', value: (line) => line.refunded },
          { key: 'fees', title: words.fees, kind: 'money', value: feesOf },
          { key: 'toSettle', title: words.toSettle, kind: 'money', value: ({ toSettle }) => toSettle },
        ],
      })
    },
  }
}
export type CashFlow = ReturnType<typeof createCashFlow>

import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import { type FunnelStep, funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import {
  type ActFigure,
  type FigureRow,
  type PersonFigure,
  personFigures,
  type RowFigure,
} from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { CountedPage } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { SheetToWrite } from '../../platform/sheet/write-sheet.ts'

const stepTitle: Readonly<Record<FunnelStep, Texts>> = {
  visited: { 'zh-TW': '看過報名頁', en: 'Saw the sign-up page' },
  signedUp: { 'zh-TW': '完成報名', en: 'Signed up' },
  joined: { 'zh-TW': '進入直播間', en: 'Entered the room' },
  stayed: { 'zh-TW': '停留', en: 'Stayed' },
  carted: { 'zh-TW': '加入購物車', en: 'Added to cart' },
  ordered: { 'zh-TW': '下單', en: 'Placed an order' },
  paid: { 'zh-TW': '付款', en: 'Paid' },
  kept: { 'zh-TW': '未全額退款', en: 'Not fully refunded' },
}
const actTitle: Readonly<Record<ActFigure, Texts>> = {
  views: { 'zh-TW': '瀏覽', en: 'Views' },
  comments: { 'zh-TW': '留言', en: 'Comments' },
  orders: { 'zh-TW': '訂單', en: 'Orders' },
  payments: { 'zh-TW': '收款', en: 'Payments' },
  refunds: { 'zh-TW': '退款', en: 'Refunds' },
  associationOrders: { 'zh-TW': '透過聯盟連結付款的訂單', en: 'Paid orders by a partner link' },
}
const pageTitle: Readonly<Record<CountedPage, Texts>> = {
  signup: { 'zh-TW': '報名頁', en: 'Sign-up page' },
  salesPage: { 'zh-TW': '銷售頁', en: 'Sales page' },
  live: { 'zh-TW': '直播間', en: 'Live room' },
}
const words = {
  at: { 'zh-TW': '時間', en: 'Time' },
  signedUpAt: { 'zh-TW': '報名時間', en: 'Signed up at' },
  name: { 'zh-TW': '姓名', en: 'Name' },
  step: { 'zh-TW': '走到', en: 'Came as far as' },
  association: { 'zh-TW': '聯盟連結', en: 'Partner link' },
  orderNo: { 'zh-TW': '訂單編號', en: 'Order number' },
  amount: { 'zh-TW': '金額', en: 'Amount' },
  currency: { 'zh-TW': '幣別', en: 'Currency' },
  pieces: { 'zh-TW': '件數', en: 'Pieces' },
  page: { 'zh-TW': '頁面', en: 'Page' },
  depth: { 'zh-TW': '捲動（%）', en: 'Scrolled (%)' },
  seconds: { 'zh-TW': '停留（秒）', en: 'Time on page (s)' },
  comment: { 'zh-TW': '留言內容', en: 'Comment' },
} as const satisfies Record<string, Texts>

const personTitle: Readonly<Record<PersonFigure, Texts>> = {
  signups: { 'zh-TW': '報名', en: 'Sign-ups' },
  attendees: { 'zh-TW': '進場', en: 'Attendees' },
  associationSignups: { 'zh-TW': '透過聯盟連結報名', en: 'Signed up by a partner link' },
  associationAttendees: { 'zh-TW': '透過聯盟連結進場', en: 'Attended by a partner link' },
  productClicked: { 'zh-TW': '點選商品', en: 'Clicked the product' },
  productCarted: { 'zh-TW': '商品加入購物車', en: 'Added the product to cart' },
  productPlusOne: { 'zh-TW': '商品 +1', en: 'Commented +1' },
  cohort: { 'zh-TW': '依首購月份的顧客', en: 'Buyers by first purchase' },
  present: { 'zh-TW': '在直播間的人', en: 'People in the room' },
}
const titles: Readonly<Record<RowFigure, Texts>> = { ...stepTitle, ...personTitle, ...actTitle }

/** Names the file of a figure's rows. */
export const rowsTitle = (figure: RowFigure): Texts => titles[figure]

/** A row as it was read: for a file its instant needs no text. */
export type FoundRow = Omit<FigureRow, 'at'> & { readonly at: Date | null }

type Columns = SheetToWrite<FoundRow>['columns']

/** Names the step of those who stayed so many minutes. */
export const stayedTitle = (minutes: number): Texts => ({
  'zh-TW': `停留 ${minutes} 分鐘以上`,
  en: `Stayed ${minutes} min or more`,
})

/** The columns of a figure's rows: persons, money (all of it, or that of one product) or views. */
export const rowColumns = (figure: RowFigure, language: Language, isOfProduct: boolean): Columns => {
  const time = ({ at }: FoundRow) => at
  const association = { key: 'association', title: words.association, value: (row: FoundRow) => row.association }
  const name = { key: 'name', title: words.name, value: (row: FoundRow) => row.name }
  const signedUpAt = { key: 'at', title: words.signedUpAt, kind: 'time' as const, value: time }
  if (personFigures.some((each) => each === figure)) return [name, signedUpAt, association]
  if (funnelSteps.some((step) => step === figure))
    return [
      name,
      signedUpAt,
      { key: 'step', title: words.step, value: ({ step }) => (step === null ? '' : stepTitle[step][language]) },
      association,
    ]
  const at = { key: 'at', title: words.at, kind: 'time' as const, value: time }
  if (figure === 'comments')
    return [at, name, { key: 'comment', title: words.comment, width: 48, value: ({ comment }) => comment ?? '' }]
  if (figure === 'views')
    return [
      at,
      { key: 'page', title: words.page, value: ({ view }) => (view === null ? '' : pageTitle[view.page][language]) },
      { key: 'depth', title: words.depth, kind: 'whole', value: ({ view }) => view?.depth ?? null },
      { key: 'seconds', title: words.seconds, kind: 'whole', value: ({ view }) => view?.seconds ?? null },
      association,
    ]
  return [
    at,
    { key: 'orderNo', title: words.orderNo, value: ({ orderNo }) => orderNo },
    name,
    ...(isOfProduct
      ? [{ key: 'pieces', title: words.pieces, kind: 'whole' as const, value: ({ pieces }: FoundRow) => pieces }]
      : []),
    { key: 'amount', title: words.amount, kind: 'money', value: ({ amount }) => amount },
    { key: 'currency', title: words.currency, value: ({ currency }) => currency ?? '' },
    association,
  ]
}

import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { showDuration } from '@kaimai/contract/common/time.ts'
import { monthsAfter } from '@kaimai/contract/figure/cohort.rules.ts'
import type { Cohorts } from '@kaimai/contract/figure/cohort.schema.ts'
import type { FunnelStep } from '@kaimai/contract/figure/figure.rules.ts'
import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import { shownShareOf } from '@kaimai/contract/figure/share.rules.ts'
import type { Sources } from '@kaimai/contract/figure/source.schema.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import { rowsTitle, stayedTitle } from './figure-sheet.ts'

/** All that one look at the dashboard shows. */
export interface DashboardShown {
  readonly figures: Dashboard
  /** Minutes from which on a person has stayed. */
  readonly stayedMinutes: number
  readonly sources: Sources['sources']
  /** None of one live. */
  readonly cohorts: Cohorts['cohorts']
}

/** A line of the file; null: it has no such cell. */
interface Line {
  readonly part: Texts
  readonly name: string
  readonly count: number | null
  /** Of the step before, 0 to 1; null also of fewer than thirty people. */
  readonly share: number | null
  /** Minor units. */
  readonly paid: number | null
  readonly refunded: number | null
}

const words = {
  part: { 'zh-TW': '類別', en: 'Section' },
  name: { 'zh-TW': '項目', en: 'Item' },
  count: { 'zh-TW': '數量', en: 'Count' },
  share: { 'zh-TW': '前一步比率', en: 'Of previous step' },
  paid: { 'zh-TW': '收款', en: 'Received' },
  refunded: { 'zh-TW': '退款', en: 'Refunded' },
  sums: { 'zh-TW': '總計', en: 'Totals' },
  funnel: { 'zh-TW': '轉換漏斗（人）', en: 'Funnel (people)' },
  sources: { 'zh-TW': '各來源的轉換漏斗（人）', en: 'Funnel by source (people)' },
  cohorts: { 'zh-TW': '首購月份與回購（人）', en: 'Repeat buyers by first month (people)' },
  sales: { 'zh-TW': '收款走勢（付款筆數）', en: 'Payments over time' },
  seconds: { 'zh-TW': '每秒收款（付款筆數）', en: 'Payments by second of the order' },
  online: { 'zh-TW': '同時在線（真實人數）', en: 'Online at once (real people)' },
  comments: { 'zh-TW': '留言走勢（真實則數）', en: 'Comments over time (real)' },
  products: { 'zh-TW': '商品（售出件數）', en: 'Products (pieces sold)' },
  productShown: { 'zh-TW': '商品上架次數', en: 'Products: times on stage' },
  productClicked: { 'zh-TW': '商品點擊', en: 'Products: clicks' },
  productCarted: { 'zh-TW': '商品加入購物車（人）', en: 'Products: added to cart (people)' },
  productPlusOne: { 'zh-TW': '商品 +1（人）', en: 'Products: +1 (people)' },
  joins: { 'zh-TW': '聯盟連結（進場人數）', en: 'Partner links (attendees)' },
  showings: { 'zh-TW': '上架時段（付款筆數）', en: 'Times on stage (payments)' },
  associations: { 'zh-TW': '聯盟連結（報名人數）', en: 'Partner links (sign-ups)' },
  other: { 'zh-TW': '運費、手續費、折扣與名額', en: 'Shipping, fees, discounts, and places' },
  outside: { 'zh-TW': '不在任何上架時段', en: 'Outside any time on stage' },
  gone: { 'zh-TW': '已刪除的商品', en: 'Deleted product' },
  file: { 'zh-TW': '數據', en: 'Figures' },
} as const satisfies Record<string, Texts>

const blank = { count: null, share: null, paid: null, refunded: null }

/** How many persons came as far as each step, and of those at the step before. */
const funnelLines = (part: Texts, funnel: Dashboard['funnel'], nameOf: (step: FunnelStep) => string): Line[] =>
  funnel.map(({ step, persons }, at) => ({
    ...blank,
    part,
    name: nameOf(step),
    count: persons,
    share: at === 0 ? null : shownShareOf(persons, funnel[at - 1]?.persons ?? 0),
  }))

/** Who bought first in a month, and how many of them did again in each month after: not known is an empty cell. */
const cohortLines = (cohorts: DashboardShown['cohorts']): Line[] =>
  cohorts
    .filter(({ persons }) => persons > 0)
    .flatMap(({ month, persons, back }) =>
      back.map((count, later) => ({
        ...blank,
        part: words.cohorts,
        name: later === 0 ? month : `${month} → ${monthsAfter(month, later)}`,
        count: later === 0 ? persons : count,
      })),
    )

/** What people did with the products before they paid. */
const productActs = [
  ['shown', words.productShown],
  ['clicked', words.productClicked],
  ['carted', words.productCarted],
  ['plusOne', words.productPlusOne],
] as const

/** Real ones, at each instant or from it to the next. */
const chartLines = (part: Texts, points: Dashboard['commentPeriodChart']): Line[] =>
  points.map(({ second, real }) => ({ ...blank, part, name: showDuration(second), count: real }))

const linesOf = (all: DashboardShown, language: Language): Line[] => {
  const { figures: shown, stayedMinutes } = all
  const say = (texts: Texts) => texts[language]
  const stepName = (step: FunnelStep) => (step === 'stayed' ? say(stayedTitle(stayedMinutes)) : say(rowsTitle(step)))
  const named = (name: string) => (name === '' ? say(words.gone) : name)
  return [
    { ...blank, part: words.sums, name: say(rowsTitle('views')), count: shown.liveWatchTimes },
    { ...blank, part: words.sums, name: say(rowsTitle('signups')), count: shown.liveSignupTimes },
    { ...blank, part: words.sums, name: say(rowsTitle('attendees')), count: shown.liveJoinTimes },
    ...shown.money.map(({ currency, payments, paid, refunded }) => ({
      ...blank,
      part: words.sums,
      name: `${say(rowsTitle('payments'))} ${currency}`,
      count: payments,
      paid,
      refunded,
    })),
    ...funnelLines(words.funnel, shown.funnel, stepName),
    ...all.sources.flatMap(({ source, funnel }) =>
      funnelLines(words.sources, funnel, (step) => `${source} · ${stepName(step)}`),
    ),
    ...shown.salesReportChart.map(({ day, second, payments, paid, refunded }) => ({
      ...blank,
      part: words.sales,
      name: day ?? showDuration(second ?? 0),
      count: payments,
      paid,
      refunded,
    })),
    ...shown.salesBySecond.map(({ second, payments, paid }) => ({
      ...blank,
      part: words.seconds,
      name: showDuration(second),
      count: payments,
      paid,
    })),
    ...chartLines(words.online, shown.concurrentOnlineChart),
    ...chartLines(words.comments, shown.commentPeriodChart),
    ...shown.products.map(({ productName, pieces, paid, refunded }) => ({
      ...blank,
      part: words.products,
      name: named(productName),
      count: pieces,
      paid,
      refunded,
    })),
    { ...blank, part: words.products, name: say(words.other), ...shown.otherSales },
    ...productActs.flatMap(([act, part]) =>
      shown.products.map((product) => ({ ...blank, part, name: named(product.productName), count: product[act] })),
    ),
    ...shown.showings.map(({ productName, fromSecond, orders, paid }) => ({
      ...blank,
      part: words.showings,
      name: `${showDuration(fromSecond)} ${named(productName)}`,
      count: orders,
      paid,
    })),
    ...(shown.live === null
      ? []
      : [
          {
            ...blank,
            part: words.showings,
            name: say(words.outside),
            count: shown.outsideShowings.orders,
            paid: shown.outsideShowings.paid,
          },
        ]),
    ...shown.associationRecommendChartList.map(({ association, signedUp, paid }) => ({
      ...blank,
      part: words.associations,
      name: association,
      count: signedUp,
      paid,
    })),
    ...shown.associationRecommendChartList.map(({ association, joined }) => ({
      ...blank,
      part: words.joins,
      name: association,
      count: joined,
    })),
    ...cohortLines(all.cohorts),
  ]
}

/** The figures as a file. What is no share, or no money, is an empty cell and never 0. */
export const dashboardSheet = (shown: DashboardShown, format: SheetFormat, language: Language): Promise<RawContent> => {
  const { live, days } = shown.figures
  const when = live === null ? `${days?.from ?? ''}-${days?.to ?? ''}` : taipeiDay(Date.parse(live.beginAt))
  return writeSheet<Line>({
    format,
    name: `${words.file[language]}-${when}`,
    language,
    rows: linesOf(shown, language),
    columns: [
      { key: 'part', title: words.part, value: ({ part }) => part[language] },
      { key: 'name', title: words.name, width: 36, value: ({ name }) => name },
      { key: 'count', title: words.count, kind: 'whole', value: ({ count }) => count },
      { key: 'share', title: words.share, kind: 'percent', value: ({ share }) => share },
      { key: 'paid', title: words.paid, kind: 'money', value: ({ paid }) => paid },
      { key: 'refunded', title: words.refunded, kind: 'money', value: ({ refunded }) => refunded },
    ],
  })
}

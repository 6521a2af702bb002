import type { Answer } from '@kaimai/contract/common/route.ts'
import { taipeiMonth } from '@kaimai/contract/figure/cohort.rules.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import type { Member, TestApp } from '../test-app.ts'
import { liveMinutes, type Month, monthDays } from './month.ts'
import { recountCohorts, recountHours, recountMoney } from './recount-money.ts'
import { recountPeople } from './recount-people.ts'
import { type Ask, type Recount, type RecountScope } from './recount-tables.ts'

/** One figure as the dashboard shows it and as it was counted again; amounts are minor units. */
export interface ComparedFigure {
  readonly figure: string
  readonly ours: number
  readonly recount: number
  readonly equal: boolean
}

type Shown = Answer<typeof figureRoutes.dashboard>
type Values = Readonly<Record<string, unknown>>

const put = (found: Recount, name: string, values: Values, figures: readonly string[]): void => {
  for (const figure of figures) found.set(`${name} ${figure}`, Number(values[figure] ?? 0))
}

const sums = ['orders', 'ordered', 'payments', 'paid', 'refunded']
/** Persons and visits that the dashboard shows as one number. */
const counts = [
  'liveWatchTimes',
  'liveSignupTimes',
  'associationSignupTimes',
  'liveJoinTimes',
  'associationJoinTimes',
] as const

/** Every number of the dashboard by a name. */
const numbersOf = (shown: Shown): Recount => {
  const found: Recount = new Map(counts.map((figure) => [figure, shown[figure]]))
  for (const { second, real } of shown.concurrentOnlineChart) found.set(`online ${second}`, real)
  for (const { second, real } of shown.commentPeriodChart) found.set(`comments ${second}`, real)
  for (const { association, ...values } of shown.associationRecommendChartList)
    put(found, `link ${association}`, values, ['signedUp', 'joined', 'payments', 'paid'])
  for (const { second, day, ...values } of shown.salesReportChart) put(found, `sales ${second ?? day}`, values, sums)
  for (const { step, persons } of shown.funnel) found.set(`funnel ${step}`, persons)
  for (const { currency, ...values } of shown.money) put(found, `money ${currency}`, values, sums)
  for (const { productId, ...values } of shown.products)
    put(found, `product ${productId}`, values, ['shown', 'clicked', 'carted', 'plusOne', 'pieces', 'paid', 'refunded'])
  put(found, 'otherSales', shown.otherSales, ['paid', 'refunded'])
  for (const { productId, fromSecond, untilSecond, orders, paid } of shown.showings)
    put(found, `showing ${productId} ${fromSecond} ${untilSecond}`, { orders, paid }, ['orders', 'paid'])
  put(found, 'outsideShowings', shown.outsideShowings, ['orders', 'paid'])
  return found
}

const compare = (scope: string, ours: Recount, recount: Recount): ComparedFigure[] =>
  [...new Set([...ours.keys(), ...recount.keys()])].map((figure) => {
    const [shown, counted] = [ours.get(figure) ?? 0, recount.get(figure) ?? 0]
    return { figure: `${scope}: ${figure}`, ours: shown, recount: counted, equal: shown === counted }
  })

/** Lists behind figures, whose length the recount has under another name. */
const listed = [
  ...funnelSteps.map((step) => [step, `funnel ${step}`] as const),
  ['views', 'liveWatchTimes'],
  ['signups', 'liveSignupTimes'],
  ['attendees', 'liveJoinTimes'],
] as const
const acts = ['orders', 'payments', 'refunds'] as const

export interface Compared {
  readonly t: TestApp
  readonly member: Member
  readonly month: Month
  readonly ask: Ask
}

/** The figures of one live or of days, through the front door, beside those that were counted again. */
const compareScope = async (
  { t, member: { headers }, ask }: Compared,
  name: string,
  scope: RecountScope,
  query: { readonly liveId: string } | typeof monthDays,
): Promise<ComparedFigure[]> => {
  const recount: Recount = new Map()
  await recountPeople(ask, scope, recount)
  await recountMoney(ask, scope, recount)
  const ours = numbersOf(await t.call(figureRoutes.dashboard, { query }, headers))
  const byLink = await t.call(figureRoutes.dashboard, { query: { ...query, association: 'amy' } }, headers)
  for (const { step, persons } of byLink.funnel) ours.set(`funnel by amy ${step}`, persons)
  const { sources } = await t.call(figureRoutes.sources, { query }, headers)
  for (const { source, funnel } of sources)
    for (const { step, persons } of funnel) ours.set(`funnel from ${source} ${step}`, persons)
  const totalOf = async (figure: (typeof listed)[number][0] | (typeof acts)[number]) =>
    (await t.call(figureRoutes.rows, { query: { ...query, figure, limit: 1 } }, headers)).total
  for (const [figure, same] of listed) {
    ours.set(`rows ${figure}`, await totalOf(figure))
    recount.set(`rows ${figure}`, recount.get(same) ?? 0)
  }
  for (const figure of acts) ours.set(`rows ${figure}`, await totalOf(figure))
  if ('live' in scope) {
    const { persons } = await t.call(figureRoutes.retention, { query: { liveId: scope.live } }, headers)
    for (const [second, count] of persons.entries()) ours.set(`retention ${second}`, count)
  }
  return compare(name, ours, recount)
}

const compareShop = async ({ t, member: { headers, firmId }, ask }: Compared): Promise<ComparedFigure[]> => {
  const [ours, recount]: [Recount, Recount] = [new Map(), new Map()]
  const running = taipeiMonth(t.clock.ms())
  await recountCohorts(ask, running, recount)
  const { cohorts } = await t.call(figureRoutes.cohorts, { query: {} }, headers)
  for (const [at, { month, persons, back }] of cohorts.entries()) {
    ours.set(`cohort ${month} persons`, persons)
    for (const [later, count] of back.entries())
      if (count !== null) ours.set(`cohort ${month} in ${cohorts[at + later]?.month ?? ''}`, count)
  }
  await recountHours(ask, firmId, monthDays.from, monthDays.to, recount)
  const query = { liveHoursBegin: monthDays.from, liveHoursEnd: monthDays.to }
  ours.set('liveHours', (await t.call(figureRoutes.liveHours, { query }, headers)).seconds)
  return compare('shop', ours, recount)
}

/**
 * Every figure of the month: of all its days, of each live, of the shop. What differs is in the list, not hidden. Before it
 * `prepareRecount` reads what happened.
 */
export const compareFigures = async (given: Compared): Promise<ComparedFigure[]> => {
  const { month } = given
  const found = [...(await compareScope(given, 'days', monthDays, monthDays)), ...(await compareShop(given))]
  for (const { id, number } of month.lives) {
    const scope = { live: id, seconds: liveMinutes * 60 }
    found.push(...(await compareScope(given, `live ${number}`, scope, { liveId: id })))
  }
  return found
}

/** Adds a minor unit to one of the sums that are kept, as a fault would: the recount must find it. Answers of which live. */
export const plantError = async ({ month: { db, firmId } }: Compared): Promise<string> => {
  const { rows } = await db.raw(
    `update figure set amount = amount + 1 where ctid = (
       select ctid from figure where "firmId" = $1 and kind = 'paid' and "liveId" <> $2
       order by "liveId", day, second, "productId" limit 1)
     returning "liveId"`,
    [firmId, '00000000-0000-0000-0000-000000000000'],
  )
  return String(rows[0]?.['liveId'])
}

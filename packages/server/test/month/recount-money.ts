import { stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { afterglowSeconds } from '@kaimai/contract/figure/script-sales.rules.ts'
import { type Ask, isIn, numberIn, type Recount, type RecountScope } from './recount-tables.ts'

const sums = `count(*) filter (where kind = 'ordered') as orders,
  coalesce(sum(amount) filter (where kind = 'ordered'), 0) as ordered,
  count(*) filter (where kind = 'paid') as payments, coalesce(sum(amount) filter (where kind = 'paid'), 0) as paid,
  coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded`
const sumNames = ['orders', 'ordered', 'payments', 'paid', 'refunded'] as const

/** Each time that a product stood on the stage, and what was paid for orders placed meanwhile and a minute after. */
const countShowings = async (ask: Ask, live: string, found: Recount): Promise<void> => {
  const rows = await ask(`
    with moment as (
      select "productId", kind, seq, greatest(0, floor("offsetMs" / 1000.0))::integer as second,
        lag(kind) over (partition by "productId" order by "offsetMs", seq) as before
      from "recountFact" where "liveId" = '${live}' and kind in ('shown', 'hidden')
    ), showing as (
      select row_number() over (order by shown.second, shown."productId") as number, shown."productId",
        shown.second as "fromSecond", (
          select hidden.second from moment as hidden
          where hidden."productId" = shown."productId" and hidden.kind = 'hidden'
            and (hidden.second, hidden.seq) > (shown.second, shown.seq)
          order by hidden.second, hidden.seq limit 1
        ) as "untilSecond"
      from moment as shown where shown.kind = 'shown' and shown.before is distinct from 'shown'
    ), sale as (
      select money.amount, (
        select showing.number from showing
        where showing."fromSecond" <= money.second
          and (showing."untilSecond" is null or money.second < showing."untilSecond" + ${afterglowSeconds})
        order by showing."fromSecond" desc, showing.number desc limit 1
      ) as number
      from "recountMoney" as money where money."liveId" = '${live}' and money.kind = 'paid'
    )
    select showing."productId", showing."fromSecond", showing."untilSecond", count(sale.amount) as orders,
      coalesce(sum(sale.amount), 0) as paid
    from showing full join sale on sale.number = showing.number
    group by showing.number, showing."productId", showing."fromSecond", showing."untilSecond"`)
  for (const row of rows) {
    const isOutside = row['productId'] === null
    const name = isOutside
      ? 'outsideShowings'
      : `showing ${String(row['productId'])} ${String(row['fromSecond'])} ${String(row['untilSecond'])}`
    for (const figure of ['orders', 'paid']) found.set(`${name} ${figure}`, numberIn(row, figure))
  }
}

const countProducts = async (ask: Ask, scope: RecountScope, found: Recount): Promise<void> => {
  const where = isIn(scope)
  const rows = await ask(`
    select "productId", sum(shown) as shown, sum(clicked) as clicked, sum(carted) as carted, sum("plusOne") as "plusOne",
      sum(pieces) as pieces, sum(paid) as paid, sum(refunded) as refunded
    from (
      select "productId", count(*) filter (where kind = 'shown') as shown,
        count(distinct person) filter (where kind = 'clicked') as clicked,
        count(distinct person) filter (where kind = 'carted') as carted,
        count(distinct person) filter (where kind = 'plusOne') as "plusOne", 0 as pieces, 0 as paid, 0 as refunded
      from "recountFact"
      where kind in ('shown', 'clicked', 'carted', 'plusOne') and "productId" is not null and ${where}
      group by "productId"
      union all
      select "productId", 0, 0, 0, 0, pieces, case when kind = 'paid' then amount else 0 end,
        case when kind = 'refunded' then amount else 0 end
      from "recountGoods" where ${where}
    ) as each group by "productId"`)
  for (const row of rows)
    for (const figure of ['shown', 'clicked', 'carted', 'plusOne', 'pieces', 'paid', 'refunded'])
      found.set(`product ${String(row['productId'])} ${figure}`, numberIn(row, figure))
  // Delivery, discounts and refunds of an amount: what is no goods is the rest.
  const [rest] = await ask(`
    select coalesce(sum(amount) filter (where kind = 'paid'), 0) as paid,
      coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded
    from (
      select kind, amount from "recountMoney" where ${where}
      union all
      select kind, -amount from "recountGoods" where ${where}
    ) as each`)
  for (const figure of ['paid', 'refunded']) found.set(`otherSales ${figure}`, numberIn(rest, figure))
}

/** Money in all, over time, by product, by time on the stage and by link. */
export const recountMoney = async (ask: Ask, scope: RecountScope, found: Recount): Promise<void> => {
  const where = isIn(scope)
  for (const row of await ask(`select currency, ${sums} from "recountMoney" where ${where} group by currency`)) {
    for (const figure of sumNames) found.set(`money ${String(row['currency'])} ${figure}`, numberIn(row, figure))
    for (const [rows, figure] of [
      ['orders', 'orders'],
      ['payments', 'payments'],
    ] as const)
      found.set(`rows ${rows}`, numberIn(row, figure))
  }
  const [refunds] = await ask(`select count(*) as refunds from "recountMoney" where kind = 'refunded' and ${where}`)
  found.set('rows refunds', numberIn(refunds, 'refunds'))
  const step = 'live' in scope ? stepOf(scope.seconds) : 1
  // Of a live at the second of the order, of days on that of the act.
  const when = 'live' in scope ? `(second / ${step} * ${step})::text` : 'day::text'
  for (const row of await ask(`select ${when} as "when", ${sums} from "recountMoney" where ${where} group by 1`))
    for (const figure of sumNames) found.set(`sales ${String(row['when'])} ${figure}`, numberIn(row, figure))
  // Orders that were paid, on the day of the payment that paid them, with all that was paid for them.
  const links = await ask(`
    select association, count(*) as payments, sum((
      select sum(amount) from "recountMoney" as each where each."orderId" = paid."orderId" and each.kind = 'paid'
    )) as paid
    from "recountMoney" as paid
    where kind = 'paid' and not "isExtra" and association <> '' and ${where} group by association`)
  for (const row of links)
    for (const figure of ['payments', 'paid'])
      found.set(`link ${String(row['association'])} ${figure}`, numberIn(row, figure))
  await countProducts(ask, scope, found)
  if ('live' in scope) await countShowings(ask, scope.live, found)
}

/** Buyers by the month in Taipei of their first paid order, and who of them bought in each month that is over. */
export const recountCohorts = async (ask: Ask, runningMonth: string, found: Recount): Promise<void> => {
  const rows = await ask(`
    with bought as (
      select distinct person, to_char(day, 'YYYY-MM') as month from "recountMoney" where kind = 'paid' and not "isExtra"
    ), cohort as (
      select person, min(month) as cohort from bought group by person
    )
    select cohort, month, count(*) as persons from bought join cohort using (person) group by cohort, month`)
  for (const row of rows) {
    const [cohort, month] = [String(row['cohort']), String(row['month'])]
    if (cohort === month) found.set(`cohort ${cohort} persons`, numberIn(row, 'persons'))
    if (month < runningMonth) found.set(`cohort ${cohort} in ${month}`, numberIn(row, 'persons'))
  }
}

/** Seconds that lives were charged on the days. */
export const recountHours = async (
  ask: Ask,
  firmId: string,
  from: string,
  to: string,
  found: Recount,
): Promise<void> => {
  const [row] = await ask(`
    select coalesce(-sum(seconds), 0) as seconds from "liveHoursLedger"
    where "firmId" = '${firmId}' and kind = 'charge'
      and ("createdAt" at time zone 'Asia/Taipei')::date between '${from}' and '${to}'`)
  found.set('liveHours', numberIn(row, 'seconds'))
}

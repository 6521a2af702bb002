import { gridOf, stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import { type Ask, isIn, numberIn, type Recount, type RecountScope } from './recount-tables.ts'

const stayedMs = 5 * 60_000

/** SQL of looks at sign-up pages: of a live those at its forms from the end of the form's session before it to its own. */
const looksIn = async (ask: Ask, scope: RecountScope): Promise<string> => {
  const isLook = `kind = 'visited' and page = 'signup'`
  if (!('live' in scope)) return `${isLook} and ${isIn(scope)}`
  const rows = await ask(`
    select session."signupId"::text as form, live."endAt"::text as until, coalesce((
        select max(earlier."endAt") from "signupSession" as other join live as earlier on earlier.id = other."liveId"
        where other."signupId" = session."signupId" and earlier."beginAt" < live."beginAt"
      ), '-infinity')::text as since
    from "signupSession" as session join live on live.id = session."liveId" where session."liveId" = '${scope.live}'`)
  const windows = rows.map(
    ({ form, since, until }) =>
      `("pageId" = '${String(form)}' and at > '${String(since)}' and at <= '${String(until)}')`,
  )
  return `${isLook} and (${windows.join(' or ') || 'false'})`
}

/** Who came how far: a later step implies those before it, and orders of sales pages have no such way. */
const funnelIn = async (ask: Ask, scope: RecountScope, looks: string, by?: string): Promise<number[]> => {
  const where = isIn(scope)
  const byLink =
    by === undefined
      ? ''
      : `and person in (
          select person from "recountFact" where ${by}
            and ((kind = 'signedUp' and ${where}) or (${looks})))`
  const rows = await ask(`
    with reached as (
      select person, 0 as step from "recountFact" where ${looks}
      union all
      select person, case kind when 'signedUp' then 1 when 'joined' then 2 else 4 end from "recountFact"
      where kind in ('signedUp', 'joined', 'carted') and "liveId" is not null and ${where}
      union all
      select person, 3 from (
        select person, "liveId", unnest(range_agg(span)) as span from "recountPresence" where ${where}
        group by person, "liveId"
      ) as stay
      group by person having sum(upper(span) - lower(span)) >= ${stayedMs}
      union all
      select person, case kind when 'ordered' then 5 else 6 end from "recountMoney"
      where kind in ('ordered', 'paid') and not "isExtra" and "liveId" is not null and ${where}
      union all
      select person, 7 from "recountMoney" as paid
      where kind = 'paid' and not "isExtra" and "liveId" is not null and ${where} and (
        select coalesce(sum(case when kind = 'paid' then amount when kind = 'refunded' then -amount end), 0)
        from "recountMoney" as each where each."orderId" = paid."orderId"
      ) > 0
    )
    select step, count(*) as persons from (
      select person, max(step) as step from reached where person is not null ${byLink} group by person
    ) as farthest group by step`)
  const exactly = new Map(rows.map((row) => [numberIn(row, 'step'), numberIn(row, 'persons')]))
  let persons = 0
  return funnelSteps
    .map((_, step) => exactly.get(step) ?? 0)
    .toReversed()
    .map((count) => (persons += count))
    .toReversed()
}

/** Persons in the room of a live at each second from its begin to its end. */
const personsAtSeconds = async (ask: Ask, live: string, seconds: number): Promise<number[]> => {
  const rows = await ask(`
    with stay as (
      select person, unnest(range_agg(span)) as span from "recountPresence" where "liveId" = '${live}' group by person
    ), change as (
      select ceil(lower(span) / 1000.0)::integer as second, 1 as more from stay
      union all
      select ceil(upper(span) / 1000.0)::integer, -1 from stay
    )
    select second, sum(more) as more from change group by second`)
  const changes = new Map(rows.map((row) => [numberIn(row, 'second'), numberIn(row, 'more')]))
  let persons = 0
  return gridOf(1, seconds).map((second) => {
    persons += changes.get(second) ?? 0
    return persons
  })
}

const countCharts = async (ask: Ask, live: string, seconds: number, found: Recount): Promise<void> => {
  const step = stepOf(seconds)
  const persons = await personsAtSeconds(ask, live, seconds)
  for (const [second, count] of persons.entries()) found.set(`retention ${second}`, count)
  for (const second of gridOf(step, seconds)) found.set(`online ${second}`, persons[second] ?? 0)
  const said = await ask(`
    select floor("roomMs" / 1000.0 / ${step})::integer * ${step} as second, count(*) as comments
    from "roomEvent" where "liveId" = '${live}' and kind = 'commented' and "roomMs" >= 0 group by 1`)
  for (const row of said) found.set(`comments ${numberIn(row, 'second')}`, numberIn(row, 'comments'))
}

/** Persons, visits, the funnel and the charts of a live. */
export const recountPeople = async (ask: Ask, scope: RecountScope, found: Recount): Promise<void> => {
  const where = isIn(scope)
  const looks = await looksIn(ask, scope)
  const isView = `((${looks}) or (kind = 'visited' and page = 'live' and ${where}))`
  const [views] = await ask(`
    select count(distinct visit) as views from "recountFact" where ${isView}`)
  found.set('liveWatchTimes', numberIn(views, 'views'))
  const [people] = await ask(`
    select count(distinct person) filter (where kind = 'signedUp') as "signedUp",
      count(distinct person) filter (where kind = 'signedUp' and association <> '') as "signedUpByLink",
      count(distinct person) filter (where kind = 'joined') as joined
    from "recountFact" where kind in ('signedUp', 'joined') and ${where}`)
  found.set('liveSignupTimes', numberIn(people, 'signedUp'))
  found.set('associationSignupTimes', numberIn(people, 'signedUpByLink'))
  found.set('liveJoinTimes', numberIn(people, 'joined'))
  // Of those who came into a room: who had signed up for it by a link, on whatever day.
  const cameByLink = `
    with came as (select distinct "liveId", person from "recountFact" where kind = 'joined' and ${where}),
      signed as (
        select distinct "liveId", person, association from "recountFact" where kind = 'signedUp' and association <> '')`
  const [byLink] = await ask(`
    ${cameByLink} select count(distinct person) as joined from came join signed using ("liveId", person)`)
  found.set('associationJoinTimes', numberIn(byLink, 'joined'))
  const links = await ask(`
    ${cameByLink}
    select association, sum("signedUp") as "signedUp", sum(joined) as joined from (
      select association, count(distinct person) as "signedUp", 0 as joined from "recountFact"
      where kind = 'signedUp' and association <> '' and ${where} group by association
      union all
      select association, 0, count(distinct person) from signed join came using ("liveId", person) group by association
    ) as link group by association`)
  for (const row of links)
    for (const figure of ['signedUp', 'joined'])
      found.set(`link ${String(row['association'])} ${figure}`, numberIn(row, figure))
  for (const [prefix, by] of [
    ['funnel', undefined],
    ['funnel by amy', "association = 'amy'"],
    ['funnel from line', "source = 'line'"],
    ['funnel from facebook', "source = 'facebook'"],
  ] as const)
    for (const [at, persons] of (await funnelIn(ask, scope, looks, by)).entries())
      found.set(`${prefix} ${funnelSteps[at]}`, persons)
  if ('live' in scope) await countCharts(ask, scope.live, scope.seconds, found)
}

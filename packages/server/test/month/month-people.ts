import type { FactKind } from '@kaimai/contract/fact/fact.rules.ts'
import { idOf, liveMinutes, type Month, type MonthLive, picked, productCount, visitOf } from './month.ts'

/** SQL of what a fact says, over the rows of `from`; what is left out is null. */
interface FactOf {
  readonly sourceId: string
  /** Milliseconds since the live begins. */
  readonly ms: string
  /** It stands in the fact that it was at this live. */
  readonly isOfLive?: boolean
  readonly signupUserId?: string
  readonly liveUserId?: string
  readonly visit?: string
  readonly productId?: string
  readonly orderId?: string
  /** Minor units. */
  readonly amount?: string
  readonly isSimulated?: string
  /** Followed by whatever else SQL lets follow. */
  readonly from: string
}

/** The instant so many milliseconds after a live began. */
export const instantAt = ({ beginAt }: MonthLive, ms: string): string =>
  `${beginAt} + interval '1 millisecond' * (${ms})`

/** The statement that writes facts of one kind, `before` being the common tables that `from` reads. */
export const factsAs = (month: Month, live: MonthLive, before: string, kind: FactKind, is: FactOf): string => `
  ${before}
  insert into fact ("firmId", kind, "sourceId", at, "liveId", "offsetMs", "signupUserId", "liveUserId", visit, "productId",
    "orderId", amount, currency, attribution, "isSimulated")
  select '${month.firmId}'::uuid, '${kind}'::text, ${is.sourceId}, ${instantAt(live, is.ms)},
    ${is.isOfLive === false ? 'null' : `'${live.id}'`}::uuid, ${is.isOfLive === false ? 'null' : `(${is.ms})`}::bigint,
    (${is.signupUserId ?? 'null'})::uuid, (${is.liveUserId ?? 'null'})::uuid, (${is.visit ?? 'null'})::text,
    (${is.productId ?? 'null'})::uuid, (${is.orderId ?? 'null'})::uuid, (${is.amount ?? 'null'})::bigint,
    ${is.amount === undefined ? 'null' : `'TWD'`}::text,
    jsonb_build_object('association', association, 'source', source), ${is.isSimulated ?? 'false'}
  from ${is.from}
  on conflict do nothing`

/** What each person of the live's form chooses at this live: the table "actor", once for each of them. */
export const actorsOf = ({ firmId, size: { seed } }: Month, live: MonthLive): string => {
  const pick = (choice: number, below: number) => picked(seed, 'k', choice, below)
  const pickOnce = (choice: number, below: number) => picked(seed, '"personNumber"', choice, below)
  return `with numbered as (
      select n, ${live.number}::bigint * 1000000 + n as k, ${live.form}::bigint * 1000000 + n as "personNumber"
      from generate_series(0, ${live.people - 1}) n
    ), looked as (
      select *, ${pick(1, 100)} < 80 as "hasLooked", ${pick(6, 20)} = 0 as "isLate" from numbered
    ), signed as (
      select *, ${pick(2, 100)} < 60 and not ("hasLooked" and "isLate") as "hasSignedUp",
        case when "isLate" then 3600000 + ${pick(4, 36_000)} * 1000
          else -60000 - ${pick(4, 259_200)} * 1000 - ${pick(5, 1000)} end as "lookMs"
      from looked
    ), actor as (
      select *, ${pick(3, 100)} < case when "hasSignedUp" then 70 else 15 end as "hasCome",
        ${pick(11, 3300)} * 1000 - 300000 as "joinMs", ${pick(12, 3600)} * 1000 + ${pick(13, 1000)} as "stayMs",
        ${pick(15, 100)} = 0 as "isPreview",
        ${idOf(firmId, 'person', '"personNumber"')} as person, ${idOf(firmId, 'viewer', 'k')} as viewer,
        ${visitOf(firmId, 'look', 'k')} as visit,
        case when ${pick(20, 2)} = 0 then ${visitOf(firmId, 'look', 'k')} else ${visitOf(firmId, 'room', 'k')} end
          as "roomVisit",
        case when ${pickOnce(7, 100)} < 10 then 'amy' when ${pickOnce(7, 100)} < 15 then 'bob' else '' end as association,
        case when ${pickOnce(8, 100)} < 30 then 'line' when ${pickOnce(8, 100)} < 50 then 'facebook' else '' end as source
      from signed
    )`
}

const productOf = (firmId: string, which: string): string => idOf(firmId, 'product', `(${which})`)

/** The statements that write what people did at one live, but for money. */
export const peopleFacts = (month: Month, live: MonthLive): string[] => {
  const { firmId, size } = month
  const pick = (choice: number, below: number) => picked(size.seed, 'k', choice, below)
  const actors = actorsOf(month, live)
  const facts = (kind: FactKind, is: FactOf) => factsAs(month, live, actors, kind, is)
  const filmMs = liveMinutes * 60_000
  const here = { liveUserId: 'viewer', isSimulated: '"isPreview"' }
  // One in fifty signs up in the browser of somebody else.
  const signupVisit = `case when not "hasLooked" then null when ${pick(14, 50)} = 0 then ${visitOf(firmId, 'look', '(k - 1)')}
    else visit end`
  const connection = (what: string) => `${idOf(firmId, what, 'k')}::text`
  const known = 'case when "hasSignedUp" then person end'
  return [
    facts('visited', {
      sourceId: `concat_ws(' ', 'signup', '${live.formId}', visit)`,
      ms: '"lookMs"',
      isOfLive: false,
      visit: 'visit',
      from: 'actor where "hasLooked"',
    }),
    // Again in another tab, which nobody knows.
    facts('visited', {
      sourceId: `concat_ws(' ', 'signup', '${live.formId}', ${visitOf(firmId, 'again', 'k')})`,
      ms: '"lookMs" + 30000',
      isOfLive: false,
      visit: visitOf(firmId, 'again', 'k'),
      from: `actor where "hasLooked" and ${pick(16, 10)} = 0`,
    }),
    facts('visited', {
      sourceId: `concat_ws(' ', 'salesPage', ${idOf(firmId, 'page', `''`)}, ${visitOf(firmId, 'page', 'k')})`,
      ms: '"joinMs"',
      isOfLive: false,
      visit: visitOf(firmId, 'page', 'k'),
      from: `actor where ${pick(17, 100)} < 5`,
    }),
    facts('signedUp', {
      sourceId: `concat_ws(' ', person, '${live.id}')`,
      ms: `case when "hasLooked" then "lookMs" + 50000 else -${pick(18, 432_000)} * 1000 end`,
      signupUserId: 'person',
      visit: signupVisit,
      isSimulated: `${pick(19, 100)} = 0`,
      from: 'actor where "hasSignedUp"',
    }),
    facts('visited', {
      sourceId: `concat_ws(' ', 'live', '${live.id}', "roomVisit")`,
      ms: '"joinMs"',
      visit: '"roomVisit"',
      from: `actor where "hasCome" and ${pick(22, 100)} < 70`,
    }),
    facts('joined', {
      sourceId: connection('first'),
      ms: '"joinMs"',
      signupUserId: known,
      ...here,
      from: 'actor where "hasCome"',
    }),
    // One in fifty was on a server that was killed.
    facts('left', {
      sourceId: connection('first'),
      ms: `least("joinMs" + "stayMs", ${filmMs})`,
      signupUserId: known,
      ...here,
      from: `actor where "hasCome" and ${pick(23, 50)} > 0`,
    }),
    // A second device or a reconnect, of which the room knows the viewer alone; some of both overlap.
    ...(['joined', 'left'] as const).map((kind) =>
      facts(kind, {
        sourceId: connection('second'),
        ms: kind === 'joined' ? '"joinMs" + 120000' : `"joinMs" + 120000 + ${pick(24, 1200)} * 1000`,
        ...here,
        from: `actor where "hasCome" and ${pick(25, 100)} < 30`,
      }),
    ),
    facts('clicked', {
      sourceId: connection('click'),
      ms: '"joinMs" + 1000',
      visit: '"roomVisit"',
      productId: productOf(firmId, pick(26, productCount)),
      from: `actor where "hasCome" and ${pick(27, 100)} < 40`,
    }),
    ...['cart', 'another'].map((cart, at) =>
      facts('carted', {
        sourceId: connection(cart),
        ms: `"joinMs" + 20000 + ${at}`,
        signupUserId: `case when "hasSignedUp" and ${pick(28, 2)} = 0 then person end`,
        ...here,
        productId: productOf(firmId, pick(29 + at, productCount)),
        from: `actor where "hasCome" and ${pick(31, 100)} < ${25 - 20 * at}`,
      }),
    ),
    facts('plusOne', {
      sourceId: connection('plus one'),
      ms: '"joinMs" + 30000',
      signupUserId: known,
      ...here,
      productId: productOf(firmId, pick(32, productCount)),
      from: `actor where "hasCome" and ${pick(33, 100)} < 10`,
    }),
  ]
}

/** The statements that bring a live to so many facts: more presences and clicks of those who came. */
export const furtherFacts = (month: Month, live: MonthLive, facts: number): string[] => {
  const { firmId, size } = month
  const each = `'${live.number}-' || j`
  const j = (choice: number, below: number) =>
    picked(size.seed, `(${live.number}::bigint * 100000000 + j)`, choice, below)
  const before = `${actorsOf(month, live)}, there as (
      select *, row_number() over (order by n) - 1 as place from actor where "hasCome"
    ), act as (
      select there.*, j from generate_series(1, HOWMANY) j join there
        on there.place = ${j(40, 1_000_000_000)} % (select greatest(1, count(*)) from actor where "hasCome")
    )`
  const many = (count: number) => before.replace('HOWMANY', String(count))
  const presence = {
    sourceId: `${idOf(firmId, 'presence', each)}::text`,
    liveUserId: 'viewer',
    isSimulated: '"isPreview"',
    from: 'act',
  }
  const pairs = Math.floor(facts / 4)
  const fromMs = `${j(41, 3500)} * 1000 + ${j(42, 1000)}`
  return [
    factsAs(month, live, many(pairs), 'joined', { ...presence, ms: fromMs }),
    factsAs(month, live, many(pairs), 'left', { ...presence, ms: `${fromMs} + ${j(43, 300)} * 1000` }),
    factsAs(month, live, many(facts - 2 * pairs), 'clicked', {
      sourceId: `${idOf(firmId, 'further click', each)}::text`,
      ms: fromMs,
      visit: '"roomVisit"',
      productId: productOf(firmId, j(44, productCount)),
      from: 'act',
    }),
  ]
}

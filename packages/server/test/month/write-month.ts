import type { Database } from '../../src/platform/db/database.ts'
import { idOf, liveMinutes, type Month, type MonthLive, type MonthSize, picked } from './month.ts'
import { instantAt, peopleFacts, furtherFacts } from './month-people.ts'
import { moneyOf } from './month-money.ts'
import { writeShop } from './month-shop.ts'

const commentsOfLive = 300

/** Seconds at which each of the first products comes on the stage of every live, and at which it leaves. */
const showings: readonly (readonly [product: number, shown: number, hidden: number | undefined])[] = [
  [0, 0, 700],
  [1, 600, 1300],
  // Shown again while it stands.
  [1, 900, undefined],
  [2, 1300, 1300],
  [3, 1500, 2400],
  [0, 2000, 2600],
  // It stands until the end.
  [4, 3000, undefined],
]

/** What stood on the stage, and what viewers said. */
const stageOf = ({ firmId, size }: Month, live: MonthLive): string[] => {
  const moments = showings.flatMap(([product, shown, hidden], at) => [
    { kind: 'shown', product, second: shown, name: `shown ${at}` },
    ...(hidden === undefined ? [] : [{ kind: 'hidden', product, second: hidden, name: `hidden ${at}` }]),
  ])
  const facts = moments.map(
    ({ kind, product, second, name }) => `
      insert into fact ("firmId", kind, "sourceId", at, "liveId", "offsetMs", "productId", attribution, "isSimulated")
      values ('${firmId}', '${kind}', '${live.id} ${name}', ${instantAt(live, String(second * 1000))}, '${live.id}',
        ${second * 1000}, ${idOf(firmId, 'product', String(product))}, '{}', false)`,
  )
  const ms = picked(size.seed, `(${live.number}::bigint * 1000000 + n)`, 70, liveMinutes * 60_000)
  const comments = `
    insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", held, "createdAt")
    select '${live.id}'::uuid, n, '${firmId}'::uuid, ${ms}, 'commented', jsonb_build_object('user', jsonb_build_object(
      'userId', 'p' || n, 'name', '林' || n, 'imgUrl', '', 'as', 'viewer'), 'text', '請問還有嗎 ' || n),
      ${idOf(firmId, 'speaker', 'n')}, 'm' || n, false, ${instantAt(live, ms)}
    from generate_series(1, ${commentsOfLive}) n`
  return [...facts, comments]
}

const factCount = async (db: Database, firmId: string): Promise<number> =>
  Number((await db.raw('select count(*) as count from fact where "firmId" = $1', [firmId])).rows[0]?.['count'])

/**
 * A month of a firm, straight into the tables as its causes would have left it: who looked, signed up, came, stayed and
 * bought, by set-based SQL of one live after the other. Nothing is rolled up yet. Answers what was written.
 */
export const writeMonth = async (db: Database, firmId: string, size: MonthSize): Promise<Month & { facts: number }> => {
  const lives = await writeShop(db, firmId, size)
  const month: Month = { db, firmId, size, lives }
  for (const live of lives)
    for (const statement of [...stageOf(month, live), ...peopleFacts(month, live), ...moneyOf(month, live)])
      await db.raw(statement)
  const further = Math.floor((size.facts - (await factCount(db, firmId))) / lives.length)
  if (further > 0)
    for (const live of lives) for (const statement of furtherFacts(month, live, further)) await db.raw(statement)
  return { ...month, facts: await factCount(db, firmId) }
}

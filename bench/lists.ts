// Lists of a firm with 100,000 rows: opened, searched, sorted, and paged to the last page, over the whole app on PostgreSQL.
// A call that takes longer than the limit prints the plans of its queries; with --explain all do.
import type { Route } from '@kaimai/contract/common/route.ts'
import { liveUserRoutes } from '@kaimai/contract/live-user/live-user.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { fillSignups, fillViewers } from '../packages/server/test/signup-factory.ts'
import { type Member, testApp, type TestApp, urlOf } from '../packages/server/test/test-app.ts'
import { recordQueries } from '../packages/server/test/explain.ts'
import type { BenchRow } from './process.ts'

const limitMs = 100
const times = 15

interface Look {
  readonly name: string
  /** Without it the list's own. */
  readonly route?: Route
  readonly query: Readonly<Record<string, string | number>>
}
interface List {
  readonly name: string
  readonly route: Route
  /** Answers the parameters of the list's path, where it has some. */
  readonly fill: (t: TestApp, firmId: string, rows: number) => Promise<Readonly<Record<string, string>>>
  readonly looks: (rows: number) => readonly Look[]
}

/** Opaque to callers; a bench may know that it is an offset. */
const cursorAt = (offset: number): string => offset.toString(36)

const fillProducts: List['fill'] = async ({ platform: { db } }, firmId, rows) => {
  await db.raw(
    `insert into product (id, "firmId", "productName", "searchName", keyword, description, unit, price, currency, images, "createdAt", "changedAt")
     select md5('p' || n)::uuid, $1, '手捏陶碗 ' || n || ' 號', '手捏陶碗 ' || n || ' 號', '', '', '個', 68000 + n, 'TWD', '[]',
       timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01'
     from generate_series(1, $2::int) n`,
    [firmId, rows],
  )
  await db.raw(
    `insert into variant (id, "firmId", "productId", place, name, stock, sold)
     select md5('v' || n)::uuid, $1, md5('p' || n)::uuid, 0, '', n % 60, n % 9 from generate_series(1, $2::int) n`,
    [firmId, rows],
  )
  return {}
}

const lists: readonly List[] = [
  {
    name: 'products',
    route: productRoutes.list,
    fill: fillProducts,
    looks: (rows) => [
      { name: 'opened', query: {} },
      { name: 'searched', query: { q: '碗 4711' } },
      { name: 'searched in vain', query: { q: '沒有這個' } },
      { name: 'by price', query: { sort: '-price' } },
      { name: 'by stock', query: { sort: 'stock' } },
      { name: 'counted by state', route: productRoutes.counts, query: {} },
      { name: 'last page', query: { cursor: cursorAt(rows - 20) } },
    ],
  },
  {
    name: 'sign-ups',
    route: signupUserRoutes.list,
    fill: async ({ platform: { db } }, firmId, rows) => ({ ...(await fillSignups(db, firmId, rows)) }),
    looks: (rows) => [
      { name: 'opened', query: {} },
      { name: 'searched', query: { q: '怡君4711' } },
      { name: 'searched by phone', query: { q: '0900004711' } },
      { name: 'searched in vain', query: { q: '沒有這個人' } },
      { name: 'by name', query: { sort: 'name' } },
      { name: 'counted by state', route: signupUserRoutes.counts, query: {} },
      { name: 'last page', query: { cursor: cursorAt(rows - 20) } },
    ],
  },
  {
    name: 'viewers of one live',
    route: liveUserRoutes.list,
    fill: async ({ platform: { db } }, firmId, rows) => {
      const { liveId } = await fillSignups(db, firmId, 1)
      await fillViewers(db, firmId, liveId, rows)
      return { id: liveId }
    },
    looks: (rows) => [
      { name: 'opened', query: {} },
      { name: 'searched', query: { q: '怡君4711' } },
      { name: 'last page', query: { cursor: cursorAt(rows - 20) } },
    ],
  },
]

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const measure = async (
  t: TestApp,
  member: Member,
  list: List,
  rows: number,
  params: Readonly<Record<string, string>>,
  smoke: boolean,
): Promise<BenchRow[]> => {
  const found: BenchRow[] = []
  for (const { name, query, route = list.route } of list.looks(rows)) {
    const ask = () => t.request({ method: 'GET', url: urlOf(route, { params, query }), headers: { ...member.headers } })
    const took: number[] = []
    for (let time = 0; time < times; time += 1) {
      const began = performance.now()
      const { status } = await ask()
      took.push(performance.now() - began)
      if (status !== 200) throw new Error(`${list.name}, ${name}: ${status}`)
    }
    const ms = middle(took)
    if (ms > limitMs || process.argv.includes('--explain'))
      for (const plan of await recordQueries(ask, t.platform.db))
        process.stderr.write(`${list.name}, ${name}\n${plan}\n`)
    found.push({
      name: `list of ${rows.toLocaleString('en')} ${list.name}, ${name} (PostgreSQL, one call, median)`,
      ours: Number(ms.toFixed(1)),
      peer: undefined,
      unit: 'ms',
      ratio: undefined,
      goal: limitMs,
      ok: smoke || ms <= limitMs,
    })
  }
  return found
}

export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const rows = smoke ? 2000 : 100_000
  const postgres = await startPostgres()
  process.env['KAIMAI_TEST_SET'] = 'postgres'
  process.env['TEST_DATABASE_URL'] = postgres.url
  const t = await testApp()
  try {
    const found: BenchRow[] = []
    for (const list of lists) {
      const member = await t.aFirm(list.name)
      const params = await list.fill(t, member.firmId, rows)
      // As autovacuum leaves it: without, scans of an index alone still look each row up.
      await t.platform.db.raw('vacuum analyze')
      found.push(...(await measure(t, member, list, rows, params, smoke)))
    }
    return found
  } finally {
    await t.close()
    await postgres.stop()
  }
}

// Every list of a firm that has 100,000 of its rows: opened, searched, narrowed, sorted, counted, and paged to its end,
// over the whole app on PGlite and on PostgreSQL. Nothing is analyzed by hand: what keeps statistics is the product
// alone. With --without-statistics nobody does, which shows what a wrong estimate costs.
// One list alone: --list=orders; without PostgreSQL: --embedded. A call that takes longer than its limit prints the plans of its queries; with --explain all do.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { announcementRoutes } from '@kaimai/contract/announcement/announcement.routes.ts'
import { blockRoutes, roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { cursorOf } from '@kaimai/contract/common/page.ts'
import type { Route } from '@kaimai/contract/common/route.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { liveUserRoutes } from '@kaimai/contract/live-user/live-user.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes, memberRoutes } from '@kaimai/contract/member/member.routes.ts'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { deskRoutes } from '@kaimai/contract/room/desk.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import type { Database } from '../packages/server/src/platform/db/database.ts'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { openDatabase } from '../packages/server/src/platform/db/open-database.ts'
import { openPglite } from '../packages/server/src/platform/db/pglite.ts'
import { silentLog } from '../packages/server/test/database.ts'
import { recordQueries } from '../packages/server/test/explain.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { type Member, testApp, type TestApp, urlOf } from '../packages/server/test/test-app.ts'
import * as rowsOf from './list-rows.ts'
import type { BenchRow } from './process.ts'

/** No query may hold the embedded database for longer; here a whole call may not. */
const embeddedLimitMs = 200
const postgresLimitMs = 100
const times = 9
const smokeRows = 2_000
const smokeTimes = 2

type Query = Readonly<Record<string, string | number>>
interface Look {
  readonly name: string
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
}
interface List {
  readonly name: string
  readonly fill: rowsOf.Fill
  readonly looks: (of: Required<rowsOf.Filled> & { readonly firmId: string; readonly rows: number }) => readonly Look[]
}

const look = (route: Route, name: string, query: Query = {}, params: Look['params'] = {}): Look => ({
  route,
  name,
  query,
  params,
})
/** Looks at one route: as it opens, by every other order, narrowed in every way, and at its last page. */
const looksAt = (
  route: Route,
  rows: number,
  {
    searches = [],
    sorts = [],
    filters = [],
    base = {},
    params = {},
  }: {
    readonly searches?: readonly string[]
    readonly sorts?: readonly string[]
    readonly filters?: readonly Query[]
    readonly base?: Query
    readonly params?: Look['params']
  },
): Look[] => [
  look(route, 'opened', base, params),
  ...searches.map((q) => look(route, `searched ‘${q}’`, { ...base, q }, params)),
  ...sorts.map((sort) => look(route, `by ${sort}`, { ...base, sort }, params)),
  ...filters.map((filter) =>
    look(
      route,
      new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])).toString(),
      { ...base, ...filter },
      params,
    ),
  ),
  look(route, 'last page', { ...base, cursor: cursorOf(rows - 20) }, params),
]

const inVain = '沒有這個'

const lists: readonly List[] = [
  {
    name: 'products',
    fill: rowsOf.fillProducts,
    looks: ({ rows }) => [
      ...looksAt(productRoutes.list, rows, {
        searches: ['碗 4711', inVain],
        sorts: ['createdAt', 'productName', 'keyword', '-price', 'stock', '-sold'],
        filters: ['onSale', 'lowStock', 'soldOut', 'offSale'].map((status) => ({ status })),
      }),
      look(productRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'sign-ups',
    fill: rowsOf.fillPeople,
    looks: ({ rows, signupId, liveId }) => [
      ...looksAt(signupUserRoutes.list, rows, {
        searches: ['怡君4711', '0900004711', inVain],
        sorts: ['createdAt', 'name', '-name'],
        filters: [
          { signupId },
          { liveId },
          { liveId, came: 'yes' },
          { came: 'no' },
          { ordered: 'yes' },
          { flagged: 'yes' },
          { isCancelNotice: 'yes' },
          { source: 'import' },
        ],
      }),
      look(signupUserRoutes.oneDay, 'of one day', { day: '2026-09-10' }),
      look(signupUserRoutes.counts, 'counted'),
      look(signupUserRoutes.counts, 'counted in a live', { liveId }),
    ],
  },
  {
    name: 'viewers and comments of one live',
    fill: rowsOf.fillRoom,
    looks: ({ rows, liveId }) => [
      ...looksAt(liveUserRoutes.list, rows, {
        params: { id: liveId },
        searches: ['怡君4711', '0900004711', inVain],
        sorts: ['joinedAt', 'name', '-watchedSeconds', '-messages', '-orders'],
        filters: [{ came: 'yes' }, { came: 'no' }, { ordered: 'yes' }, { blocked: 'yes' }, { anonymous: 'no' }],
      }),
      look(liveUserRoutes.counts, 'counted', {}, { id: liveId }),
      ...looksAt(deskRoutes.viewers, rows, {
        base: { liveId },
        searches: ['怡君4711'],
        filters: [{ online: 'yes' }, { online: 'no' }],
      }).map((each) => ({ ...each, name: `in the control room, ${each.name}` })),
      ...['all', 'held', 'marked', 'questions', 'orders', 'removed'].map((filter) =>
        look(deskRoutes.comments, `comments, ${filter}`, { liveId, filter }),
      ),
      look(deskRoutes.comments, 'comments, searched', { liveId, q: '碗還有嗎 4711' }),
      look(deskRoutes.comments, 'comments, searched in vain', { liveId, q: inVain }),
      look(deskRoutes.comments, 'comments, the oldest', { liveId, before: 200 }),
      look(deskRoutes.figures, 'figures of the control room', { liveId }),
      ...looksAt(commentOrderRoutes.list, rows, { base: { liveId }, filters: [{ waits: 'yes' }, { waits: 'no' }] }).map(
        (each) => ({ ...each, name: `orders by comment, ${each.name}` }),
      ),
    ],
  },
  {
    name: 'orders',
    fill: rowsOf.fillOrders,
    looks: ({ rows, liveId }) => [
      ...looksAt(orderRoutes.list, rows, {
        searches: ['怡君4711', '0900004711', inVain],
        sorts: ['createdAt', 'orderNo', '-total', '-paidAt', 'paidAt'],
        filters: [
          { paymentState: 'paid' },
          { paymentState: 'partlyRefunded' },
          { liveId },
          { source: 'room' },
          { source: 'signup' },
          { unanswered: '1' },
        ],
      }),
      look(liveUserRoutes.list, 'buyers of the live', { ordered: 'yes' }, { id: liveId }),
      look(liveUserRoutes.list, 'viewers by orders', { sort: '-orders' }, { id: liveId }),
      look(liveUserRoutes.counts, 'viewers counted', {}, { id: liveId }),
      look(deskRoutes.figures, 'figures of the control room', { liveId }),
    ],
  },
  {
    name: 'letters',
    fill: rowsOf.fillLetters,
    looks: ({ rows }) =>
      looksAt(letterRoutes.list, rows, {
        searches: ['怡君4711', inVain],
        filters: [{ letterTemplateType: 2 }, { letterTemplateType: 9 }],
      }),
  },
  {
    name: 'blocks',
    fill: rowsOf.fillBlocks,
    looks: ({ rows, liveId }) => [
      ...looksAt(blockRoutes.list, rows, {
        searches: ['怡君4711', inVain],
        sorts: ['createdAt', 'name', '-name'],
        filters: [
          { state: 'active' },
          { state: 'temporary' },
          { state: 'permanent' },
          { state: 'cancelled' },
          { liveId },
        ],
      }),
      look(blockRoutes.counts, 'counted'),
      ...looksAt(roomBlockRoutes.list, rows, { base: { liveId }, searches: ['怡君4711'] }).map((each) => ({
        ...each,
        name: `of a room, ${each.name}`,
      })),
    ],
  },
  {
    name: 'sign-up forms',
    fill: rowsOf.fillForms,
    looks: ({ rows }) => [
      ...looksAt(signupRoutes.list, rows, {
        searches: ['報名 4711', inVain],
        sorts: ['createdAt', 'signupName', '-signups'],
        filters: [{ status: 'draft' }, { pageType: 'order' }],
      }),
      look(signupRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'sales pages',
    fill: rowsOf.fillSalesPages,
    looks: ({ rows }) => [
      ...looksAt(salesPageRoutes.list, rows, {
        searches: ['市集 4711', inVain],
        sorts: ['createdAt', '-changedAt', 'title'],
        filters: ['draft', 'scheduled', 'open', 'closed'].map((state) => ({ state })),
      }),
      look(salesPageRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'lives',
    fill: rowsOf.fillLives,
    looks: ({ rows }) => [
      ...looksAt(liveRoutes.list, rows, {
        searches: ['開窯夜 4711', inVain],
        sorts: ['beginAt', '-beginAt', 'liveName', '-signups'],
        filters: ['draft', 'scheduled', 'open', 'live', 'ended', 'cancelled'].map((status) => ({ status })),
      }),
      look(liveRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'videos',
    fill: rowsOf.fillVideos,
    looks: ({ rows }) => [
      ...looksAt(videoRoutes.list, rows, {
        searches: ['錄影 4711', inVain],
        sorts: ['createdAt', 'name', '-durationMs', '-size'],
        filters: [{ state: 'ready' }, { state: 'processing' }],
      }),
      look(videoRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'comment groups',
    fill: rowsOf.fillGroups,
    looks: ({ rows, videoId }) =>
      looksAt(commentModRoutes.list, rows, {
        searches: ['留言 4711', inVain],
        sorts: ['createdAt', '-changedAt', 'commentModName', '-comments'],
        filters: [{ videoId }],
      }),
  },
  {
    name: 'virtual users',
    fill: rowsOf.fillVirtualUsers,
    looks: ({ rows }) =>
      looksAt(virtualUserRoutes.list, rows, { searches: ['怡君4711', inVain], sorts: ['createdAt', 'name'] }),
  },
  {
    name: 'members',
    fill: rowsOf.fillMembers,
    looks: ({ rows }) =>
      looksAt(memberRoutes.list, rows, {
        searches: ['怡君4711', inVain],
        sorts: ['role', '-lastLoginAt', 'createdAt'],
        filters: [{ role: 'host' }],
      }),
  },
  {
    name: 'log entries',
    fill: rowsOf.fillLog,
    looks: ({ rows, memberId }) =>
      looksAt(auditRoutes.list, rows, {
        searches: ['陶碗 4711', inVain],
        sorts: ['createdAt'],
        filters: [
          { memberId },
          { action: 'live.publish' },
          { action: 'order' },
          { from: '2026-09-01', to: '2026-09-02' },
        ],
      }),
  },
  {
    name: 'ledger entries',
    fill: rowsOf.fillLedgers,
    looks: ({ rows, firmId }) => {
      const base = { month: '2026-11' }
      return [
        ...looksAt(firmRoutes.hoursLog, rows, { params: { id: firmId }, base }).map((each) => ({
          ...each,
          name: `hours, ${each.name}`,
        })),
        ...looksAt(firmRoutes.pointLog, rows, { params: { id: firmId }, base }).map((each) => ({
          ...each,
          name: `points, ${each.name}`,
        })),
      ]
    },
  },
  {
    name: 'announcements',
    fill: rowsOf.fillNews,
    looks: () => [look(announcementRoutes.list, 'opened')],
  },
]

interface Measured {
  readonly name: string
  readonly ms: number
}

/** Every look at every list, over the app on that database: its fastest of a few calls, which others on the machine disturb least. */
const measure = async (database: Database, rows: number, limitMs: number): Promise<Measured[]> => {
  const t = await testApp({ database })
  try {
    const found: Measured[] = []
    const wanted = process.argv.find((word) => word.startsWith('--list='))?.slice('--list='.length)
    for (const list of lists.filter(({ name }) => wanted === undefined || name.includes(wanted))) {
      const member = await t.aFirm(list.name)
      const of = { firmId: member.firmId, memberId: member.userId }
      const filled = { liveId: '', signupId: '', videoId: '', ...of, ...(await list.fill(database, of, rows)), rows }
      // A smoke shows that all runs; nobody waits for a plan.
      if (rows > smokeRows) await settle(database)
      for (const each of list.looks(filled)) {
        const name = `${list.name}, ${each.name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`
        found.push({ name, ms: await timeOf(t, member, each, { name, rows, limitMs }) })
      }
    }
    return found
  } finally {
    await t.close()
  }
}

/** Until the database's own maintenance has been everywhere that it wants to go; on PGlite that is the product's. */
const settle = async (database: Database): Promise<void> => {
  if (database.kind === 'pglite') return
  const changed = 'select count(*) as left from pg_stat_user_tables where n_mod_since_analyze > 50 + 0.1 * n_live_tup'
  while ((await database.raw(changed)).rows[0]?.['left'] !== 0) await sleep(200)
}

const timeOf = async (
  t: TestApp,
  member: Member,
  each: Look,
  { name, rows, limitMs }: { readonly name: string; readonly rows: number; readonly limitMs: number },
): Promise<number> => {
  const ask = () => t.request({ method: 'GET', url: urlOf(each.route, each), headers: { ...member.headers } })
  const took: number[] = []
  for (let time = 0; time < (rows > smokeRows ? times : smokeTimes); time += 1) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    const { status, body } = await ask()
    const { user, system } = process.cpuUsage(used)
    // The embedded database is in this process: its CPU is what the call holds it for on a machine of its own.
    took.push(t.platform.db.kind === 'pglite' ? (user + system) / 1000 : performance.now() - began)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }
  const ms = Math.min(...took)
  if ((ms > limitMs && rows > smokeRows) || process.argv.includes('--explain'))
    for (const plan of await recordQueries(ask, t.platform.db))
      process.stderr.write(`${t.platform.db.kind}, ${name}: ${ms.toFixed(0)} ms\n${plan}\n`)
  return ms
}

export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const rows = smoke ? smokeRows : 100_000
  const autovacuum = !process.argv.includes('--without-statistics')
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-bench-'))
  const postgres = process.argv.includes('--embedded') ? undefined : await startPostgres()
  try {
    const embedded = await openPglite({ dataDir: join(folder, 'database'), log: silentLog, autovacuum })
    await migrate(embedded, { log: silentLog })
    const onPglite = await measure(embedded, rows, embeddedLimitMs)
    const onPostgres = new Map<string, number>()
    if (postgres) {
      const server = await openDatabase({ url: postgres.url, log: silentLog })
      await migrate(server, { log: silentLog })
      // A minute by default, for which a bench need not wait.
      await server.raw(`alter system set autovacuum_naptime = '1s'`)
      await server.raw('select pg_reload_conf()')
      for (const { name, ms } of await measure(server, rows, postgresLimitMs)) onPostgres.set(name, ms)
    }
    return onPglite.map(({ name, ms }) => {
      const peer = onPostgres.get(name)
      return {
        name: `list of ${rows.toLocaleString('en')} ${name} (PGlite by CPU; peer: PostgreSQL, at most ${postgresLimitMs} ms)`,
        ours: Number(ms.toFixed(1)),
        peer: peer === undefined ? undefined : Number(peer.toFixed(1)),
        unit: 'ms',
        ratio: peer === undefined ? undefined : peer / ms,
        goal: embeddedLimitMs,
        ok: smoke || (ms <= embeddedLimitMs && (peer ?? 0) <= postgresLimitMs),
      }
    })
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

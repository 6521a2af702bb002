// Every list of a firm that has 100,000 of its rows: opened, searched, narrowed, sorted, counted, and paged to its end,
// over the whole app on PGlite and on PostgreSQL. Nothing is analyzed by hand: what keeps statistics is the product
// alone. With --without-statistics nobody does, which shows what a wrong estimate costs; with --stale statistics and plans
// are those of a firm with thirty rows, as they are until somebody has looked after a firm has brought in 5,000 more.
// One list alone: --list=orders; without PostgreSQL: --embedded. A call that takes longer than its limit prints the plans of its queries; with --explain all do.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../packages/server/src/platform/db/database.ts'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { openDatabase } from '../packages/server/src/platform/db/open-database.ts'
import { openPglite } from '../packages/server/src/platform/db/pglite.ts'
import { silentLog } from '../packages/server/test/database.ts'
import { recordQueries } from '../packages/server/test/explain.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { type Member, testApp, type TestApp, urlOf } from '../packages/server/test/test-app.ts'
import { lists } from './list-looks.ts'
import type { Look } from './look.ts'
import type { BenchRow } from './process.ts'

/** No query may hold the embedded database for longer, on whatever machine. */
const embeddedLimitMs = 200
/** Of a whole call. */
const postgresLimitMs = 100
const times = 9
const smokeRows = 300
const smokeTimes = 1
const isStale = process.argv.includes('--stale')
const autovacuum = !isStale && !process.argv.includes('--without-statistics')
const staleRows = 5_000
const fewRows = 30

interface Measured {
  readonly list: string
  readonly name: string
  readonly ms: number
  readonly limitMs: number
}

/** The longest that a query held the embedded database since it was last asked for. */
let longestHoldMs = 0
const takeLongestHold = (): number => {
  const ms = longestHoldMs
  longestHoldMs = 0
  return ms
}

/** Looks at a list with few rows so often that each of its statements has its one plan, with statistics of those rows. */
const useUp = async (t: TestApp, database: Database, list: (typeof lists)[number]): Promise<void> => {
  const member = await t.aFirm(`${list.name}, few`)
  const of = { firmId: member.firmId, memberId: member.userId }
  const rows = fewRows
  const filled = { liveId: '', signupId: '', videoId: '', ...of, ...(await list.fill(database, of, rows)), rows }
  await database.raw('analyze')
  for (const each of list.looks(filled))
    for (let time = 0; time < times; time += 1)
      await t.request({ method: 'GET', url: urlOf(each.route, each), headers: { ...member.headers } })
}

/** Every look at every list, over the app on that database: the slowest of a few calls. */
const measure = async (database: Database, rows: number, limitMs: number): Promise<Measured[]> => {
  const t = await testApp({ database })
  try {
    const found: Measured[] = []
    const wanted = process.argv.find((word) => word.startsWith('--list='))?.slice('--list='.length)
    for (const list of lists.filter(({ name }) => wanted === undefined || name.includes(wanted))) {
      // Announcements are the platform's own: there is no second firm with fewer.
      if (isStale && list.name !== 'announcements') await useUp(t, database, list)
      const member = await t.aFirm(list.name)
      const of = { firmId: member.firmId, memberId: member.userId }
      const filled = { liveId: '', signupId: '', videoId: '', ...of, ...(await list.fill(database, of, rows)), rows }
      // A smoke shows that all runs; nobody waits for a plan.
      if (rows > smokeRows && autovacuum) await settle(database)
      for (const each of list.looks(filled)) {
        const look = each.name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
        const ms = await timeOf(t, member, each, { name: `${list.name}, ${look}`, rows, limitMs })
        if (rows > smokeRows) process.stderr.write(`${database.kind}, ${list.name}, ${look}: ${ms.toFixed(0)} ms\n`)
        found.push({ list: list.name, name: look, limitMs, ms })
      }
    }
    return found
  } finally {
    await t.close()
  }
}

/** The product's own maintenance looks at a table once a minute at most: what it was to do by then it has done. */
const settledAfterMs = 60_000

/** Until the database's own maintenance has been everywhere that it wants to go; on PGlite that is the product's. */
const settle = async (database: Database): Promise<void> => {
  const isEmbedded = database.kind === 'pglite'
  const changed = `select count(*) as left from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`
  const began = performance.now()
  while ((await database.raw(changed)).rows[0]?.['left'] !== 0) {
    if (isEmbedded && performance.now() - began > settledAfterMs) return
    await sleep(200)
  }
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
    takeLongestHold()
    const began = performance.now()
    const { status, body } = await ask()
    took.push(t.platform.db.kind === 'pglite' ? takeLongestHold() : performance.now() - began)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }
  const ms = Math.max(...took)
  if ((ms > limitMs && rows > smokeRows) || process.argv.includes('--explain'))
    for (const plan of await recordQueries(ask, t.platform.db))
      process.stderr.write(`${t.platform.db.kind}, ${name}: ${ms.toFixed(0)} ms\n${plan}\n`)
  return ms
}

/** Of each list the slowest of its looks: all others are within its limit when that is. */
const rowsOf = (what: string, rows: number, measured: readonly Measured[]): BenchRow[] =>
  [...Map.groupBy(measured, ({ list }) => list)].flatMap(([list, looks]) => {
    const slowest = looks.toSorted((a, b) => b.ms - a.ms)[0]
    if (slowest === undefined) return []
    const { name, ms, limitMs } = slowest
    return {
      name: `${what}, ${rows.toLocaleString('en')} ${list}, of ${looks.length} looks: ${name}`,
      ours: Number(ms.toFixed(1)),
      peer: undefined,
      unit: 'ms',
      ratio: undefined,
      goal: Math.round(limitMs),
      ok: rows === smokeRows || ms <= limitMs,
    }
  })

export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const rows = smoke ? smokeRows : isStale ? staleRows : 100_000
  const onHeld = (ms: number): void => void (longestHoldMs = Math.max(longestHoldMs, ms))
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-bench-'))
  const postgres = process.argv.includes('--embedded') ? undefined : await startPostgres()
  try {
    const embedded = await openPglite({ dataDir: join(folder, 'database'), log: silentLog, autovacuum, onHeld })
    await migrate(embedded, { log: silentLog })
    const onPglite = await measure(embedded, rows, embeddedLimitMs)
    const found = [...rowsOf('longest query on PGlite', rows, onPglite)]
    if (postgres) {
      const server = await openDatabase({ url: postgres.url, log: silentLog })
      await migrate(server, { log: silentLog })
      // A minute by default, for which a bench need not wait.
      await server.raw(`alter system set autovacuum_naptime = '1s'`)
      await server.raw('select pg_reload_conf()')
      found.push(...rowsOf('slowest call on PostgreSQL', rows, await measure(server, rows, postgresLimitMs)))
    }
    return found
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

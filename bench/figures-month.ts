// The figures of a made-up month: 60 lives, 200,000 people, ten million facts, 3 % refunds on PostgreSQL, a tenth of it on
// PGlite. How fast the roll-up adds the facts up, how long each call of the dashboard takes over HTTP once a server has packed
// the days that are over, as it does by itself, and whether every figure is what an independent recount says
// (figures-recount.ts). One database alone: --database=postgres or --database=pglite; another size: --facts=1000000,
// --people=20000, --lives=60, --seed=1; an error beforehand: --plant.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../packages/server/src/platform/db/database.ts'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { openDatabase } from '../packages/server/src/platform/db/open-database.ts'
import { openPglite } from '../packages/server/src/platform/db/pglite.ts'
import { silentLog } from '../packages/server/test/database.ts'
import { packDays, rollUp } from '../packages/server/test/figure-stage.ts'
import { type MonthSize, monthIsOver } from '../packages/server/test/month/month.ts'
import { oneConnection } from '../packages/server/test/month/one-connection.ts'
import { writeMonth } from '../packages/server/test/month/write-month.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { testApp } from '../packages/server/test/test-app.ts'
import { timeCalls } from './figures-calls.ts'
import { recountFigures } from './figures-recount.ts'
import { timeRunning } from './figures-running.ts'
import type { BenchRow } from './process.ts'

const factsPerSecondGoal = 20_000
const smokeSize = { lives: 2, people: 200, facts: 5000, orderPercent: 60, refundPercent: 40 }
const wholeSize = { lives: 60, orderPercent: 12, refundPercent: 3 }
/** Ten thousand are what a room takes. */
const peopleInRoom = { postgres: 10_000, pglite: 2_000 }
const wholeFacts = { postgres: 10_000_000, pglite: 1_000_000 }

const given = () =>
  parseArgs({
    args: process.argv.slice(1).filter((word) => word !== '--'),
    options: {
      facts: { type: 'string' },
      people: { type: 'string' },
      lives: { type: 'string' },
      seed: { type: 'string' },
      database: { type: 'string' },
    },
    strict: false,
    allowPositionals: true,
  }).values

const numberOf = (name: 'facts' | 'people' | 'lives' | 'seed'): number | undefined => {
  const value = given()[name]
  return value === undefined ? undefined : Number(value)
}

const sizeOf = (kind: Database['kind'], smoke: boolean): MonthSize => {
  const seed = numberOf('seed') ?? 1
  if (smoke) return { ...smokeSize, seed }
  const facts = numberOf('facts') ?? wholeFacts[kind]
  // As many facts a person as in the month of ten million.
  const people = numberOf('people') ?? Math.ceil(facts / 50)
  return { ...wholeSize, lives: numberOf('lives') ?? wholeSize.lives, facts, people, seed }
}

const log = (what: string, beganAt: number): void => {
  process.stderr.write(`${what}: ${((performance.now() - beganAt) / 1000).toFixed(1)} s\n`)
}

/** `url`: where PostgreSQL is reached. */
const measure = async (database: Database, url: string | undefined, smoke: boolean): Promise<BenchRow[]> => {
  const t = await testApp({ database, startAt: monthIsOver })
  const connection = await oneConnection({ raw: database.raw, ...(url === undefined ? {} : { url }) })
  try {
    const member = await t.aFirm('月報')
    const size = sizeOf(database.kind, smoke)
    const beganAt = performance.now()
    const month = await writeMonth(database, member.firmId, size)
    log(`${database.kind}, ${month.facts} facts written`, beganAt)
    // What autovacuum has done by the end of a real month.
    await connection.ask('analyze')
    const countedAt = performance.now()
    await rollUp(t)
    const perSecond = month.facts / ((performance.now() - countedAt) / 1000)
    log(`${database.kind}, rolled up`, countedAt)
    // The same of the sums. A month's rows in a quarter of an hour would have it at work through all that is timed.
    const vacuumedAt = performance.now()
    await connection.ask(database.kind === 'postgres' ? 'vacuum analyze' : 'analyze')
    log(`${database.kind}, vacuumed`, vacuumedAt)
    const packedAt = performance.now()
    await packDays(t)
    log(`${database.kind}, days that are over packed`, packedAt)
    const where = `${database.kind === 'postgres' ? 'PostgreSQL' : 'PGlite'}, ${month.facts.toLocaleString('en')} facts`
    const rate: BenchRow = {
      name: `facts that the roll-up adds up, ${where}`,
      ours: Math.round(perSecond),
      peer: undefined,
      unit: '/s',
      ratio: undefined,
      goal: factsPerSecondGoal,
      ok: smoke || perSecond >= factsPerSecondGoal,
    }
    const calls = await timeCalls(t, member, month, { where, smoke })
    const recountedAt = performance.now()
    const compared = await recountFigures({ t, member, month, ask: connection.ask }, where)
    log(`${where}, recounted: ${compared.map(({ name, ours }) => `${ours} ${name}`).join('; ')}`, recountedAt)
    const people = smoke ? 50 : peopleInRoom[database.kind]
    return [rate, ...calls, ...compared, ...(await timeRunning(t, member, { people, where, smoke }))]
  } finally {
    await connection.end()
    await t.close()
  }
}

const onPglite = async (smoke: boolean): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-bench-'))
  try {
    const database = await openPglite({ dataDir: join(folder, 'database'), log: silentLog })
    await migrate(database, { log: silentLog })
    return await measure(database, undefined, smoke)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// As its manual says a server of its own is set up: with 128 MB, as it comes, it would read its indexes from disk all the time.
const ownServer = ['shared_buffers=2GB', 'max_wal_size=8GB']

const onPostgres = async (smoke: boolean): Promise<BenchRow[]> => {
  const postgres = await startPostgres({ durable: true, settings: smoke ? [] : ownServer })
  try {
    const database = await openDatabase({ url: postgres.url, log: silentLog })
    await migrate(database, { log: silentLog })
    return await measure(database, postgres.url, smoke)
  } finally {
    await postgres.stop()
  }
}

export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const { database } = given()
  return [
    ...(database === 'postgres' ? [] : await onPglite(smoke)),
    ...(database === 'pglite' ? [] : await onPostgres(smoke)),
  ]
}

if (import.meta.main) {
  console.table(await run({ smoke: process.argv.includes('--smoke') }))
  process.exit(0)
}

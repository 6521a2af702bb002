// A file with as many products as one may hold, brought in by the console's own calls on either database: how long it takes,
// what it costs, and how soon the list of products answers meanwhile; then how late comments come in a busy room beside one of
// products and one of people (imports-beside-room.ts). --embedded leaves PostgreSQL out.
import { setTimeout as sleep } from 'node:timers/promises'
import { sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { Client } from 'pg'
import { callApi, loginApi } from '../e2e/harness/api.ts'
import { untilDemoIsFilled } from '../e2e/harness/filled.ts'
import { removeData, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { postgresCpuMs, postmasterOf } from './checkout-client.ts'
import { besideRoom, productsFile } from './imports-beside-room.ts'
import { type BenchRow, cpuSeconds } from './process.ts'

const smokeRows = 300
/** Between two looks at how far it is. */
const lookEveryMs = 500
/** It only ends what hangs. */
const hangMs = 30 * 60_000

interface Measured {
  readonly readSeconds: number
  readonly writeSeconds: number
  /** Of server and database, milliseconds a row that was written. */
  readonly cpuMs: number
  /** Of the list's first page while rows are written, milliseconds. */
  readonly listP95: number
}

/** One of the database's connections, kept open: beside its process its others are found. */
const connectTo = async (url: string | undefined): Promise<{ pid: number | undefined; end: () => Promise<void> }> => {
  if (url === undefined) return { pid: undefined, end: async () => undefined }
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return { pid: Number(rows[0]?.['pid']), end: () => client.end() }
}

const measure = async (rows: number, smoke: boolean, databaseUrl: string | undefined): Promise<Measured> => {
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, KAIMAI_SECRET: 'x'.repeat(40) }
  const server = await startServer({ env })
  const database = await connectTo(databaseUrl)
  try {
    const { url, dataDir } = server
    // What the first start does behind its visitors' backs is no part of an import.
    if (!smoke) await untilDemoIsFilled(url, dataDir)
    const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
    const list = () => callApi(url, productRoutes.list, { query: { limit: 20 } }, headers)
    const before = (await list()).total
    const form = new FormData()
    form.set('fileName', 'bench.csv')
    form.set('file', productsFile(rows), 'bench.csv')
    const beganAt = performance.now()
    const { id, total } = await callApi(url, productImportRoutes.read, { body: form }, headers)
    const readSeconds = (performance.now() - beganAt) / 1000
    if (total !== rows) throw new Error(`the import reads ${total} of ${rows} rows`)
    const cpuMs = () => cpuSeconds(server.process.pid ?? 0) * 1000 + postgresCpuMs(postmasterOf(database.pid))
    const cpuBefore = cpuMs()
    const startedAt = performance.now()
    await callApi(url, productImportRoutes.start, { params: { id }, body: {} }, headers)
    const times: number[] = []
    for (;;) {
      const { state, reason } = await callApi(url, productImportRoutes.run, { params: { id } }, headers)
      if (state === 'done') break
      if (state !== 'running') throw new Error(`the import is ${state}: ${reason}`)
      if (performance.now() - startedAt > hangMs) throw new Error('the import does not end')
      const askedAt = performance.now()
      await list()
      times.push(performance.now() - askedAt)
      await sleep(lookEveryMs)
    }
    const writeSeconds = (performance.now() - startedAt) / 1000
    const cpu = (cpuMs() - cpuBefore) / rows
    const made = (await list()).total - before
    if (made !== rows) throw new Error(`the import made ${made} of ${rows} products`)
    times.sort((a, b) => a - b)
    return { readSeconds, writeSeconds, cpuMs: cpu, listP95: times[Math.floor(times.length * 0.95)] ?? Number.NaN }
  } finally {
    await database.end()
    await server.stop()
    await removeData(server)
  }
}

const rowsOf = (what: string, { readSeconds, writeSeconds, cpuMs, listP95 }: Measured): BenchRow[] => {
  const row = (name: string, ours: number, unit: string): BenchRow => ({
    name: `${name}, ${what}`,
    ours: Number(ours.toFixed(1)),
    peer: undefined,
    unit,
    ratio: undefined,
    goal: undefined,
    ok: true,
  })
  return [
    row('a file of products read and judged', readSeconds, 's'),
    row('its rows written, with the rests in between', writeSeconds, 's'),
    row('CPU of server and database a row written', cpuMs, 'ms'),
    row('p95 of the list of products meanwhile', listP95, 'ms'),
  ]
}

/** `smoke`: a few rows on PGlite, which shows that all are written. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const rows = smoke ? smokeRows : sheetLimits.rows
  const count = `${rows.toLocaleString('en')} rows`
  const found = [
    ...rowsOf(`${count}, PGlite`, await measure(rows, smoke, undefined)),
    ...(await besideRoom({ rows, smoke })),
  ]
  if (smoke || process.argv.includes('--embedded')) return found
  const postgres = await startPostgres({ durable: true })
  try {
    return [...found, ...rowsOf(`${count}, PostgreSQL`, await measure(rows, smoke, postgres.url))]
  } finally {
    await postgres.stop()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))

// The rows behind a figure as a file: 100,000 payments out of a running server on PostgreSQL. How much memory and CPU it
// takes, when its first byte comes, whether LibreOffice (where it is installed) shows what was written, and what is left when
// the caller hangs up half-way. It has six columns; the file of 100,000 sign-ups, with sixteen, is taken beside it. The goal
// of CPU is that of a file of twelve, by the cells of each.
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { Client } from 'pg'
import { loginApi } from '../e2e/harness/api.ts'
import { untilDemoIsFilled } from '../e2e/harness/filled.ts'
import { removeData, type RunningServer, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import { fillSignups } from '../packages/server/test/signup-factory.ts'
import { wrongCells } from './figures-export-cells.ts'
import { type BenchRow, cpuSeconds } from './process.ts'

const wholeRows = 100_000
const smokeRows = 300
const columns = 6
const peopleColumns = 16
/** Of 100,000 rows of twelve columns. */
const cpuGoalSeconds = 1.2
const cpuGoalColumns = 12
const growthGoalMb = 100
const firstByteGoalMs = 1000
/** Long before any of the demo's own payments. */
const daysAgo = 60
const lookEveryMs = 20
/** So long after the caller has gone nothing may be left. */
const graceMs = 2000

const day = taipeiDay(Date.now() - daysAgo * 86_400_000)

/** Until the server's roll-up has the payments in its sums: the list has what is counted. */
const untilCounted = async (client: Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query(`
      select 1 from "factToCount" join fact using (seq) where fact."sourceId" like 'export %' limit 1`)
    if (rows.length === 0) return
    await sleep(lookEveryMs)
  }
}

/** Orders of one day and their payments. */
const writePayments = async (client: Client, firmId: string, rows: number): Promise<void> => {
  const id = (what: string) => `md5('export ${what} ' || n)::uuid`
  const at = `timestamptz '${day}T00:00:00+08:00' + n * interval '0.5 seconds'`
  await client.query(`
    insert into "order" (id, "firmId", source, "sourceId", "shopperId", "orderNo", "keyHash", "paymentState",
      "fulfilmentState", "heldUntil", "paidAt", currency, subtotal, "deliveryFee", "paymentFee", rounding, total,
      "totalQuantity", "paymentMethod", "fullName", phone, email, delivery, invoice, memo, "searchText", "contactText",
      "createdAt", "isTest")
    select ${id('order')}, '${firmId}'::uuid, 'salesPage', ${id('page')}, ${id('shopper')}, 'X' || lpad(n::text, 10, '0'),
      md5('export key ' || n), 'paid', 'none', ${at}, ${at}, 'TWD', n * 100, 0, 0, 0, n * 100, 1, 'card', '林小美 ' || n,
      '+886912345678', 'mei@example.com', '{"type":"self"}'::jsonb, '{"class":"member"}'::jsonb, '', '', '', ${at}, false
    from generate_series(1, ${rows}) n`)
  await client.query(`
    insert into fact ("firmId", kind, "sourceId", at, "orderId", amount, currency, attribution, "isSimulated")
    select '${firmId}'::uuid, 'paid', 'export ' || n, ${at}, ${id('order')}, n * 100, 'TWD', '{"association": "amy"}'::jsonb,
      false
    from generate_series(1, ${rows}) n`)
  await client.query('analyze "order"')
  await client.query('analyze fact')
  await untilCounted(client)
}

const megabytes = (pid: number): number => {
  const found = /^VmRSS:\s+(?<kb>\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.groups?.['kb'] ?? 0) / 1024
}

interface Taken {
  readonly firstByteMs: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly growthMb: number
  readonly file: Buffer
}

/** Reads the file, as a browser would that shows how far it is. */
const take = async (
  url: string,
  { headers, ...asked }: { readonly headers: Readonly<Record<string, string>>; readonly body?: object },
  pid: number,
): Promise<Taken> => {
  const before = { cpu: cpuSeconds(pid), memory: megabytes(pid) }
  let most = before.memory
  const looks = setInterval(() => {
    most = Math.max(most, megabytes(pid))
  }, lookEveryMs)
  try {
    const askedAt = performance.now()
    const answer = await fetch(
      url,
      asked.body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(asked.body),
          },
    )
    if (answer.status !== 200 || answer.body === null) throw new Error(`${answer.status} ${await answer.text()}`)
    const chunks: Uint8Array[] = []
    let firstByteMs = Number.NaN
    for await (const chunk of answer.body) {
      if (chunks.length === 0) firstByteMs = performance.now() - askedAt
      chunks.push(chunk)
    }
    return {
      firstByteMs,
      seconds: (performance.now() - askedAt) / 1000,
      cpuSeconds: cpuSeconds(pid) - before.cpu,
      growthMb: most - before.memory,
      file: Buffer.concat(chunks),
    }
  } finally {
    clearInterval(looks)
  }
}

/** The file behind the lines that say how far it is. */
const withoutProgress = (answer: Buffer): Buffer => answer.subarray(answer.indexOf('\n\n') + 2)

/** Each cell as a person sees it, the newest first: a number and a moment bare, a text in quotes. */
const expectedCells = (format: SheetFormat, rows: number): string[][] =>
  Array.from({ length: rows }, (_, place) => {
    const n = rows - place
    const second = new Date(Date.parse(`${day}T00:00:00Z`) + n * 500).toISOString().slice(0, 19).replace('T', ' ')
    // A text that LibreOffice takes for a moment it shows in its own way.
    const at = format === 'xlsx' ? second : `${second.slice(0, 16)}:00`
    const amount = format === 'xlsx' ? n.toLocaleString('en') : String(n)
    return [at, `"X${String(n).padStart(10, '0')}"`, `"林小美 ${n}"`, amount, '"TWD"', '"amy"']
  })

/** Statements that run and temporary files of the database, and files in the server's own folder. */
const leftBehind = async (client: Client, { dataDir }: RunningServer): Promise<number> => {
  const { rows } = await client.query(`
    select (select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ilike '%fact%kind%')
      + (select count(*) from pg_ls_tmpdir()) as count`)
  const files = await readdir(dataDir, { recursive: true })
  return Number(rows[0]?.['count']) + files.filter((name) => /tmp|xlsx|csv|part/i.test(name)).length
}

/** Hangs up once the first lines of progress are there; how much more is left behind than there was. */
const hangUp = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  client: Client,
  server: RunningServer,
): Promise<{ readonly left: number; readonly cpuSeconds: number }> => {
  const before = await leftBehind(client, server)
  const gone = new AbortController()
  const answer = await fetch(url, { headers, signal: gone.signal })
  const reader = answer.body?.getReader()
  for (let bytes = 0; bytes < 200; ) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done || value === undefined) break
    bytes += value.length
  }
  gone.abort()
  await sleep(graceMs)
  const cpuBefore = cpuSeconds(server.process.pid ?? 0)
  const left = (await leftBehind(client, server)) - before
  await sleep(graceMs)
  return { left, cpuSeconds: cpuSeconds(server.process.pid ?? 0) - cpuBefore }
}

const measure = async (server: RunningServer, databaseUrl: string, smoke: boolean): Promise<BenchRow[]> => {
  const rows = smoke ? smokeRows : wholeRows
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    if (!smoke) await untilDemoIsFilled(server.url, server.dataDir)
    const { headers, firmId } = await loginApi(server.url, 'demo', 'kaimai-demo')
    await writePayments(client, firmId, rows)
    const pid = server.process.pid ?? 0
    const urlOf = (how: object) => {
      const query = new URLSearchParams({ figure: 'payments', from: day, to: day, ...how })
      return `${server.url}${pathOf(figureRoutes.exportRows)}?${query}`
    }
    const silent = await take(urlOf({}), { headers }, pid)
    const shown = await take(urlOf({ progress: '1' }), { headers }, pid)
    const csv = await take(urlOf({ format: 'csv' }), { headers }, pid)
    const wrong = {
      xlsx: await wrongCells(withoutProgress(shown.file), 'xlsx', expectedCells('xlsx', rows)),
      csv: await wrongCells(csv.file, 'csv', expectedCells('csv', rows)),
    }
    if (wrong.xlsx === undefined) process.stderr.write('LibreOffice is not installed: no cell was compared\n')
    const { signupId } = await fillSignups({ raw: (text, values) => client.query(text, values) }, firmId, rows)
    await client.query('analyze')
    const people = await take(
      `${server.url}${pathOf(signupUserRoutes.exportExcel)}`,
      { headers, body: { signupId } },
      pid,
    )
    const gone = await hangUp(urlOf({ progress: '1' }), headers, client, server)
    const row = (
      name: string,
      ours: number,
      unit: string,
      goal: number | undefined,
      wide: number = columns,
    ): BenchRow => ({
      name: `${name}, ${rows.toLocaleString('en')} rows × ${wide} columns, PostgreSQL`,
      ours: Number(ours.toFixed(2)),
      peer: undefined,
      unit,
      ratio: undefined,
      goal,
      ok: smoke || goal === undefined || ours <= goal,
    })
    /** Of as many cells as a file has. */
    const cpuGoal = (wide: number) => Number(((cpuGoalSeconds * rows * wide) / (wholeRows * cpuGoalColumns)).toFixed(2))
    const cpu = (name: string, { cpuSeconds: seconds }: Taken, wide?: number) =>
      row(`CPU of the server${name}`, seconds, 's', cpuGoal(wide ?? columns), wide)
    return [
      row('growth of the server’s memory', Math.max(silent.growthMb, shown.growthMb), 'MB', growthGoalMb),
      row('first byte of a file with progress', shown.firstByteMs, 'ms', firstByteGoalMs),
      row('first byte of a file without', silent.firstByteMs, 'ms', firstByteGoalMs),
      cpu(' with progress', shown),
      cpu(' without', silent),
      cpu(', .csv', csv),
      cpu(' for the file of sign-ups', people, peopleColumns),
      row('growth of its memory for the file of sign-ups', people.growthMb, 'MB', growthGoalMb, peopleColumns),
      row('the whole file', silent.seconds, 's', undefined),
      row('its size', silent.file.length / 1e6, 'MB', undefined),
      row('size of the .csv', csv.file.length / 1e6, 'MB', undefined),
      ...Object.entries(wrong).flatMap(([format, cells]) =>
        cells === undefined ? [] : [row(`cells that LibreOffice reads otherwise, .${format}`, cells, 'cells', 0)],
      ),
      row('statements and files left by a caller who hung up', gone.left, 'left', 0),
      row('CPU of the server after that', gone.cpuSeconds, 's', undefined),
    ]
  } finally {
    await client.end()
  }
}

/** `smoke`: a few rows, which shows that all runs. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const postgres = await startPostgres({ durable: true })
  try {
    const server = await startServer({ env: { DATABASE_URL: postgres.url, KAIMAI_SECRET: 'x'.repeat(40) } })
    try {
      return await measure(server, postgres.url, smoke)
    } finally {
      await server.stop()
      await removeData(server)
    }
  } finally {
    await postgres.stop()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))

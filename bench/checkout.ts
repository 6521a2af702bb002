// Whole guest orders, the rush for the last pieces, and adding to the cart, over HTTP on the whole app.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { newId } from '../packages/server/src/platform/ids.ts'
import { startPostgres } from '../packages/server/test/servers.ts'
import type { Ask, Progress, Ready } from './checkout-server.ts'

export interface BenchRow {
  readonly name: string
  readonly ours: number
  /** Undefined where no peer was measured. */
  readonly peer: number | undefined
  readonly unit: string
  /** How many times better than the peer. */
  readonly ratio: number | undefined
  /** The ratio to reach, or without a peer the figure not to exceed. */
  readonly goal: number
  readonly ok: boolean
}

/** Recorded on this kind of machine with the same client (shared figures): Vendure 3.7.1, PostgreSQL 15, 20 buyers. */
const vendure = { ordersPerSecond: 9.7, cpuMsPerOrder: 105, listPerSecond: 23.9 }
/** Medusa 2.17.2, as above: 1.8 orders/s, 729 ms CPU each, 34.2 lists/s. */
const medusa = { listPerSecond: 34.2 }

const ordersGoal = 30
const listGoal = 50
const addP99GoalMs = 50
const buyers = 20
const rushBuyers = 200
const rushPieces = 50
const addEveryMs = 2000

interface Served {
  readonly ready: Ready
  readonly ask: (given: Ask) => Promise<Progress>
  readonly close: () => Promise<void>
}

const serverFile = fileURLToPath(new URL('./checkout-server.ts', import.meta.url))

const nextMessage = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the server has ended (${String(code)})`)
    }),
  ])
  return message
}

const serve = async (databaseUrl: string | undefined, viewers: number): Promise<Served> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaimai-checkout-'))
  const child = fork(serverFile, [String(viewers)], {
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      KAIMAI_DATA: dataDir,
      KAIMAI_DEMO: '0',
      KAIMAI_SECRET: 'only for this run and long enough for a secret',
      LOG_LEVEL: 'error',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  })
  const ready = await nextMessage<Ready>(child)
  return {
    ready,
    ask: (given) => {
      child.send(given)
      return nextMessage(child)
    },
    close: async () => {
      child.send({ ask: 'close' } satisfies Ask)
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One connection a lane, kept open, as a browser keeps its own. */
const client = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: rushBuyers })
  return (method: string, path: string, body: object | undefined, headers: Record<string, string>) =>
    new Promise<{ status: number; data: Record<string, unknown> }>((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const asked = request(
        origin + path,
        {
          agent,
          method,
          headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const answer = JSON.parse(Buffer.concat(parts).toString('utf8'))
            resolve({ status: response.statusCode ?? 0, data: answer.data ?? {} })
          })
        },
      )
      asked.on('error', reject)
      asked.end(text)
    })
}
type Call = ReturnType<typeof client>

const wanted = async (given: ReturnType<Call>): Promise<Record<string, unknown>> => {
  const { status, data } = await given
  if (status !== 200) throw new Error(`answered with ${status}`)
  return data
}

const add = (call: Call, { variantId, streamId }: Ready, key: string) =>
  call('PUT', '/api/room/cart', { variantId, quantity: 1 }, { 'x-viewer-key': key, 'x-stream-id': streamId })

const createOrder = (call: Call, { streamId, price }: Ready, viewerKey: string) =>
  call(
    'POST',
    '/api/pay/purchase/create_order',
    {
      streamId,
      viewerKey,
      personal: { fullName: '林小美', phone: '0912345678', email: 'mei@example.com' },
      delivery: { type: 'self' },
      paymentMethod: 'sandbox',
      invoice: { class: 'member' },
      expectedTotal: price,
    },
    { 'idempotency-key': newId() },
  )

/** Add, order, start the payment, and pay it at the sandbox, whose signed notice then comes by HTTP and is applied. */
const buy = async (call: Call, ready: Ready, viewerKey: string): Promise<void> => {
  await wanted(add(call, ready, viewerKey))
  const { orderKey } = await wanted(createOrder(call, ready, viewerKey))
  const asShopper = { 'x-order-key': String(orderKey), 'idempotency-key': newId() }
  const paying = await wanted(call('POST', '/api/pay/purchase/create_payment', { method: 'sandbox' }, asShopper))
  const token = String(paying['redirectUrl']).replace('/sandbox-pay/', '')
  await wanted(call('POST', `/api/pay/sandbox/${token}`, { outcome: 'pay' }, {}))
}

const ticksPerSecond = 100

/** CPU time of a PostgreSQL and all its processes so far, milliseconds; 0 where /proc doesn't tell. */
const postgresCpuMs = async (url: string | undefined): Promise<number> => {
  if (url === undefined || !existsSync('/proc/self/stat')) return 0
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query('select pg_backend_pid() as pid')
  const statOf = (pid: string) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  const postmaster = statOf(String(rows[0].pid))[1] ?? ''
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = statOf(pid)
        // Those that have ended are in the postmaster's sum of its children.
        if (pid === postmaster) return [stat.slice(11, 15)]
        return stat[1] === postmaster ? [stat.slice(11, 13)] : []
      } catch {
        return []
      }
    })
  await admin.end()
  const ticks = own.flat().reduce((sum, value) => sum + Number(value), 0)
  return (ticks * 1000) / ticksPerSecond
}

const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

const better = (name: string, ours: number, peer: number, unit: string, ratio: number, goal: number): BenchRow => ({
  name,
  ours: round(ours),
  peer,
  unit,
  ratio: round(ratio),
  goal,
  ok: ratio >= goal,
})

/** Twenty buyers, each with a new order as soon as the one before is on its way, until the time is up. */
const orders = async (
  served: Served,
  url: string | undefined,
  seconds: number,
): Promise<{ perSecond: number; cpuMs: number; databaseCpuMs: number }> => {
  const { ready, ask } = served
  const call = client(ready.origin)
  let next = 0
  const keyOf = () => {
    const key = ready.viewerKeys[next]
    next += 1
    if (key === undefined) throw new Error('too few viewers for this run')
    return key
  }
  for (let warm = 0; warm < 100; warm += 1) await buy(call, ready, keyOf())
  await settled(ask)
  const before = await ask({ ask: 'progress' })
  const databaseBefore = await postgresCpuMs(url)
  const started = performance.now()
  const until = started + seconds * 1000
  const lane = async () => {
    while (performance.now() < until) await buy(call, ready, keyOf())
  }
  await Promise.all(Array.from({ length: buyers }, lane))
  // Counted when the last one is paid, not when it was asked for.
  const after = await settled(ask)
  const elapsed = (performance.now() - started) / 1000
  const done = after.paid - before.paid
  return {
    perSecond: done / elapsed,
    cpuMs: (after.cpuMs - before.cpuMs) / done,
    databaseCpuMs: ((await postgresCpuMs(url)) - databaseBefore) / done,
  }
}

const settled = async (ask: Served['ask']): Promise<Progress> => {
  for (let tries = 0; tries < 6000; tries += 1) {
    const progress = await ask({ ask: 'progress' })
    if (progress.paid === progress.placed) return progress
    await sleep(20)
  }
  throw new Error('orders that were paid for stay unpaid')
}

/** Two hundred buyers at once for fifty pieces; answers how many orders more than pieces there are. */
const rush = async (
  { ready, ask }: Served,
  viewerKeys: readonly string[],
): Promise<{ ordered: number; soldOut: number; left: number }> => {
  const call = client(ready.origin)
  await ask({ ask: 'stock', stock: rushPieces })
  for (const key of viewerKeys) await wanted(add(call, ready, key))
  const answers = await Promise.all(viewerKeys.map((key) => createOrder(call, ready, key)))
  const { stock } = await ask({ ask: 'progress' })
  await ask({ ask: 'stock', stock: 1_000_000 })
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  return { ordered: count(200), soldOut: count(409), left: stock }
}

/** An open loop: each viewer adds every two seconds, whether or not the answer before has come. */
const addP99 = async ({ ready }: Served, viewerKeys: readonly string[], seconds: number): Promise<number> => {
  const call = client(ready.origin)
  const times: number[] = []
  const started = performance.now()
  const adds = viewerKeys.flatMap((key, viewer) =>
    Array.from({ length: Math.floor((seconds * 1000) / addEveryMs) }, async (_, turn) => {
      const due = started + turn * addEveryMs + (viewer * addEveryMs) / viewerKeys.length
      await sleep(due - performance.now())
      await wanted(add(call, ready, key))
      times.push(performance.now() - due)
    }),
  )
  await Promise.all(adds)
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

/** A room with its products, asked by as many lanes. */
const lists = async ({ ready }: Served, seconds: number): Promise<number> => {
  const call = client(ready.origin)
  const until = performance.now() + seconds * 1000
  let done = 0
  const lane = async () => {
    while (performance.now() < until) {
      await wanted(call('GET', `/api/room/live?streamId=${ready.streamId}`, undefined, {}))
      done += 1
    }
  }
  await Promise.all(Array.from({ length: buyers }, lane))
  return done / seconds
}

const measure = async (kind: string, url: string | undefined, smoke: boolean): Promise<BenchRow[]> => {
  const seconds = smoke ? 2 : 15
  const served = await serve(url, smoke ? 4_000 : 16_000)
  try {
    const { perSecond, cpuMs, databaseCpuMs } = await orders(served, url, seconds)
    const keys = served.ready.viewerKeys.slice(-rushBuyers)
    const rushed = await rush(served, keys)
    const addMs = await addP99(served, keys, smoke ? 4 : 20)
    const listed = await lists(served, smoke ? 1 : 5)
    const withDatabase = cpuMs + databaseCpuMs
    const peerList = Math.max(vendure.listPerSecond, medusa.listPerSecond)
    const oversold = rushed.ordered - rushPieces
    const rushOk = oversold === 0 && rushed.soldOut === rushBuyers - rushPieces && rushed.left === 0
    return [
      better(
        `whole guest orders, 20 buyers, ${kind} (Vendure 3.7, recorded)`,
        perSecond,
        vendure.ordersPerSecond,
        'orders/s',
        perSecond / vendure.ordersPerSecond,
        ordersGoal,
      ),
      better(
        `CPU of the server per order, ${kind} (Vendure 3.7, recorded)`,
        cpuMs,
        vendure.cpuMsPerOrder,
        'ms',
        vendure.cpuMsPerOrder / cpuMs,
        1,
      ),
      better(
        `CPU of server and database per order, ${kind} (Vendure without its database, recorded)`,
        withDatabase,
        vendure.cpuMsPerOrder,
        'ms',
        vendure.cpuMsPerOrder / withDatabase,
        1,
      ),
      {
        name: `200 buyers at once for 50 pieces, ${kind}: oversold (Vendure 3.7, recorded)`,
        ours: oversold,
        peer: 150,
        unit: 'orders',
        ratio: undefined,
        goal: 0,
        ok: rushOk,
      },
      {
        name: `p99 of add to cart, 200 buyers in an open loop, ${kind}`,
        ours: round(addMs),
        peer: undefined,
        unit: 'ms',
        ratio: undefined,
        goal: addP99GoalMs,
        ok: addMs < addP99GoalMs,
      },
      better(
        `a room's 20 products, 20 at once, ${kind} (Medusa 2.17, recorded)`,
        listed,
        peerList,
        'requests/s',
        listed / peerList,
        listGoal,
      ),
    ]
  } finally {
    await served.close()
  }
}

/** Orders on both databases; `smoke` is short and proves only that it runs. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const embedded = await measure('PGlite', undefined, smoke)
  const server = await startPostgres({ durable: true })
  try {
    return [...embedded, ...(await measure('PostgreSQL', server.url, smoke))]
  } finally {
    await server.stop()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))

// Whole guest orders, the rush for the last pieces, and adding to the cart, over HTTP on the whole app.
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../packages/server/test/servers.ts'
import { speedBesideRecord } from './bare-node.ts'
import { add, buy, createOrder } from './checkout-buyer.ts'
import { client, postgresCpuMs, serve, type Served, wanted } from './checkout-client.ts'
import type { Progress } from './checkout-server.ts'
import type { BenchRow } from './process.ts'

/**
 * Recorded with the same kind of client, 20 buyers, 500 products, PostgreSQL 15, on a machine and a day when bare node
 * gave what bare-node.ts says: rates are scaled by what it gives in this run.
 */
const recorded = { ordersPerSecond: 9.7, cpuMsPerOrder: 105, rushSold: 200, listPerSecond: 34.2 }
type Peers = typeof recorded
const peersAt = (speed: number): Peers => ({
  ...recorded,
  ordersPerSecond: recorded.ordersPerSecond * speed,
  cpuMsPerOrder: recorded.cpuMsPerOrder / speed,
  listPerSecond: recorded.listPerSecond * speed,
})

const ordersGoal = 30
const listGoal = 50
/** Asked of PostgreSQL alone. */
const addP99GoalMs = 50
/** On PGlite: no slower than the peer on PostgreSQL. */
const embeddedGoal = 1
const buyers = 20
const rushPieces = 50
const addEveryMs = 2000
/** A smoke shows that all runs: it needs neither warm code nor a crowd. */
const sizes = {
  whole: {
    viewers: 12_000,
    products: 500,
    warmUp: 200,
    orderSeconds: 15,
    rushBuyers: 200,
    addSeconds: 20,
    listSeconds: 5,
  },
  smoke: { viewers: 500, products: 50, warmUp: 10, orderSeconds: 1, rushBuyers: 80, addSeconds: 2, listSeconds: 1 },
} as const
type Size = (typeof sizes)[keyof typeof sizes]

const settled = async ({ progress }: Served): Promise<Progress> => {
  for (let tries = 0; tries < 6000; tries += 1) {
    const now = await progress()
    if (now.paid === now.placed) return now
    await sleep(10)
  }
  throw new Error('orders that were paid for stay unpaid')
}

interface OrderFigures {
  readonly perSecond: number
  /** Milliseconds an order. */
  readonly cpuMs: number
  readonly databaseCpuMs: number
}

/** Twenty buyers, each with a new order as soon as the one before is on its way, until the time is up. */
const orders = async (served: Served, { warmUp, orderSeconds }: Size): Promise<OrderFigures> => {
  const { ready, progress } = served
  const call = client(ready.origin, buyers)
  const keys = ready.viewerKeys.values()
  const buyNext = () => {
    const { value, done } = keys.next()
    if (done === true) throw new Error('too few viewers for this run')
    return buy(served, call, value)
  }
  for (let warm = 0; warm < warmUp; warm += 1) await buyNext()
  await settled(served)
  const before = await progress()
  const databaseBefore = postgresCpuMs(ready.databasePid)
  const started = performance.now()
  const until = started + orderSeconds * 1000
  const lane = async () => {
    while (performance.now() < until) await buyNext()
  }
  await Promise.all(Array.from({ length: buyers }, lane))
  // Counted when the last one is paid, not when it was asked for.
  const after = await settled(served)
  const elapsed = (performance.now() - started) / 1000
  const done = after.paid - before.paid
  return {
    perSecond: done / elapsed,
    cpuMs: (after.cpuMs - before.cpuMs) / done,
    databaseCpuMs: (postgresCpuMs(ready.databasePid) - databaseBefore) / done,
  }
}

/** All these buyers at once for fifty pieces. */
const rush = async ({ ready, progress, setStock }: Served, viewerKeys: readonly string[]) => {
  const call = client(ready.origin, viewerKeys.length)
  await setStock(rushPieces)
  for (const key of viewerKeys) await wanted(add(call, ready, key))
  const answers = await Promise.all(viewerKeys.map((key) => createOrder(call, ready, key)))
  const { stock } = await progress()
  await setStock(1_000_000)
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  return { ordered: count(200), soldOut: count(409), left: stock }
}

/** An open loop: each viewer adds every two seconds, whether or not the answer before has come. Milliseconds. */
const addP99 = async ({ ready }: Served, viewerKeys: readonly string[], seconds: number): Promise<number> => {
  const call = client(ready.origin, viewerKeys.length)
  const times: number[] = []
  const started = performance.now()
  const addAt = async (key: string, due: number) => {
    await sleep(Math.max(0, due - performance.now()))
    await wanted(add(call, ready, key))
    times.push(performance.now() - due)
  }
  const turns = Math.floor((seconds * 1000) / addEveryMs)
  const adds = viewerKeys.flatMap((key, viewer) =>
    Array.from({ length: turns }, (_, turn) =>
      addAt(key, started + turn * addEveryMs + (viewer * addEveryMs) / viewerKeys.length),
    ),
  )
  await Promise.all(adds)
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

/** A room with its products, asked for by as many lanes as buyers. */
const lists = async ({ ready }: Served, seconds: number): Promise<number> => {
  const call = client(ready.origin, buyers)
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

const round = (value: number): number => Number(value.toFixed(1))

/** In a smoke run the figures mean little: only what must never happen counts. */
const compared = (
  smoke: boolean,
  row: Omit<BenchRow, 'ok' | 'ratio' | 'goal'> & { readonly ratio: number; readonly goal: number },
): BenchRow => ({
  ...row,
  ours: round(row.ours),
  ...(row.peer === undefined ? {} : { peer: round(row.peer) }),
  ratio: round(row.ratio),
  ok: smoke || row.ratio >= row.goal,
})

/**
 * On PostgreSQL the letters and whatever else follows an order are left to another process (roles without the worker),
 * as they would be where orders come fast; PGlite does everything in the one process.
 */
const measureOrders = async (
  kind: string,
  served: Served,
  smoke: boolean,
  goal: number,
  peers: Peers,
): Promise<BenchRow[]> => {
  const size = sizes[smoke ? 'smoke' : 'whole']
  const { perSecond, cpuMs, databaseCpuMs } = await orders(served, size)
  const rushed = await rush(served, served.ready.viewerKeys.slice(-size.rushBuyers))
  const oversold = rushed.ordered - rushPieces
  const both = cpuMs + databaseCpuMs
  const cpu = { peer: peers.cpuMsPerOrder, unit: 'ms', goal: 1 }
  return [
    compared(smoke, {
      name: `whole guest orders, 20 buyers, ${kind} (recorded, scaled by bare node: Vendure 3.7)`,
      ours: perSecond,
      peer: peers.ordersPerSecond,
      unit: 'orders/s',
      ratio: perSecond / peers.ordersPerSecond,
      goal,
    }),
    compared(smoke, {
      ...cpu,
      name: `CPU of the server per order, ${kind} (recorded, scaled by bare node: Vendure 3.7)`,
      ours: cpuMs,
      ratio: peers.cpuMsPerOrder / cpuMs,
    }),
    // PGlite is part of the server.
    ...(databaseCpuMs === 0
      ? []
      : [
          compared(smoke, {
            ...cpu,
            name: `CPU of server and database per order, ${kind} (recorded, scaled by bare node: Vendure 3.7 without its database)`,
            ours: both,
            ratio: peers.cpuMsPerOrder / both,
          }),
        ]),
    {
      name: `pieces sold of 50 that ${size.rushBuyers} buyers want at once, ${kind} (recorded, scaled by bare node: Vendure 3.7)`,
      ours: rushed.ordered,
      peer: peers.rushSold,
      unit: 'pieces',
      ratio: undefined,
      goal: rushPieces,
      ok: oversold === 0 && rushed.soldOut === size.rushBuyers - rushPieces && rushed.left === 0,
    },
  ]
}

const measureRoom = async (
  kind: string,
  served: Served,
  smoke: boolean,
  { peers, listed: goal, addMs: addGoal }: { readonly peers: Peers; readonly listed: number; readonly addMs?: number },
): Promise<BenchRow[]> => {
  const { rushBuyers, addSeconds, listSeconds } = sizes[smoke ? 'smoke' : 'whole']
  const addMs = await addP99(served, served.ready.viewerKeys.slice(-rushBuyers), addSeconds)
  const listed = await lists(served, listSeconds)
  return [
    {
      name: `p99 of add to cart, ${rushBuyers} buyers in an open loop, ${kind}`,
      ours: round(addMs),
      peer: undefined,
      unit: 'ms',
      ratio: undefined,
      goal: addGoal,
      ok: smoke || addGoal === undefined || addMs < addGoal,
    },
    compared(smoke, {
      name: `a room with its 20 products, 20 at once, ${kind} (recorded, scaled by bare node: Medusa 2.17, a list of 20)`,
      ours: listed,
      peer: peers.listPerSecond,
      unit: 'requests/s',
      ratio: listed / peers.listPerSecond,
      goal,
    }),
  ]
}

const on = async (
  databaseUrl: string | undefined,
  smoke: boolean,
  measure: (served: Served) => Promise<BenchRow[]>,
): Promise<BenchRow[]> => {
  const { viewers, products } = sizes[smoke ? 'smoke' : 'whole']
  const served = await serve({ databaseUrl, viewers, products })
  try {
    return await measure(served)
  } finally {
    await served.close()
  }
}

/** Orders on both databases; `smoke` is short. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const peers = peersAt(await speedBesideRecord(smoke ? 1 : 5))
  const embedded = await on(undefined, smoke, async (served) => [
    ...(await measureOrders('PGlite', served, smoke, embeddedGoal, peers)),
    ...(await measureRoom('PGlite', served, smoke, { peers, listed: embeddedGoal })),
  ])
  const server = await startPostgres({ durable: true })
  try {
    const grown = await on(server.url, smoke, async (served) => [
      ...(await measureOrders('PostgreSQL', served, smoke, ordersGoal, peers)),
      ...(await measureRoom('PostgreSQL', served, smoke, { peers, listed: listGoal, addMs: addP99GoalMs })),
    ])
    return [...embedded, ...grown]
  } finally {
    await server.stop()
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))

// Whole guest orders, the rush for the last pieces, adding to the cart and a list, over HTTP on the whole app, in turns
// with a shop that does the same. `--profile`: what an order costs, by statement and by package, and nothing else.
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../packages/server/test/servers.ts'
import { serve, type Served } from './checkout-client.ts'
import { checkProfile, linesOf } from './checkout-profile.ts'
import { type Figures, type Kind, type OrderFigures, type Round, rowsOf } from './checkout-rows.ts'
import { ourShop, peerShop, rushPieces, type Shop } from './checkout-shop.ts'
import type { BenchRow } from './process.ts'
import { startVendure } from './vendure-peer.ts'

const buyers = 20
const addEveryMs = 2000
const addTurns = 10
/** A smoke shows that all runs: it needs neither warm code, nor a crowd, nor a peer. */
const sizes = {
  whole: {
    viewers: { PGlite: 8_000, PostgreSQL: 16_000 },
    products: 500,
    warmUp: 200,
    rounds: 3,
    orderSeconds: 12,
    rushBuyers: 1_000,
    // It has oversold by then, and takes minutes for more.
    peerRushBuyers: 200,
    addBuyers: 200,
    addTurns,
    listSeconds: 5,
  },
  smoke: {
    viewers: { PGlite: 500, PostgreSQL: 500 },
    products: 50,
    warmUp: 10,
    rounds: 1,
    orderSeconds: 1,
    rushBuyers: 80,
    peerRushBuyers: 80,
    addBuyers: 80,
    addTurns: 1,
    listSeconds: 1,
  },
} as const
type Size = (typeof sizes)[keyof typeof sizes]
const lanesAndRush = ({ rushBuyers }: Size) => ({ buyers, rushSize: rushBuyers })

/** As many lanes as buyers do it again and again until the time is up; answers how often by the second. */
const lanes = async (act: () => Promise<unknown>, seconds: number, after = async (): Promise<unknown> => undefined) => {
  const started = performance.now()
  let done = 0
  const lane = async () => {
    while (performance.now() < started + seconds * 1000) {
      await act()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: buyers }, lane))
  await after()
  return { done, perSecond: (done * 1000) / (performance.now() - started) }
}

/** Counted until the last order is paid, not until it was asked for. */
const orders = async (shop: Shop, { orderSeconds }: Size): Promise<OrderFigures> => {
  await shop.settled()
  const before = await shop.cpuMs()
  const { done, perSecond } = await lanes(shop.buy, orderSeconds, shop.settled)
  const after = await shop.cpuMs()
  return {
    perSecond,
    serverMs: (after.server - before.server) / done,
    databaseMs: (after.database - before.database) / done,
  }
}

/** An open loop: each buyer adds every two seconds, whether or not the answer before has come. Milliseconds from when it was due. */
const addP99 = async ({ add: addOne }: Shop, count: number, turns: number): Promise<number> => {
  for (let buyer = 0; buyer < count; buyer += 1) await addOne(buyer)
  const times: number[] = []
  const started = performance.now()
  const addAt = async (buyer: number, turn: number) => {
    const due = started + turn * addEveryMs + (buyer * addEveryMs) / count
    await sleep(Math.max(0, due - performance.now()))
    await addOne(buyer)
    times.push(performance.now() - due)
  }
  const numbers = Array.from({ length: count }, (_, buyer) => buyer)
  await Promise.all(numbers.flatMap((buyer) => Array.from({ length: turns }, (_, turn) => addAt(buyer, turn))))
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

const restShare = 0.05
const restMs = 500
const restTries = 240

/** Until a shop has done what it left for later (letters, say), which would take from the next one's turn. */
const atRest = async ({ cpuMs }: Shop): Promise<void> => {
  const spent = async () => Object.values(await cpuMs()).reduce((sum, ms) => sum + ms, 0)
  let before = await spent()
  for (let tries = 0; tries < restTries; tries += 1) {
    await sleep(restMs)
    const now = await spent()
    if (now - before < restMs * restShare) return
    before = now
  }
  process.stderr.write('a shop still works, and the next one is measured beside it\n')
}

/** Each shop in its turn, the round again and again: machines differ twofold within minutes. */
const measure = async <Name extends string>(
  shops: Readonly<Record<Name, Shop>>,
  size: Size,
): Promise<Record<Name, Figures>> => {
  const names = Object.keys(shops) as Name[]
  const rounds = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>
  const allRest = (): Promise<unknown> => Promise.all(names.map((name) => atRest(shops[name])))
  for (const name of names) for (let warm = 0; warm < size.warmUp; warm += 1) await shops[name].buy()
  for (let round = 0; round < size.rounds; round += 1)
    for (const name of names) {
      await allRest()
      const order = await orders(shops[name], size)
      const { perSecond: listPerSecond } = await lanes(shops[name].list, size.listSeconds)
      rounds[name].push({ order, listPerSecond })
      process.stderr.write(`${name}: ${order.perSecond.toFixed(1)} orders/s, ${listPerSecond.toFixed(0)} lists/s\n`)
    }
  const found: [Name, Figures][] = []
  for (const name of names) {
    const { buySame, settled } = shops[name]
    await allRest()
    const same = buySame && (await lanes(buySame, size.orderSeconds, settled))
    const rushed = await shops[name].rush(name === 'Vendure' ? size.peerRushBuyers : size.rushBuyers)
    const addMs = await addP99(shops[name], size.addBuyers, size.addTurns)
    found.push([name, { rounds: rounds[name], samePerSecond: same?.perSecond, addMs, rushed }])
  }
  return Object.fromEntries(found) as Record<Name, Figures>
}

/**
 * On PostgreSQL the letters and whatever else follows an order are left to another process (roles without the worker),
 * as they would be where orders come fast; PGlite does everything in the one process.
 */
const withOurs = async <R>(size: Size, run: (served: Record<Kind, Served>) => Promise<R>): Promise<R> => {
  const postgres = await startPostgres({ durable: true })
  const { viewers, products } = size
  const PGlite = await serve({ databaseUrl: undefined, viewers: viewers.PGlite, products })
  const PostgreSQL = await serve({ databaseUrl: postgres.url, viewers: viewers.PostgreSQL, products })
  try {
    return await run({ PGlite, PostgreSQL })
  } finally {
    await PGlite.close()
    await PostgreSQL.close()
    await postgres.stop()
  }
}

/** Orders on both databases, in turns with the peer; `smoke` is short, and without it. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const size = sizes[smoke ? 'smoke' : 'whole']
  if (process.argv.includes('--profile')) {
    await withOurs(size, (all) => profile(all, size))
    return []
  }
  const peer = smoke
    ? undefined
    : await startVendure({ products: size.products, pieces: rushPieces, connections: size.peerRushBuyers })
  try {
    return await withOurs(size, async ({ PGlite, PostgreSQL }) => {
      if (smoke) await profile({ PGlite, PostgreSQL }, size)
      const each = lanesAndRush(size)
      const ours = { PGlite: ourShop(PGlite, each), PostgreSQL: ourShop(PostgreSQL, each) }
      const figures: Record<Kind, Figures> & { readonly Vendure?: Figures } = peer
        ? await measure({ ...ours, Vendure: peerShop(peer) }, size)
        : await measure(ours, size)
      const beside = figures.Vendure
      return [
        ...rowsOf('PGlite', [figures.PGlite, beside], { ...size, smoke }),
        ...rowsOf('PostgreSQL', [figures.PostgreSQL, beside], { ...size, smoke }),
      ]
    })
  } finally {
    await peer?.close()
  }
}

/** Prints what an order costs. */
const profile = async (all: Record<Kind, Served>, size: Size): Promise<void> => {
  for (const [kind, served] of Object.entries(all)) {
    const shop = ourShop(served, lanesAndRush(size))
    for (let warm = 0; warm < size.warmUp; warm += 1) await shop.buy()
    await shop.settled()
    await served.profile()
    const { done } = await lanes(shop.buy, size.orderSeconds, shop.settled)
    const profiled = await served.profiled()
    checkProfile(profiled, done)
    process.stderr.write(`${kind}\n${linesOf(profiled, done).join('\n')}\n`)
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))

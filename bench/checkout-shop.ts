import { setTimeout as sleep } from 'node:timers/promises'
import { add, buy, createOrder } from './checkout-buyer.ts'
import { client, postgresCpuMs, type Served, wanted } from './checkout-client.ts'
import type { Progress } from './checkout-server.ts'
import type { VendurePeer } from './vendure-peer.ts'

export const rushPieces = 50

/** A shop that is bought from: ours on either database, and the peer. */
export interface Shop {
  /** A guest's whole order of one of its products. */
  readonly buy: () => Promise<unknown>
  /** All of these want the same product. */
  readonly buySame?: () => Promise<unknown>
  /** When everything that was ordered is paid: how many orders there are. */
  readonly settled: () => Promise<unknown>
  readonly add: (buyer: number) => Promise<unknown>
  readonly list: () => Promise<unknown>
  /** Milliseconds so far; of PGlite the server's hold the database's. */
  readonly cpuMs: () => Promise<{ readonly server: number; readonly database: number }>
  readonly rush: (buyers: number) => Promise<{ readonly sold: number; readonly ok: boolean }>
}

const settled = async ({ progress }: Served): Promise<Progress> => {
  for (let tries = 0; tries < 6000; tries += 1) {
    const now = await progress()
    if (now.paid === now.placed) return now
    await sleep(10)
  }
  throw new Error('orders that were paid for stay unpaid')
}

/** All these buyers, whose carts are ready, at once for fifty pieces. */
const rush = async ({ ready, progress, setStock }: Served, firstBuyer: number, count: number) => {
  const call = client(ready.origin, count)
  const numbers = Array.from({ length: count }, (_, at) => firstBuyer + at)
  await setStock(rushPieces)
  for (const buyer of numbers) await wanted(add(call, ready, buyer))
  const answers = await Promise.all(numbers.map((buyer) => createOrder(call, ready, buyer)))
  const { stock } = await progress()
  await setStock(1_000_000)
  const answered = (status: number) => answers.filter((answer) => answer.status === status).length
  const sold = answered(200)
  return { sold, ok: sold === rushPieces && answered(409) === count - rushPieces && stock === 0 }
}

/** The last viewers stand in the rush and fill their carts: they place no order before. */
export const ourShop = (
  served: Served,
  { buyers, rushSize }: { readonly buyers: number; readonly rushSize: number },
): Shop => {
  const { ready, progress, postmaster } = served
  const call = client(ready.origin, buyers)
  const rushCall = client(ready.origin, rushSize)
  const firstOfRush = Math.max(0, ready.viewerKeys.length - rushSize)
  let bought = 0
  const next = (what: 'any' | 'same') => {
    bought += 1
    if (bought >= firstOfRush) throw new Error('too few viewers for this run')
    return buy(served, call, bought, what)
  }
  return {
    buy: () => next('any'),
    buySame: () => next('same'),
    settled: () => settled(served),
    add: (buyer) => wanted(add(rushCall, ready, firstOfRush + buyer)),
    list: () => wanted(call('GET', `/api/room/live?streamId=${ready.streamId}`, undefined, {})),
    cpuMs: async () => ({ server: (await progress()).cpuMs, database: postgresCpuMs(postmaster) }),
    rush: (count) => rush(served, firstOfRush, count),
  }
}

export const peerShop = (peer: VendurePeer): Shop => ({
  ...peer,
  settled: async () => undefined,
  cpuMs: async () => peer.cpuMs(),
  rush: async (count) => ({ sold: await peer.rush(count), ok: true }),
})

import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { callApi } from '../harness/api.ts'
import type { Bought } from './buyer.ts'
import type { Said } from './talker.ts'
import type { Stage } from './viewer-connection.ts'

export interface Finding {
  readonly what: string
  readonly holds: boolean
  readonly detail?: string
}

export const stockAtStart = 100_000

export const everyOrder = async (url: string, headers: Record<string, string>, liveId: string) => {
  const all: Awaited<ReturnType<typeof page>>['items'][number][] = []
  const page = (cursor: string | undefined) =>
    callApi(url, orderRoutes.list, { query: { liveId, limit: 100, cursor } }, headers)
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const next = await page(cursor)
    all.push(...next.items)
    cursor = next.cursor
  }
  return all
}

/** What was acknowledged to talkers and buyers of a stage against what stands: nothing lost, nothing doubled. */
export const acknowledgedFindings = async (
  url: string,
  { headers, shop, product }: Stage,
  { said, bought }: { readonly said: readonly Said[]; readonly bought: readonly Bought[] },
): Promise<Finding[]> => {
  const findings: Finding[] = []
  const add = (what: string, holds: boolean, detail = ''): void => void findings.push({ what, holds, detail })
  const acknowledged = said.flatMap((each) => each.acknowledged)
  // Each talker asks for all that was said after its own last message: only who asked last has the others' last ones.
  const heard = said
    .map(({ everything }) => everything)
    .reduce((most, each) => (each.length > most.length ? each : most), [])
  const lost = acknowledged.filter(({ text, seq }) => !heard.some((event) => event.text === text && event.seq === seq))
  const seqs = heard.map(({ seq }) => seq)
  add(
    `chat: ${acknowledged.length} acknowledged messages, none lost`,
    lost.length === 0,
    `${lost.map(({ seq, text }) => `${seq} ${text}`).join(', ')} of ${heard.length} heard`,
  )
  add('chat: none doubled', new Set(heard.map(({ text }) => text)).size === heard.length)
  add(
    'chat: numbers without a gap',
    seqs.every((seq, index) => index === 0 || seq === (seqs[index - 1] ?? 0) + 1),
    seqs.join(' ').slice(0, 300),
  )

  const listed = await everyOrder(url, headers, shop.id)
  add(
    `orders: ${bought.length} answered, none lost`,
    bought.every(({ orderNo }) => listed.some((order) => order.orderNo === orderNo)),
  )
  add(
    'orders: none doubled',
    listed.length === new Set(bought.map(({ orderNo }) => orderNo)).size,
    `${listed.length} listed, ${bought.length} answered`,
  )
  const left = (await callApi(url, productRoutes.show, { params: { id: product.id } }, headers)).stock
  const totalQuantity = listed
    .filter(({ paymentState }) => paymentState === 'paid' || paymentState === 'pending')
    .reduce((sum, order) => sum + order.totalQuantity, 0)
  add(
    'stock: what is left and what was ordered make what there was',
    left + totalQuantity === stockAtStart,
    `${left} + ${totalQuantity}`,
  )
  return findings
}

import { execFileSync } from 'node:child_process'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { callApi, loginApi } from '../harness/api.ts'
import type { RunningServer } from '../harness/server.ts'
import { pause } from './viewer-connection.ts'

/** Longer than this a page may not show an old price, in milliseconds. */
export const priceWithinMs = 1_000

/** A room with one product, and a form and a sales page that show it, under the same custom URL. */
export const openShop = async ({ url }: RunningServer, customUrl: string) => {
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const goods = { productName: '測試碗', variants: [{ name: '', stock: 100 }] }
  const product = await callApi(url, productRoutes.create, { body: { ...goods, price: 68_000 } }, headers)
  const [video] = (await callApi(url, videoRoutes.list, {}, headers)).items
  const body = {
    liveName: '兩台',
    platformType: 'video' as const,
    videoId: video?.id ?? '',
    beginAt: new Date(Date.now() + 3_600_000).toISOString(),
    waitingMinutes: 1440,
    productList: [{ productId: product.id, showAt: null, hideAt: null }],
    publish: true,
  }
  const { id: liveId, streamId } = await callApi(url, liveRoutes.create, { body }, headers)
  const form = {
    signupName: '兩台',
    signupTitle: '兩台',
    customUrl,
    sessionInfoList: [{ liveId, title: '兩台', capacity: null }],
    published: true,
  }
  await callApi(url, signupRoutes.create, { body: form }, headers)
  const page = { title: '兩台', customUrl, productIdList: [product.id], published: true }
  await callApi(url, salesPageRoutes.create, { body: page }, headers)
  return { streamId, customUrl, product, headers }
}
type Shop = Awaited<ReturnType<typeof openShop>>

/** Prices that are changed, in minor units, at which of the nodes. */
const changes = [
  { price: 50_000, at: 0 },
  { price: 40_000, at: 1 },
] as const
const lostChanges = [
  { price: 30_000, at: 0 },
  { price: 20_000, at: 1 },
] as const

/** What shows the product's price: a call of the room's page, and pages as they are drawn. */
const faces = {
  room: async (url: string, { streamId }: Shop) =>
    (await callApi(url, roomRoutes.show, { query: { streamId } })).products[0]?.price,
  'drawn room': (url: string, { streamId }: Shop) => priceDrawnAt(`${url}/stream/${streamId}/anonymous`),
  'drawn form': (url: string, { customUrl }: Shop) => priceDrawnAt(`${url}/f/${customUrl}`),
  'drawn sales page': (url: string, { customUrl }: Shop) => priceDrawnAt(`${url}/s/${customUrl}`),
}

/** The one price of a document, in minor units; undefined: none, or more than one. */
const priceDrawnAt = async (url: string): Promise<number | undefined> => {
  const html = await (await fetch(url)).text()
  const prices = new Set(
    [...html.matchAll(/"price":(\d+)|NT\$([\d,]+)/g)].map(([, minor, major]) =>
      minor === undefined ? 100 * Number(major?.replaceAll(',', '')) : Number(minor),
    ),
  )
  const [price] = prices
  return prices.size === 1 ? price : undefined
}

interface PriceWait {
  readonly face: string
  /** From the change's answer until the other node shows it; NaN: it did not. */
  readonly ms: number
}

const waitsOf = async (
  nodes: readonly RunningServer[],
  shop: Shop,
  { price, at }: { readonly price: number; readonly at: 0 | 1 },
): Promise<PriceWait[]> => {
  const [here, other] = [nodes[at]?.url ?? '', nodes[1 - at]?.url ?? '']
  // What is held there is as young as it can be.
  await Promise.all(Object.values(faces).map((shownAt) => shownAt(other, shop)))
  const { product, headers } = shop
  const variants = product.variants.map(({ id, name, stock }) => ({ id, name, stock }))
  const body = { productName: product.productName, variants, price }
  await callApi(here, productRoutes.change, { params: { id: product.id }, body }, headers)
  const changedAt = performance.now()
  return Promise.all(
    Object.entries(faces).map(async ([face, shownAt]) => {
      while ((await shownAt(other, shop)) !== price) {
        if (performance.now() - changedAt > 10 * priceWithinMs) return { face, ms: Number.NaN }
        await pause(5)
      }
      return { face, ms: performance.now() - changedAt }
    }),
  )
}

const redis = (url: string, ...command: readonly string[]): string =>
  execFileSync('redis-cli', ['-u', url, ...command], { encoding: 'utf8' })

/** While `run` runs nobody hears what is said on this Redis. */
const unheard = async <T>(redisUrl: string, run: () => Promise<T>): Promise<T> => {
  const topicsHeard = () => redis(redisUrl, 'pubsub', 'channels').split('\n').filter(Boolean).length
  const before = topicsHeard()
  redis(redisUrl, 'acl', 'setuser', 'default', '-subscribe')
  redis(redisUrl, 'client', 'kill', 'type', 'pubsub')
  try {
    if (before === 0 || topicsHeard() > 0) throw new Error('the nodes still hear each other')
    return await run()
  } finally {
    redis(redisUrl, 'acl', 'setuser', 'default', '+subscribe')
    while (topicsHeard() < before) await pause(20)
  }
}

/**
 * After how long what one of two nodes changed of a price is what every page of the other shows: delivered by Redis, and with
 * each hint of it lost.
 */
export const pricesAcross = async (nodes: readonly RunningServer[], shop: Shop, redisUrl: string) => {
  const delivered: PriceWait[] = []
  for (const change of changes) delivered.push(...(await waitsOf(nodes, shop, change)))
  const lost = await unheard(redisUrl, async () => {
    const waits: PriceWait[] = []
    for (const change of lostChanges) waits.push(...(await waitsOf(nodes, shop, change)))
    return waits
  })
  return { delivered, lost }
}

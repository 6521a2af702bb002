import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { callApi, loginApi } from './api.ts'

/**
 * A product of the demo firm by its keyword, and the second at which its card shows (null: only in the list); the live's
 * own price of it, in minor units.
 */
export type Shown = readonly [keyword: string, second: number | null, livePrice?: number]

/**
 * A live of the demo firm with its own video, which begins in a moment. `loggedIn`: the headers of a login that stands;
 * another login on the same device would end it.
 */
export const startLive = async (
  url: string,
  liveName: string,
  shown: readonly Shown[],
  more: object = {},
  loggedIn?: Readonly<Record<string, string>>,
) => {
  const headers = loggedIn ?? (await loginApi(url, 'demo', 'kaimai-demo')).headers
  const videos = (await callApi(url, videoRoutes.list, {}, headers)).items
  const products = (await callApi(url, productRoutes.list, {}, headers)).items
  const idOf = (keyword: string): string => {
    const found = products.find((product) => product.keyword === keyword)
    if (!found) throw new Error(`the demo firm sells no ${keyword}`)
    return found.id
  }
  const live = await callApi(
    url,
    liveRoutes.create,
    {
      body: {
        liveName,
        platformType: 'video',
        videoId: videos.find(({ state }) => state === 'ready')?.id ?? '',
        beginAt: new Date(Date.now() + 1000).toISOString(),
        waitingMinutes: 60,
        replayMinutes: 1440,
        productList: shown.map(([keyword, showAt, livePrice = null]) => ({
          productId: idOf(keyword),
          showAt,
          hideAt: null,
          livePrice,
        })),
        publish: true,
        ...more,
      },
    },
    headers,
  )
  return { live, headers, path: `/stream/${live.streamId}/anonymous` }
}

/** A live that sells one product, and a form of its own that leads into it. */
export const startSale = async (url: string, name: string, customUrl: string) => {
  const { live, headers, path } = await startLive(url, name, [['A01', 0]])
  const body = {
    signupName: name,
    signupTitle: name,
    customUrl,
    sessionInfoList: [{ liveId: live.id, title: '今晚', capacity: null }],
    published: true,
  }
  await callApi(url, signupRoutes.create, { body }, headers)
  return { live, headers, path, form: `/f/${customUrl}` }
}

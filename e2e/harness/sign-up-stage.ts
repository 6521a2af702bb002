import type { Sent } from '@kaimai/contract/common/route.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { callApi, loginApi } from './api.ts'

type Form = Omit<
  Exclude<Sent<typeof signupRoutes.create>['body'], FormData>,
  'signupName' | 'signupTitle' | 'sessionInfoList' | 'colorToneId'
>

/** Forms of the demo firm, made as its merchant would, for the tests of the public page. */
export const signUpStage = async (url: string) => {
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const [video] = (await callApi(url, videoRoutes.list, {}, headers)).items
  const products = await callApi(url, productRoutes.list, {}, headers)

  const live = async (liveName: string, beginMs: number, publish = true) =>
    callApi(
      url,
      liveRoutes.create,
      {
        body: {
          liveName,
          platformType: 'video',
          videoId: video?.id ?? '',
          beginAt: new Date(beginMs).toISOString(),
          publish,
        },
      },
      headers,
    )

  /** Hours from now → a session each; `capacity` of every one. */
  const form = async (
    title: string,
    { hours, capacity = null, ...rest }: Form & { hours: readonly number[]; capacity?: number | null },
  ) => {
    const sessions = []
    for (const [index, each] of hours.entries()) {
      const { id } = await live(`${title} ${index + 1}`, Date.now() + each * 3_600_000)
      sessions.push({ liveId: id, title: `第 ${index + 1} 場`, capacity })
    }
    const body = {
      signupName: title,
      signupTitle: title,
      colorToneId: '#2f6b57',
      sessionInfoList: sessions,
      published: true,
      ...rest,
    }
    const { id } = await callApi(url, signupRoutes.create, { body }, headers)
    return { id, liveIds: sessions.map(({ liveId }) => liveId), body }
  }

  const page = (customUrl: string) => callApi(url, publicSignupRoutes.page, { query: { customUrl } })

  /** Somebody at another device takes a place; without a session, of the first that is open. */
  const takePlace = async (customUrl: string, liveId: string | undefined, mark: string): Promise<void> => {
    const { sessions } = await page(customUrl)
    const open = sessions.find((each) => (liveId === undefined ? each.state === 'open' : each.liveId === liveId))
    await callApi(url, publicSignupRoutes.signUp, {
      body: {
        customUrl,
        ...(open?.liveId === null
          ? { slots: [{ seriesId: open.seriesId ?? '', beginAt: open.beginAt }] }
          : { liveIds: [open?.liveId ?? ''] }),
        name: `別人${mark}`,
        phone: `09880000${mark.padStart(2, '0')}`,
        email: `other${mark}@example.com`,
        consent: true,
      },
    })
  }
  const [product] = products.items
  return { headers, live, form, page, takePlace, productId: product?.id ?? '', products: products.items }
}

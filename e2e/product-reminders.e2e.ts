import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { beforeAll, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': { ask: /：開賣提醒我$/, set: /：會寄信通知您$/ },
  en: { ask: /: Remind me$/, set: /: We’ll email you$/ },
} as const

let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  stage = await signUpStage(server().url)
})

/** The personal link of somebody who signed up for a live that is to come and sells one product. */
const aLink = async (customUrl: string, mark: string): Promise<string> => {
  const { url } = server()
  const [video] = (await callApi(url, videoRoutes.list, {}, stage.headers)).items
  const live = await callApi(
    url,
    liveRoutes.create,
    {
      body: {
        liveName: '開賣提醒的直播',
        platformType: 'video',
        videoId: video?.id ?? '',
        beginAt: new Date(Date.now() + 30 * 3_600_000).toISOString(),
        productList: [{ productId: stage.productId, showAt: 20, hideAt: null }],
        publish: true,
      },
    },
    stage.headers,
  )
  const form = {
    signupName: '開賣提醒',
    signupTitle: '開賣提醒',
    customUrl,
    colorToneId: '#2f6b57',
    sessionInfoList: [{ liveId: live.id, title: '', capacity: null }],
    published: true,
  }
  await callApi(url, signupRoutes.create, { body: form }, stage.headers)
  const person = { name: `等開賣${mark}`, phone: `09880000${mark}`, email: `waiting${mark}@example.com` }
  const { links } = await callApi(url, publicSignupRoutes.signUp, {
    body: { customUrl, liveIds: [live.id], ...person, consent: true },
  })
  return links[0]?.path ?? ''
}

test.each([
  { language: 'zh-TW', shape: 'phone', customUrl: 'remind-zh', mark: '71' },
  { language: 'en', shape: 'desktop', customUrl: 'remind-en', mark: '72' },
] as const)(
  'JOURNEY-514 Who signed up asks for a reminder of a product while waiting; it says that a letter comes, also after a reload and on another device ($language)',
  async ({ language, shape, customUrl, mark }) => {
    const say = words[language]
    const path = await aLink(customUrl, mark)
    const { page } = await visitor({ name: '等開賣的人', shape, language })
    await page.goto(path)
    await page.getByRole('button', { name: say.ask }).click()
    await page.getByRole('button', { name: say.set }).waitFor()
    await expectAccessible(page, 'a reminder of a product')
    await page.reload()
    await page.getByRole('button', { name: say.set }).waitFor()
    const { page: other } = await visitor({ name: '另一台裝置', shape, language })
    await other.goto(path)
    await other.getByRole('button', { name: say.set }).waitFor()
    await other.getByRole('button', { name: say.set }).click()
    await other.getByRole('button', { name: say.ask }).waitFor()
  },
)

import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()

let stage: Awaited<ReturnType<typeof signUpStage>>
let formId: string
/** A live lasts as long as the demo's film: each test has one of its own. */
const begin = async (customUrl: string) => {
  const soonHours = 3 / 3600
  const { id, liveIds } = await stage.form('正在開窯', { customUrl, hours: [soonHours] })
  formId = id
  const until = performance.now() + 60_000
  for (;;) {
    const { sessions } = await stage.page(customUrl)
    if (sessions[0]?.state === 'live') return { session: sessions[0], liveId: liveIds[0] ?? '' }
    if (performance.now() > until) throw new Error('the live does not begin')
    // From one look to the next.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

beforeAll(async () => {
  stage = await signUpStage(server().url)
})

const film = (page: Page) => page.getByRole('region', { name: '直播畫面' })
const playing = (page: Page) =>
  page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video !== null && video.currentTime > 0 && video.readyState > 2
  })

test('JOURNEY-100 A running live plays above its form, whose first field is in the first screen; a tap leads there, and sound is one tap', async () => {
  const { session } = await begin('peek')
  expect(session.peek).toBe(true)
  const { page } = await visitor({ name: '路過的人', shape: 'phone' })
  await page.goto('/f/peek')
  await film(page).waitFor()
  await playing(page)
  const height = page.viewportSize()?.height ?? 0
  const name = await page.getByRole('textbox', { name: '姓名', exact: true }).boundingBox()
  const bar = await page.locator('[data-bottom-bar]').boundingBox()
  expect((name?.y ?? height) + (name?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await film(page).getByText('播出中').waitFor()
  await film(page).getByText('本場為預錄播出').waitFor()
  // Nothing of the talk is here: no line, no name, no socket.
  expect(await page.getByRole('log').count()).toBe(0)
  await expectAccessible(page, 'a live above its form')
  await film(page).getByRole('button', { name: '點一下開啟聲音' }).click()
  await film(page).getByRole('button', { name: '關閉聲音' }).waitFor()
  expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(false)
  await film(page)
    .getByRole('button', { name: /馬上報名/ })
    .click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
})

test('JOURNEY-101 Where the form doesn’t want it the poster stands as ever, and the call is refused', async () => {
  const { session } = await begin('no-peek')
  const body = {
    ...(await callApi(server().url, signupRoutes.show, { params: { id: formId } }, stage.headers)),
    peek: false,
  }
  await callApi(server().url, signupRoutes.change, { params: { id: formId }, body }, stage.headers)
  const { page } = await visitor({ name: '另一位', shape: 'phone' })
  await page.goto('/f/no-peek')
  await page.locator('button[type=submit]').waitFor()
  // No film may come in this time.
  await page.waitForTimeout(2_000)
  expect(await page.locator('video').count()).toBe(0)
  await expect(
    callApi(server().url, publicSignupRoutes.peek, { body: { customUrl: 'no-peek', key: session.key } }),
  ).rejects.toThrow()
})

test('JOURNEY-102 A merchant chooses it at the form’s sessions, where it is on', async () => {
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(page)
  await page.goto(`/manage-form/edit/free/${formId}`)
  const choice = page.getByRole('switch', { name: '播出中可以先看再報名' })
  await choice.waitFor()
  expect(await choice.isChecked()).toBe(false)
  await choice.focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^儲存/ }).first().click()
  await expect
    .poll(async () => (await callApi(server().url, signupRoutes.show, { params: { id: formId } }, stage.headers)).peek)
    .toBe(true)
})

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  stage = await signUpStage(server().url)
})

const someKey = 'q7Vt0cH1sLw5-8NbXzR2m_kD4yGjPfUaEoSiTcWvB3M'
const wrong: Readonly<Record<string, string>> = {
  '/f/nobody': '找不到這個報名頁',
  '/f/demo/more': '找不到這個報名頁',
  '/s/nobody': '找不到這個銷售頁',
  '/stream/nobody12/anonymous': '找不到這場直播',
  '/stream/nobody12': '找不到這場直播',
  [`/order/${someKey}`]: '找不到這筆訂單',
  '/order/short': '找不到這筆訂單',
  [`/sandbox-pay/${someKey}`]: '找不到這筆付款',
  '/nowhere': '找不到這一頁',
  '/partner/7': '找不到這一頁',
}

const titleOf = (page: Page) => page.getByRole('heading', { level: 1 })

test('JOURNEY-103 A wrong address of any kind is answered 404 by a page that says what to do and leads back to the shop', async () => {
  const guest = await visitor({ name: '走錯的人', shape: 'phone' })
  guest.announce(/^404 GET/)
  const { page } = guest
  for (const [path, title] of Object.entries(wrong)) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    expect(await titleOf(page).innerText(), path).toBe(title)
  }
  await expectAccessible(page, 'a wrong address')
  const back = page.getByRole('link', { name: '回到器日 ChiRi' })
  await back.click()
  await page.waitForURL('**/f/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('JOURNEY-104 A pasted link with punctuation behind it leads to its page', async () => {
  const { page } = await visitor({ name: '貼上的人', shape: 'phone' })
  for (const behind of ['，', '%E3%80%82', ')', '」.']) {
    const answer = await page.goto(`/f/demo${behind}?lng=en`)
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, '/f/demo'])
  }
})

test('JOURNEY-105 Without scripts each page says so and shows what it can: the order its state, the room what is on and when', async () => {
  const buyer = await visitor({ name: '買家', shape: 'phone' })
  await buyer.page.goto('/s/chiri')
  await untilAlive(buyer.page)
  await buyer.page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' }).click()
  const shopper = shopperOn(buyer.page)
  await shopper.openCheckout()
  await shopper.checkOut({ name: '陳安', phone: '0922333444', email: 'ann@example.com' }, async () => {})
  await buyer.page.goto('/s/chiri')
  await untilAlive(buyer.page)
  await buyer.page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' }).click()
  await shopper.openCheckout()
  const order = await buyer.page.getByRole('dialog').getByRole('link', { name: '看這筆訂單' }).getAttribute('href')
  const { liveIds } = await stage.form('夜裡的窯', { customUrl: 'night', hours: [30] })
  expect(liveIds).toHaveLength(1)

  const { page, announce } = await visitor({ name: '沒有腳本的人', shape: 'phone', scripts: false })
  announce(/^404 GET \/nowhere$/)
  // Locators by text pass over what stands in <noscript>.
  const seen = () => page.locator('body').innerText()
  const says = (words: string | RegExp) => expect.poll(seen, { message: page.url() }).toMatch(words)
  const deadButtons = () => page.locator('button:visible, input:not([type=radio]):visible').count()

  await page.goto(order ?? '')
  await says(/這個瀏覽器沒有執行 JavaScript.*等您付款 NT\$680.*霧白手捏飯碗 × 1/s)
  expect(await deadButtons()).toBe(0)

  const { pathname } = new URL(await (await fetch(`${server().url}/demo-room`)).url)
  await page.goto(pathname)
  await says(/這個瀏覽器沒有執行 JavaScript.*秋窯開窯夜.*\d\d:\d\d–\d\d:\d\d（UTC\+8）/s)
  expect(await deadButtons()).toBe(0)

  for (const path of ['/f/night', '/s/chiri', '/nowhere']) {
    await page.goto(path)
    await says('這個瀏覽器沒有執行 JavaScript')
    expect([path, await page.locator('h1:visible').count()]).toEqual([path, 1])
    expect([path, await deadButtons()]).toEqual([path, 0])
  }
  await page.goto('/auth/login')
  await says('這個瀏覽器沒有執行 JavaScript。')
})

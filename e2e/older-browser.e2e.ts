import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { useJourney } from './harness/journey.ts'
import { makeOlder } from './harness/older-browser.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()

const nothing = async () => {}

test('JOURNEY-324 In a browser of 2021 a viewer signs up, chats, orders and pays, sees what is chosen, and buys on a sales page', async () => {
  const { path } = await startLive(server().url, '舊手機之夜', [['A01', 0]])
  const stage = await signUpStage(server().url)
  await stage.form('兩場擇一', { customUrl: 'two', hours: [30, 54] })
  const { page } = await visitor({ name: '用舊手機的人', shape: 'phone' })
  await makeOlder(page)
  const person = { name: '陳舊', phone: '0922333624', email: 'old@example.com' }
  const shopper = shopperOn(page)
  await page.goto('/f/two')
  await untilAlive(page, 'form button')
  expect(
    await page.evaluate(() => [...document.querySelectorAll('style')].map((style) => style.textContent).join()),
  ).not.toMatch(/:has\(|color-mix|@container|\dsvh/)
  const borderOf = (name: RegExp) =>
    page
      .getByRole('radio', { name })
      .evaluate((radio) => getComputedStyle(radio.closest('label') ?? radio).borderTopColor)
  await page.getByRole('radio', { name: /第 2 場/ }).check({ force: true })
  await expect.poll(async () => (await borderOf(/第 2 場/)) !== (await borderOf(/第 1 場/))).toBe(true)
  await shopper.signUp(person)
  await page.getByRole('heading', { level: 1, name: '報名成功' }).waitFor()

  await page.goto(path)
  await page.locator('[data-part="offer"] h2').waitFor()
  await untilAlive(page, 'form button')
  await shopper.write('舊手機也能看')
  await page.getByRole('button', { name: /^用「.+」留言$/ }).click()
  await shopper.seen('舊手機也能看').waitFor()
  await shopper.addShown()
  await shopper.openCart()
  await shopper.checkOut(person, nothing)
  await shopper.play('pay')
  await shopper.waitPaid()

  await page.goto('/s/chiri')
  await untilAlive(page)
  await page.getByRole('button', { name: '加入購物車：霧白手捏飯碗', exact: true }).click()
  await shopper.openCheckout()
  await shopper.checkOut(person, nothing)
})

test('JOURNEY-325 A browser that can’t run the page keeps it as drawn, with words on what to do', async () => {
  for (const [language, words] of [
    ['zh-TW', '改用新版的 Chrome、Safari'],
    ['en', 'recent Chrome or Safari'],
  ] as const) {
    const guest = await visitor({ name: `很舊的手機 ${language}`, shape: 'phone', language })
    // What it is told is the browser's own word for syntax it doesn't know.
    guest.announce(/^exception /)
    const { page, context } = guest
    await context.route(/\/assets\/start-[^/]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'a newer syntax' }),
    )
    await page.goto('/f/demo')
    const notice = page.getByRole('alert').filter({ hasText: words })
    await notice.waitFor()
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await page.getByRole('textbox').count()).toBeGreaterThan(2)
  }
})

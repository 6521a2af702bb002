import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'
import { uploadFilm } from './harness/upload.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }

const scriptOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    commentTime: 1,
    userName: '佳蓉',
    commentText: `第 ${index + 1} 句`,
    userImgId: '',
  }))
const logOf = (page: Page) => page.locator('[data-part="chat"] [role="log"]')

test('JOURNEY-190 Who scrolls up reads back to the first line of the chat without losing the place; a failed page says so and is asked for again', async () => {
  const person = await visitor({ name: '往回讀的人', shape: 'phone' })
  const { page } = person
  const { path } = await startLive(server().url, '講很多的一場', [['A01', 0]], { commentList: scriptOf(150) })
  const chat = logOf(page)
  const drawn = () => chat.locator('ol > li').count()
  await page.goto(path)
  await chat.getByText('第 150 句').waitFor()
  // What a room hands to who comes in is the newest alone.
  await page.reload()
  await chat.getByText('第 150 句').waitFor()
  await expect.poll(drawn, patience).toBeGreaterThan(40)
  expect(await chat.getByText('第 1 句', { exact: false }).count()).toBeLessThan(12)
  person.announce(/ERR_FAILED GET .*history_message/)
  await page.route('**/history_message*', (route) => route.abort())
  await chat.focus()
  await page.keyboard.press('Home')
  const older = page.locator('[data-part="older"]')
  await older.getByText('更早的留言沒有載入成功').waitFor()
  await expectAccessible(page, 'history that failed')
  await page.unroute('**/history_message*')
  const first = chat.locator('ol > li').first()
  const firstWords = await first.textContent()
  const before = await first.boundingBox()
  await older.getByRole('button', { name: '再試一次' }).click()
  await expect.poll(drawn, patience).toBeGreaterThan(90)
  // The line that was read stands where it stood.
  const same = chat
    .locator('ol > li')
    .filter({ hasText: String(firstWords) })
    .first()
  await expect
    .poll(async () => Math.abs(((await same.boundingBox())?.y ?? 0) - (before?.y ?? 0)), patience)
    .toBeLessThan(4)
  await expect
    .poll(async () => {
      await page.keyboard.press('Home')
      await chat.evaluate((box) => box.scrollTo(0, 0))
      return older.getByText('聊天室從這裡開始').isVisible()
    }, patience)
    .toBe(true)
  const heard = (await chat.locator('ol > li').allTextContents()).map((words) => /第 \d+ 句/.exec(words)?.[0])
  expect(heard.filter((words) => words !== undefined)).toEqual(scriptOf(150).map(({ commentText }) => commentText))
})

test('JOURNEY-191 The cart that is opened first without a network answers the tap, can be closed, and comes with its styles once it is back', async () => {
  const person = await visitor({ name: '電梯裡的人', shape: 'phone' })
  person.announce(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|Unable to preload|dynamically imported/)
  const { page, context } = person
  const { path } = await startLive(server().url, '收訊不好的一場', [['A01', 0]])
  await page.goto(path)
  const shopper = shopperOn(page)
  await shopper.addShown()
  await page.locator('[data-note]').last().waitFor()
  await page.reload()
  const cart = page.getByRole('button', { name: /^購物車/ }).first()
  await cart.waitFor()
  // What answers a tap has come with its texts, and the cart itself has not.
  await page.waitForFunction(() => {
    const there = performance
      .getEntriesByType('resource')
      .filter((each) => (each as PerformanceResourceTiming).responseEnd > 0)
    return ['/late-sheet-', '/zh-TW-'].every(
      (name, at) => there.filter((each) => each.name.includes(name) && each.name.endsWith('.js')).length > at,
    )
  })
  await context.setOffline(true)
  await cart.click()
  const late = page.locator('[data-part="late"]')
  await late.getByText(/^目前沒有網路/).waitFor()
  await expectAccessible(page, 'a sheet that has not come')
  await late.getByRole('button', { name: '關閉' }).click()
  await late.waitFor({ state: 'detached' })
  await cart.click()
  await late.waitFor()
  // Back again, and the styles are what fails first.
  let stylesAsked = 0
  await page.route('**/*.css', (route) => {
    stylesAsked += 1
    return route.abort()
  })
  await context.setOffline(false)
  await expect.poll(() => stylesAsked, patience).toBeGreaterThan(1)
  await late.waitFor()
  await page.unroute('**/*.css')
  await late.waitFor({ state: 'detached' })
  const sheet = page.locator('dialog[open]')
  await sheet.getByText('霧白手捏飯碗').first().waitFor()
  expect(await sheet.evaluate((dialog) => getComputedStyle(dialog.firstElementChild ?? dialog).boxShadow)).not.toBe(
    'none',
  )
  await sheet.getByRole('button', { name: '關閉' }).first().waitFor()
})

test('JOURNEY-790 Styles on their way are waited for while those that failed are asked for again: the cart comes', async () => {
  const person = await visitor({ name: '收訊時好時壞的人', shape: 'phone' })
  person.announce(/ERR_FAILED|Unable to preload/)
  const { page } = person
  const { path } = await startLive(server().url, '樣式晚到的一場', [['A01', 0]])
  await page.goto(path)
  const shopper = shopperOn(page)
  await shopper.addShown()
  await page.locator('[data-note]').last().waitFor()
  const { promise: cartStyles, resolve: cartAsked } = Promise.withResolvers<void>()
  const { promise: otherStyles, resolve: otherCame } = Promise.withResolvers<void>()
  let isCartAsked = false
  await page.route(/\/checkout-[^/]*\.css$/, async (route) => {
    isCartAsked = true
    cartAsked()
    await otherStyles
    await route.continue()
  })
  // Fails until the cart's are on their way, then comes by being asked for again.
  await page.route(/\/variant-sheet-[^/]*\.css$/, async (route) => {
    if (!isCartAsked) return route.abort()
    await route.continue()
    // A moment for what would take the place of the others.
    setTimeout(otherCame, 500)
  })
  await page.reload()
  const variantFails = page.waitForEvent('requestfailed', (request) => /variant-sheet-.*\.css$/.test(request.url()))
  await variantFails
  await page
    .getByRole('button', { name: /^購物車/ })
    .first()
    .click()
  await cartStyles
  await otherStyles
  await shopper.checkoutStands()
})

const shortFilm = async (seconds: number): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'kaimai-short-')), 'short.mp4')
  const inputs = `-f lavfi -i testsrc2=size=480x270:rate=10:duration=${seconds} -f lavfi -i sine=duration=${seconds}`
  const options = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 20 -b:v 400k -c:a aac -b:a 64k'
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...`${inputs} ${options}`.split(' '), path])
  return path
}

test('JOURNEY-192 A live that goes on after its film says so on the picture, to who was there and to who comes later', async () => {
  const { url } = server()
  const login = await loginApi(url, 'demo', 'kaimai-demo')
  const film = await uploadFilm(url, login, { path: await shortFilm(14), name: '很短的影片', seconds: 14 })
  const { path, live } = await startLive(url, '延長的一場', [['A01', 0]], { videoId: film.id }, login.headers)
  await callApi(url, controlRoomRoutes.extend, { body: { liveId: live.id, minutes: 5 } }, login.headers)
  const { page } = await visitor({ name: '留下來的人', shape: 'phone' })
  await page.goto(path)
  await page.locator('[data-part="over"]').getByText('影片播完了').waitFor({ timeout: 60_000 })
  await expectAccessible(page, 'a film that is over')
  await page.reload()
  await page.locator('[data-part="over"]').getByText('影片播完了').waitFor({ timeout: 60_000 })
  expect(await page.locator('[data-part="say"] input').isVisible()).toBe(true)
})

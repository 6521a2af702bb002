import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }

const playhead = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const shownOn = async (page: Page): Promise<string> =>
  (await page
    .locator('[data-part="offer"] h2')
    .textContent()
    .catch(() => '')) ?? ''

test('REPLAY-25 A replay shows what was said, shown and sold at the playhead, is wound by keys and chapters, and sells', async () => {
  const { url } = server()
  const script = [4, 14, 24].map((at) => ({
    commentTime: at,
    userImgId: '',
    userName: '小安',
    commentText: `第 ${at} 秒`,
  }))
  const evening = await startLive(
    url,
    '重播的一場',
    [
      ['A01', 2],
      ['A02', 12],
      ['A05', 22],
    ],
    { callToAction: [{ at: 13, until: 20, text: '滿 1,500 免運', url: '' }], commentList: script },
  )
  const { live, headers, path } = evening
  const first = await visitor({ name: '看直播的人', shape: 'desktop' })
  await first.page.goto(path)
  const talker = shopperOn(first.page)
  await expect.poll(() => shownOn(first.page), patience).toContain('霧白手捏飯碗')
  await talker.write('我在現場')
  await first.page.getByRole('dialog').getByRole('textbox').fill('現場的人')
  await first.page.getByRole('dialog').getByRole('button', { name: '用這個名字留言' }).click()
  await talker.seen('我在現場').waitFor()
  await expect.poll(() => playhead(first.page), { timeout: 60_000, interval: 500 }).toBeGreaterThan(26)
  await callApi(url, roomRoutes.close, { query: { liveId: live.id } }, headers)
  await first.page.getByRole('link', { name: '看重播' }).waitFor({ timeout: 60_000 })

  const late = await visitor({ name: '晚來的人', shape: 'phone' })
  const { page } = late
  const logged = page.waitForResponse((answer) => answer.url().endsWith('/live/user/time_log'))
  await page.goto(`/stream/${live.streamId}/anonymous/replay`)
  await expect.poll(() => playhead(page), patience).toBeGreaterThan(0.5)
  expect((await logged).status()).toBe(200)
  const seen = shopperOn(page).seen
  await expect.poll(() => shownOn(page), patience).toContain('霧白手捏飯碗')
  expect(await seen('第 14 秒').count()).toBe(0)

  // Ten seconds on by the key: the next product, the line of that moment, and what was said on the way.
  const from = await playhead(page)
  await page.keyboard.press('l')
  await expect.poll(() => playhead(page), patience).toBeGreaterThan(from + 9)
  await page.keyboard.press('k')
  await page.getByRole('group', { name: '播放控制' }).getByRole('button', { name: '播放', exact: true }).waitFor()
  await page.getByRole('slider', { name: '播放進度' }).fill('16000')
  await expect.poll(() => shownOn(page), patience).toContain('青瓷厚底馬克杯')
  await seen('第 14 秒').waitFor()
  await page.getByText('滿 1,500 免運').waitFor()
  await expectAccessible(page, 'a replay')

  // By a chapter, and back: what is later is not there yet.
  await page
    .getByRole('navigation', { name: '商品章節' })
    .getByRole('button', { name: /青花八吋盤/ })
    .click()
  await expect.poll(() => shownOn(page), patience).toContain('青花八吋盤')
  await expect.poll(() => page.getByText('滿 1,500 免運').count(), patience).toBe(0)
  await page
    .getByRole('navigation', { name: '商品章節' })
    .getByRole('button', { name: /霧白手捏飯碗/ })
    .click()
  await expect.poll(() => shownOn(page), patience).toContain('霧白手捏飯碗')
  expect(await seen('第 14 秒').count()).toBe(0)

  await page.getByRole('combobox', { name: '播放速度' }).selectOption('2')
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(2)
  await page.keyboard.press('Escape')

  await shopperOn(page).addShown()
  await shopperOn(page).openCart()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('霧白手捏飯碗').waitFor()
  await expectAccessible(page, 'the cart over a replay')
  await shopperOn(page).checkOut({ name: '王小明', phone: '0922333444', email: 'ming@example.com' }, async () => {})
  await shopperOn(page).play('pay')
  await shopperOn(page).waitPaid()
})

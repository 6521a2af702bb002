import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { useJourney } from './harness/journey.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { translate } from './harness/translate.ts'

// The pages of the audience that JOURNEY-320 doesn't lead through, as a browser translates them.
const { server, visitor } = useJourney()

/** A phone whose browser translates what it shows. */
const translating = async (name: string) => {
  const me = await visitor({ name, shape: 'phone' })
  // The translation came before the page's scripts: React draws it anew, and says so.
  me.announce(/React error #418/)
  await translate(me.page)
  return me
}

/** The page is translated, and its scripts have taken over. */
const open = async (page: Page, path: string, control: string): Promise<void> => {
  await page.goto(path)
  await untilAlive(page, control)
  await expect.poll(() => page.locator('font').count()).toBeGreaterThan(3)
}

const aPartner = {
  name: '小美',
  taxKind: 'resident' as const,
  email: 'translated@example.com',
  payoutEmail: '',
  phone: '',
  memo: '',
}

const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('JOURNEY-781 Translated, sales page, ended room, replay, partner’s login and a wrong address stand, take presses, and show what has changed', async () => {
  const { url } = server()
  const { live, headers, path } = await startLive(url, '翻譯到最後', [['A01', 0]])
  const partner = await callApi(url, partnerRoutes.create, { body: aPartner }, headers)
  const me = await translating('看翻譯到最後的人')
  const { page } = me

  await open(page, '/s/chiri', '[data-buy] button')
  await button(page, '加入購物車：霧白手捏飯碗').click()
  await button(page, /^結帳 NT\$680 ?，1 件$/).waitFor()
  await button(page, '霧白手捏飯碗 多一件').click()
  await button(page, /^結帳 NT\$1,360 ?，2 件$/).waitFor()

  // The room's page turns into the one of its end, and is drawn as that when it is opened anew.
  await open(page, path, '[data-part="offer"] button')
  await shopperOn(page).addShown()
  await button(page, '購物車，1 件').last().waitFor()
  await callApi(url, roomRoutes.close, { query: { liveId: live.id } }, headers)
  await titled(page, '直播已結束').waitFor()
  await open(page, path, '#root button')
  await titled(page, '直播已結束').waitFor()
  await page.getByRole('heading', { level: 2, name: '購物車還有 1 件沒結帳' }).waitFor()
  await button(page, /^去結帳/).click()
  await page.getByRole('dialog').waitFor()

  await open(page, `${path}/replay`, '[data-part="wind"] button')
  const wind = page.getByRole('group', { name: '播放控制' })
  const playTime = wind.locator('span[aria-hidden="true"]').filter({ hasText: '/' }).first()
  const begun = await playTime.textContent()
  await expect.poll(() => playTime.textContent()).not.toBe(begun)
  await wind.getByRole('button', { name: '暫停', exact: true }).click()
  await wind.getByRole('button', { name: '播放', exact: true }).waitFor()

  me.announce(/^401 GET \/api\/partner_session$/)
  await open(page, `/partner/${partner.id}`, 'form button')
  await button(page, '登入').click()
  await page.locator('form').getByText('請填寫這一欄').first().waitFor()
  await button(page, '忘記密碼？').click()
  await titled(page, '忘記密碼').waitFor()

  me.announce(/^404 GET \/nowhere/)
  await open(page, '/nowhere', '#root a')
  await titled(page, '找不到這一頁').waitFor()
  await page.getByRole('link', { name: 'English' }).click()
  await titled(page, 'Page not found').waitFor()
  await untilAlive(page, '#root a')
  await page.getByRole('link', { name: '器日 ChiRi' }).first().click()
  await page.waitForURL('**/f/**')
})

test('JOURNEY-782 A waiting room that is translated counts down over five minutes, and its calendar opens after them', async () => {
  const beginAt = new Date(Date.now() + 40 * 60_000).toISOString()
  const { path } = await startLive(server().url, '翻譯的等待', [['A01', null]], { beginAt })
  const { page } = await translating('等著看翻譯的人')
  await page.clock.install()
  await open(page, path, '#root button')
  const countdown = page.getByRole('timer')
  const counts = async () => {
    const before = await countdown.innerText()
    await expect.poll(() => countdown.innerText()).not.toBe(before)
  }
  await counts()
  // In steps, between which the server answers: the page takes a line that is silent for long as lost.
  for (let step = 0; step < 60; step += 1) await page.clock.runFor(5_000)
  await counts()
  expect(await countdown.innerText()).toMatch(/^\d\d\s*時\s*\d\d\s*分\s*\d\d\s*秒$/)
  await button(page, '加到行事曆').click()
  await page.getByRole('dialog').waitFor()
})

import type { Page } from 'playwright-core'
import { draftStored } from './harness/draft.ts'
import { expect, test } from 'vitest'
import { axeFindings } from './harness/axe.ts'
import { useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { pxTooWide } from './harness/page-width.ts'

const { server, visitor } = useJourney()

const blockNames = (page: Page) =>
  page
    .getByRole('list', { name: '內容區塊' })
    .getByRole('button', { expanded: false })
    .or(page.getByRole('list', { name: '內容區塊' }).getByRole('button', { expanded: true }))
    .evaluateAll((buttons) => buttons.map((button) => button.querySelector('b')?.textContent ?? ''))

/** Chooses products in the picker that is open. */
const choose = async (page: Page, names: readonly string[]): Promise<void> => {
  const picker = page.getByRole('dialog', { name: '選擇商品' })
  for (const name of names) await picker.getByRole('checkbox', { name: new RegExp(name) }).check()
  await picker.getByRole('button', { name: /^使用這/ }).click()
  await picker.waitFor({ state: 'detached' })
}

test('SALES-PAGE-44 A sales page is made by hand, survives a reload, is published, and sells on a phone', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
  await page.goto('/Manage-product/sales-pages')
  await page.getByRole('link', { name: '新增銷售頁' }).click()

  // What is missing is told at its field.
  await page.getByRole('button', { name: '發布銷售頁' }).click()
  const title = page.getByLabel('標題 *', { exact: true })
  await page.locator('[data-field=title]').getByText('請填寫此欄位').waitFor()
  await expect.poll(() => title.evaluate((input) => input === document.activeElement)).toBe(true)
  await title.fill('冬茶小鋪：一壺暖到底')
  const preview = page.getByRole('group', { name: '手機預覽' })
  await preview.getByRole('heading', { name: '冬茶小鋪：一壺暖到底' }).waitFor()

  // An address is checked while it is typed.
  const address = page.getByLabel(/^自訂網址/)
  await address.fill('chiri')
  await page.getByText('這個網址已經有人使用').waitFor()
  await address.fill('winter-tea')
  await page.getByText('這個網址可以使用').waitFor()

  await page.getByRole('button', { name: '加入商品' }).click()
  await choose(page, ['鐵釉提梁壺', '赤陶青瓷對杯'])
  await preview.getByText('NT$2,480').waitFor()

  // Blocks: one of each hand's work — added, put in order by keys, taken off and brought back. A new page has none.
  expect(await blockNames(page)).toEqual([])
  for (const kind of ['文字', '聯絡賣家', '商品卡'])
    await page.getByRole('group', { name: '加入' }).getByRole('button', { name: kind }).click()
  await choose(page, ['鐵釉提梁壺'])
  expect(await blockNames(page)).toEqual(['文字', '聯絡賣家', '商品卡'])
  const grip = page.getByRole('button', { name: /^移動「商品卡/ })
  await grip.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await blockNames(page)).toEqual(['商品卡', '文字', '聯絡賣家'])
  await expect.poll(() => grip.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: /^移除「文字/ }).click()
  expect(await blockNames(page)).toEqual(['商品卡', '聯絡賣家'])
  await page.getByRole('button', { name: '復原', exact: true }).first().click()
  expect(await blockNames(page)).toEqual(['商品卡', '文字', '聯絡賣家'])
  await page.getByRole('list', { name: '內容區塊' }).getByRole('button', { name: /^文字/, expanded: false }).click()
  await page.getByRole('textbox', { name: '內文' }).click()
  for (const line of ['冬天的第一泡茶。', '- 出水直', '<b>斷水</b>俐落']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await preview.getByText('<b>斷水</b>俐落').waitFor()

  // A draft survives a reload.
  await draftStored(page, '斷水')
  merchant.page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await preview.getByRole('heading', { name: '冬茶小鋪：一壺暖到底' }).waitFor()
  expect(await blockNames(page)).toEqual(['商品卡', '文字', '聯絡賣家'])
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: '發布銷售頁' }).click()
  const shared = page.getByRole('dialog', { name: '銷售頁發布了' })
  await shared
    .getByRole('img', { name: /QR Code/ })
    .locator('path')
    .waitFor({ state: 'attached' })
  expect(await shared.getByRole('group', { name: '銷售頁連結' }).textContent()).toContain('/s/winter-tea')

  // On a phone: the first HTML has it all, the button leads to where it can be bought.
  const first = await (await fetch(`${server().url}/s/winter-tea`, { headers: { 'accept-language': 'zh-TW' } })).text()
  expect(first).toContain('<title>冬茶小鋪：一壺暖到底｜器日 ChiRi</title>')
  expect(first).toContain('NT$2,480')
  expect(first).toContain('&lt;b&gt;斷水&lt;/b&gt;俐落')
  const shopper = await visitor({ name: '買家', shape: 'phone' })
  await shopper.page.goto('/s/winter-tea')
  await shopper.page.getByRole('heading', { level: 1, name: '冬茶小鋪：一壺暖到底' }).waitFor()
  const card = shopper.page.getByRole('article')
  expect(await card.textContent()).toMatch(/鐵釉提梁壺.*NT\$2,480.*現貨 \d+ 件/)
  await shopper.page.getByRole('heading', { name: '還有這些' }).waitFor()
  expect(await axeFindings(shopper.page)).toEqual([])
  expect(await pxTooWide(shopper.page)).toBe(0)
  // Bought here; the live that sells now stands beside it.
  await shopper.page.getByRole('button', { name: '加入購物車：鐵釉提梁壺' }).waitFor()
  await shopper.page.getByRole('link', { name: '直播正在開賣，進去邊看邊買' }).click()
  await shopper.page.waitForURL('**/stream/**')

  // Ended by the merchant, it says so and leads on.
  await shared.getByRole('button', { name: '關閉' }).last().click()
  await page.getByRole('button', { name: '更多', exact: false }).first().click()
  await page.getByRole('menuitem', { name: '結束販售' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '結束販售' }).click()
  await page.locator('main').getByText('已結束', { exact: true }).first().waitFor()
  shopper.announce(/^410 GET \/s\/winter-tea/)
  await shopper.page.goto('/s/winter-tea')
  await shopper.page.getByRole('heading', { name: '這一檔已經結束' }).waitFor()
}, 120_000)

import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Visitor } from './harness/browser.ts'
import { filmFile } from './harness/film.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'

// The main job, whole, by clicks alone, on an empty data folder. Each test goes on where the one before it ended.
const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1', KAIMAI_DEMO: '0' } })

let hasFailed = false
beforeEach(({ skip, onTestFailed }) => {
  skip(hasFailed, 'a step before this one failed')
  onTestFailed(() => {
    hasFailed = true
  })
})

const firmName = '晨光選物'
const productName = '手沖咖啡壺'
const product = { keyword: 'K01', price: 1280, stock: 8 }
const script = {
  groupName: '開場留言',
  comments: [
    { at: '00:05.0', text: '來了來了，等好久' },
    { at: '00:12.0', text: '這個壺的把手會燙嗎' },
  ],
}

let merchant: Visitor
const sidebar = (page: Page) => page.getByRole('navigation', { name: '主選單' })
const goTo = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true }).click()
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('JRN-1 a merchant registers, and is asked for the data that letters are sent under', async () => {
  merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await page.goto('/register')
  await page.getByLabel(/^您的姓名/).fill('林晨')
  await page.getByLabel(/^電子郵件/).fill('lin@example.com')
  await page.getByLabel(/^帳號/).fill('morning')
  await page.getByLabel(/^密碼/).fill('a quiet morning')
  await expectAccessible(page, 'registration')
  await page.getByRole('button', { name: '建立商家帳號' }).click()

  const modal = page.getByRole('dialog', { name: '新商家資料設定' })
  await modal.waitFor()
  expect(await modal.getByRole('button', { name: '關閉' }).count(), 'it can’t be closed').toBe(0)
  await expectAccessible(page, 'new-merchant data')
  expect(await modal.getByLabel(/^商家名稱/).inputValue()).toBe('')
  await modal.getByLabel(/^商家名稱/).fill(firmName)
  await modal.getByLabel(/^手機號碼/).fill('0912345678')
  const reloaded = page.waitForEvent('load')
  await modal.getByRole('button', { name: '送出' }).click()
  await page.getByText('設定成功').waitFor()
  await reloaded
  await page.getByRole('button', { name: new RegExp(firmName) }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expectAccessible(page, 'dashboard')
})

test('JRN-2 a recording goes up in chunks, goes on after the line was lost, and is packaged', async () => {
  const { page, context } = merchant
  await goTo(page, '我的影片')
  await expectAccessible(page, 'no videos yet')
  const sent: { chunk: string; cut: boolean }[] = []
  // The second chunk is lost on the way once.
  await context.route('**/api/video', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    const chunk = /name="chunk"\r\n\r\n(\d+)/.exec(body)?.[1] ?? ''
    const cut = chunk === '1' && !sent.some((one) => one.cut)
    sent.push({ chunk, cut })
    return cut ? route.abort('connectionreset') : route.continue()
  })
  merchant.announce(/^net::ERR_CONNECTION_RESET POST \/api\/video/)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上傳影片' }).click()
  await (await chooser).setFiles(await filmFile())
  const widget = page.getByRole('list', { name: '檔案上傳進度' })
  await widget.getByRole('progressbar').waitFor()
  // The upload goes on on other pages.
  await goTo(page, '我的商品')
  await widget.getByText(/^(33|66|100)%$/).waitFor()
  await goTo(page, '我的影片')
  await page.getByText(/上傳完成，正在處理/).waitFor()
  expect(sent).toEqual([
    { chunk: '0', cut: false },
    { chunk: '1', cut: true },
    { chunk: '1', cut: false },
    { chunk: '2', cut: false },
  ])
  await context.unroute('**/api/video')
  await page.getByRole('row').getByText('可使用').waitFor({ timeout: 60_000 })
  await page.getByText('目前沒有檔案上傳').waitFor()
  await expectAccessible(page, 'videos')
})

test('JRN-3 a product with price and stock is made', async () => {
  const { page } = merchant
  await goTo(page, '我的商品')
  await page.getByRole('button', { name: '新增商品' }).click()
  await page.getByLabel(/^商品名稱/).fill(productName)
  await page.getByLabel(/^下單關鍵字/).fill(product.keyword)
  await page.getByLabel(/^售價/).fill(String(product.price))
  await page.getByLabel(/^庫存數量/).fill(String(product.stock))
  await expectAccessible(page, 'product form')
  await page.getByRole('button', { name: '儲存商品' }).click()
  await page.getByText(`已新增「${productName}」`).waitFor()
  await page.getByRole('row', { name: new RegExp(productName) }).waitFor()
  await expectAccessible(page, 'products')
})

test('JRN-4 virtual viewers get comments at their seconds of the recording', async () => {
  const { page } = merchant
  await goTo(page, '虛擬觀眾')
  await page.getByRole('button', { name: '新增虛擬觀眾' }).click()
  const person = page.getByRole('dialog', { name: '新增虛擬觀眾' })
  await person.getByLabel(/^名稱/).fill('小鹿媽咪')
  await expectAccessible(page, 'virtual user form')
  await person.getByRole('button', { name: '新增', exact: true }).click()
  await page.getByText('已新增「小鹿媽咪」').waitFor()

  await goTo(page, '留言群組')
  await page.getByRole('main').getByRole('link', { name: '新增留言群組' }).first().click()
  await page.getByLabel(/^群組名稱/).fill(script.groupName)
  await page.getByRole('button', { name: '選擇影片' }).click()
  const picker = page.getByRole('dialog', { name: '選擇影片' })
  await picker.getByText(/kaimai-e2e-film/).click()
  await picker.getByRole('button', { name: '使用這支影片' }).click()
  for (const [index, { at, text }] of script.comments.entries()) {
    await page.getByLabel(/^留言內容/).fill(text)
    await page.getByRole('button', { name: /^加在 / }).click()
    const time = page.getByLabel(`第 ${index + 1} 則的時間`)
    await time.fill(at)
    await time.blur()
  }
  await expectAccessible(page, 'comment group form')
  await page.getByRole('button', { name: '儲存群組' }).click()
  await page.getByText('已儲存 2 則留言').waitFor()
})

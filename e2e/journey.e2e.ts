import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import type { Visitor } from './harness/browser.ts'
import { filmFile, secondOfText, shownSecond } from './harness/film.ts'
import { shownOnce } from './harness/flash.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'

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

const ann = { name: '陳安', phone: '0922333444', email: 'ann@example.com' }
const bo = { name: '吳博', phone: '0933444555', email: 'bo@example.com' }
const liveName = '晨光開賣夜'
const formPath = '/f/morning-night'

let merchant: Visitor
/** On a phone. */
let first: Visitor
/** At a desktop. */
let second: Visitor
const sidebar = (page: Page) => page.getByRole('navigation', { name: '主選單' })
const goTo = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true }).click()
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('JOURNEY-19 A merchant registers, and is asked for the data that letters are sent under', async () => {
  merchant = await visitor({ name: '商家', shape: 'desktop', motion: true, stays: true })
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
  const seen = shownOnce(page, '設定成功')
  await modal.getByRole('button', { name: '送出' }).click()
  await seen
  await reloaded
  await page.getByRole('button', { name: new RegExp(firmName) }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expectAccessible(page, 'dashboard')
})

test('JOURNEY-20 A recording goes up in chunks, goes on after the line was lost, and is packaged', async () => {
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
  await page.getByRole('row').getByText('可使用').waitFor({ timeout: 180_000 })
  await page.getByText('目前沒有檔案上傳').waitFor()
  await expectAccessible(page, 'videos')
})

test('JOURNEY-21 A product with price and stock is made', async () => {
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

test('JOURNEY-22 Virtual viewers get comments at their seconds of the recording', async () => {
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
  for (const { at, text } of script.comments) {
    await page.getByLabel(/^留言內容/).fill(text)
    await page.getByRole('button', { name: /^加在 / }).click()
    // Written while the film stands at its begin: the newest is the first row until it gets its second.
    const time = page.getByRole('textbox', { name: '第 1 則的時間' })
    await time.fill(at)
    await time.blur()
  }
  await expectAccessible(page, 'comment group form')
  await page.getByRole('button', { name: '儲存群組' }).click()
  await page.getByText('已儲存 2 則留言').waitFor()
})

/** A merchant sets the live's begin in its form, to the first whole minute that is at least `milliseconds` ahead. */
const setBegin = async (page: Page, milliseconds: number) => {
  const begin = new Date(Math.ceil((Date.now() + milliseconds) / 60_000) * 60_000)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('zh-TW', { timeZone: 'Asia/Taipei', hourCycle: 'h23', ...options }).format(begin)
  const day = part({ year: 'numeric', month: 'long', day: 'numeric' })
  const [hour = '', minute = ''] = part({ hour: '2-digit', minute: '2-digit' }).split(':')
  await page.getByRole('button', { name: /^開播時間/ }).click()
  const calendar = page.getByRole('dialog', { name: '開播時間' })
  await calendar.getByRole('button', { name: day, exact: true }).click()
  await calendar.getByRole('spinbutton').first().pressSequentially(hour)
  await calendar.getByRole('spinbutton').last().pressSequentially(minute)
  await calendar.getByRole('button', { name: '確定' }).click()
  await page.getByRole('button', { name: `開播時間 ${day} ${hour}:${minute}` }).waitFor()
}

test('JOURNEY-23 A live of the recording is scheduled with comments and a product, and published', async () => {
  const { page } = merchant
  await goTo(page, '管理直播')
  await page.getByRole('main').getByRole('link', { name: '新增直播' }).first().click()
  await page.getByRole('button', { name: '選擇影片' }).click()
  const videos = page.getByRole('dialog', { name: '選擇影片' })
  await videos.getByText(/kaimai-e2e-film/).click()
  await videos.getByRole('button', { name: '使用這支影片' }).click()
  await page.getByRole('textbox', { name: '直播名稱' }).fill(liveName)

  // Far enough for the form and the waiting room on any machine; it is moved nearer once everybody waits.
  await setBegin(page, 10 * 60_000)

  await page.getByRole('navigation', { name: '直播設定' }).getByRole('link', { name: /商品/ }).click()
  await page.getByRole('button', { name: '加入商品' }).click()
  const products = page.getByRole('dialog', { name: '選擇商品' })
  await products.getByText(productName).click()
  await products.getByRole('button', { name: /1 個商品$/ }).click()
  await page.getByRole('textbox', { name: `${productName} 的顯示時間` }).fill('8')

  await page.getByRole('navigation', { name: '直播設定' }).getByRole('link', { name: /設定/ }).click()
  await page.getByRole('combobox', { name: '留言群組' }).click()
  await page.getByRole('option', { name: new RegExp(script.groupName) }).click()

  await page.getByRole('button', { name: '發布直播' }).click()
  const published = page.getByRole('dialog', { name: '直播排定了' })
  await published.waitFor()
  await expectAccessible(page, 'a live')
  await published.getByRole('link', { name: '建立報名表單' }).click()
})

test('JOURNEY-24 A sign-up form offers the live, and its page is published', async () => {
  const { page } = merchant
  await expect.poll(() => title(page).textContent()).toBe('新增報名表單')
  await page.getByLabel(/^報名表單名稱/).fill('晨光報名')
  await page.getByLabel(/^自訂網址/).fill('morning-night')
  // The live one comes from has been put in already.
  const sessions = page.getByRole('list', { name: '已加入的場次' })
  await sessions.getByRole('button', { name: `移除「${liveName}」` }).waitFor()
  await page.getByRole('button', { name: '加入場次' }).click()
  const picker = page.getByRole('dialog', { name: '選擇要開放報名的直播' })
  expect(await picker.getByRole('checkbox', { name: new RegExp(liveName) }).isChecked()).toBe(true)
  await expectAccessible(page, 'session picker')
  await picker.getByRole('button', { name: '取消' }).click()
  await page.getByLabel(/^主標題/).fill('一壺好咖啡的早晨')
  await expectAccessible(page, 'sign-up form')
  await page.getByRole('button', { name: '發布報名頁' }).click()
  await page.getByRole('dialog', { name: '報名頁發布了' }).waitFor()
  await expectAccessible(page, 'published')
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('JOURNEY-25 A viewer signs up on a phone, gets the link by letter and waits in the room', async () => {
  first = await visitor({ name: '陳安的手機', shape: 'phone', motion: true, stays: true })
  const { page } = first
  await page.goto(formPath)
  await expectAccessible(page, 'sign-up page')
  await shopperOn(page).signUp(ann)
  await page.waitForURL('**/stream/*/*')

  await goTo(merchant.page, '發送簡訊／信件')
  await merchant.page
    .getByRole('link', { name: /報名成功/ })
    .first()
    .click()
  const letter = merchant.page.getByRole('dialog')
  await expectAccessible(merchant.page, 'a letter')
  const link = await letter.frameLocator('iframe').getByRole('link', { name: '進入直播間' }).getAttribute('href')
  expect(link).toBe(page.url())
  await letter.getByRole('button', { name: '關閉' }).click()

  await page.goto(link ?? '')
  await page.getByRole('timer', { name: '距離開播' }).waitFor()
  await page.getByText('陳安，您的位子留好了').waitFor()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(0)
  await expectAccessible(page, 'waiting room')
})

test('JOURNEY-26 A live moved nearer begins by itself, for a second viewer too; comments and product come at their second', async () => {
  const said = script.comments.map(({ text }) => secondOfText(first.page, '[role=log] li', text))
  const shown = secondOfText(first.page, '[data-part=offer] h2', productName)

  second = await visitor({ name: '吳博的電腦', shape: 'desktop', motion: true, stays: true })
  await second.page.goto(formPath)
  await shopperOn(second.page).signUp(bo)
  await second.page.waitForURL('**/stream/*/*')
  await second.page.getByRole('timer', { name: '距離開播' }).waitFor()

  // By a call: the form takes whole minutes only, and nobody learns anything from waiting for one.
  const { headers } = await loginApi(server().url, 'morning', 'a quiet morning')
  const [listed] = (await callApi(server().url, liveRoutes.list, { query: { q: liveName } }, headers)).items
  const live = await callApi(server().url, liveRoutes.show, { params: { id: listed?.id ?? '' } }, headers)
  const beginAt = new Date(Date.now() + 5000).toISOString()
  const body = { ...live, beginAt, publish: true }
  await callApi(server().url, liveRoutes.change, { params: { id: live.id }, body }, headers)

  for (const { page } of [first, second]) {
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1, undefined, {
      timeout: 60_000,
    })
    expect(await page.locator('video').getAttribute('controls'), 'there is nothing to wind with').toBeNull()
  }
  await expectAccessible(second.page, 'room at a desktop')
  const seconds = await Promise.all([said[0], shown, said[1]])
  // By the picture, which on a busy machine stands still for a moment; that it keeps in step is STEP's.
  for (const [index, due] of [5, 8, 12].entries()) expect(Math.abs((seconds[index] ?? 0) - due)).toBeLessThan(3)
  await expectAccessible(first.page, 'room on a phone')

  // Winding ahead is undone: nobody sees what is not due.
  await first.page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime += 60
  })
  await expect
    .poll(async () => (await shownSecond(first.page)).filmSeconds - (await shownSecond(second.page)).filmSeconds, {
      timeout: 60_000,
    })
    .toBeLessThan(1)
})

test('JOURNEY-27 Two viewers chat; what was said while one was offline arrives once, and history after a reload', async () => {
  const [phone, desktop] = [shopperOn(first.page), shopperOn(second.page)]
  await phone.write('把手是木頭的嗎')
  await desktop.seen('把手是木頭的嗎').waitFor()
  await desktop.write('是胡桃木喔')
  await phone.seen('是胡桃木喔').waitFor()

  first.announce(/ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  await first.context.setOffline(true)
  await first.page.getByText('目前沒有網路').waitFor({ timeout: 60_000 })
  // The browser holds an offline socket's frames back: the line is lost once the page tries a new one.
  await first.page.waitForEvent('websocket', { timeout: 60_000 })
  await desktop.write('我先買一個')
  await phone.write('我也要')
  await phone.seen('我也要').getByText('傳送中…').waitFor()
  await desktop.seen('我先買一個').getByText('傳送中…').waitFor({ state: 'detached' })
  expect(await phone.seen('我先買一個').count()).toBe(0)
  await first.context.setOffline(false)
  await phone.seen('我先買一個').waitFor({ timeout: 60_000 })
  await desktop.seen('我也要').waitFor({ timeout: 60_000 })
  await phone.seen('我也要').getByText('傳送中…').waitFor({ state: 'detached' })
  for (const viewer of [phone, desktop])
    for (const text of ['我先買一個', '我也要']) expect(await viewer.seen(text).count(), text).toBe(1)

  await second.page.reload()
  for (const text of ['把手是木頭的嗎', '是胡桃木喔', '我先買一個', '我也要']) await desktop.seen(text).waitFor()
})

const look = (page: Page) => (state: string) => expectAccessible(page, state)

test('JOURNEY-28 A viewer buys in the room and pays', async () => {
  const { page } = first
  const phone = shopperOn(page)
  await phone.addShown()
  await phone.openCart()
  await phone.checkOut(ann, look(page))
  await expectAccessible(page, 'gateway')
  await phone.play('pay')
  await phone.waitPaid()
  await expectAccessible(page, 'paid order')
})

test('JOURNEY-29 A payment that fails is tried again from the order', async () => {
  const { page } = second
  const desktop = shopperOn(page)
  await desktop.addShown()
  await desktop.openCart()
  await desktop.checkOut(bo, look(page))
  await desktop.play('fail')
  await desktop.waitFailed()
  await expectAccessible(page, 'failed order')
  await desktop.payAgain()
  await desktop.play('pay')
  await desktop.waitPaid()
})

test('JOURNEY-30 The merchant sees orders with their timeline, letters, and the stock that is left', async () => {
  const { page } = merchant
  await goTo(page, '我的商品')
  await page
    .getByRole('row', { name: new RegExp(productName) })
    .getByText(String(product.stock - 2), { exact: true })
    .waitFor()

  await goTo(page, '發送簡訊／信件')
  // Written by a job; the list looks for new ones by itself.
  await expect.poll(() => page.getByRole('link', { name: /付款完成/ }).count(), { timeout: 60_000 }).toBe(2)

  await page.goto('/manage-orders')
  await page.getByRole('row', { name: new RegExp(bo.name) }).waitFor()
  await expectAccessible(page, 'orders')
  const row = page.getByRole('row', { name: new RegExp(bo.name) })
  await row.getByText('已付款').waitFor()
  await row.getByRole('link').first().click()
  const order = page.getByRole('dialog')
  for (const step of ['訂單成立', '付款失敗', '已付款']) await order.getByText(step, { exact: true }).first().waitFor()
  await expectAccessible(page, 'an order')
})

test('JOURNEY-31 A logout leaves nothing of the console in the browser', async () => {
  const { page } = merchant
  await page.getByRole('dialog').getByRole('button', { name: '關閉' }).click()
  await page.getByRole('button', { name: '登出', exact: true }).click()
  await page.waitForURL('**/auth/login**')
  await expect.poll(() => title(page).textContent()).toBe('登入後台')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('ramate_auth')
})

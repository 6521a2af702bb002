import { invitationRoutes } from '@kaimai/contract/member/member.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { askOperator } from '../packages/server/src/platform/operator-socket.ts'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn } from './harness/shopper.ts'

// On the demo firm, in a live of its own: its film takes three minutes.
const { server, visitor } = useJourney()

const helper = { account: 'kaimai.helper', password: 'Night-shift-2026', userName: '雅婷', userPhone: '0912345678' }

/** An assistant of the demo firm, who may run rooms and reads the rest. */
const hire = async (headers: Record<string, string>) => {
  const { url, dataDir } = server()
  await callApi(url, invitationRoutes.invite, { body: { email: 'yating@example.com', role: 'host' } }, headers)
  const letters = JSON.stringify(await askOperator(dataDir, 'letters', { limit: 1 }))
  const token = /auth\/invitation\/([\w-]+)/.exec(letters)?.[1] ?? ''
  await callApi(url, invitationRoutes.accept, { body: { token, deviceId: 'e2e-helper', ...helper } })
}

/** The control room of one of the staff. */
const roomOn = (page: Page) => {
  const row = (text: string) => page.locator('[data-key]').filter({ hasText: text }).first()
  return {
    row,
    tab: (name: string | RegExp) => page.getByRole('tab', { name }).click(),
    /** Chooses a comment as a hand would, and presses a key on it. */
    press: async (text: string, key: string) => {
      await row(text)
        .getByRole('paragraph')
        .click({ position: { x: 8, y: 8 } })
      await page.keyboard.press(key)
    },
    button: (name: string | RegExp) => page.getByRole('button', { name }),
    goOn: async () => {
      await page.mouse.move(5, 5)
      const newest = page.getByRole('button', { name: /則新留言|回到最新/ })
      if (await newest.isVisible()) await newest.click()
      await page.mouse.move(5, 5)
    },
  }
}

test('CONTROL-ROOM-69 Two moderators run one room: each act shows at once to both, reaches the viewers, and can be taken back', async () => {
  const { live, headers, path } = await startLive(
    server().url,
    '控制室之夜',
    [
      ['A01', null],
      ['A02', null],
    ],
    { bannedKeywords: ['加賴'] },
  )
  await hire(headers)
  const owner = await visitor({ name: '店主', shape: 'desktop' })
  const assistant = await visitor({ name: '小編', shape: 'desktop' })
  const loud = await visitor({ name: '鬧場的人', shape: 'desktop' })
  const guest = await visitor({ name: '客人', shape: 'desktop' })
  await Promise.all([
    logIn(owner.page),
    logIn(assistant.page, helper.account, helper.password),
    loud.page.goto(path),
    guest.page.goto(path),
  ])
  const controlRoom = `/manage-live-stream/streaming-edit/${live.id}`
  await Promise.all([owner.page.goto(controlRoom), assistant.page.goto(controlRoom)])
  const [mine, theirs] = [roomOn(owner.page), roomOn(assistant.page)]
  await Promise.all([owner, assistant].map(({ page }) => page.getByRole('log', { name: '聊天' }).waitFor()))
  // They see each other.
  const crew = owner.page.getByRole('list', { name: '一起顧場的夥伴' })
  await crew.getByRole('img', { name: new RegExp(helper.userName) }).waitFor()

  const write = async (page: Page, name: string, text: string) => {
    await shopperOn(page).write(text)
    const ask = page.getByRole('dialog')
    await ask.getByRole('textbox').fill(name)
    await ask.getByRole('button', { name: '用這個名字留言' }).click()
  }
  await write(loud.page, '阿國團購', '其他家賣比較便宜')
  await write(guest.page, '張雅筑', '可以微波嗎')
  await mine.row('其他家賣比較便宜').waitFor()
  await mine.row('可以微波嗎').waitFor()

  // Muted by the owner: gone for the guest, marked at the assistant's, back by Z.
  await shopperOn(guest.page).seen('其他家賣比較便宜').waitFor()
  await mine.press('其他家賣比較便宜', 'm')
  await mine.row('其他家賣比較便宜').getByText('您靜音了').waitFor()
  await theirs.row('其他家賣比較便宜').getByText('靜音了').waitFor()
  await expect.poll(() => shopperOn(guest.page).seen('其他家賣比較便宜').count()).toBe(0)
  await owner.page.keyboard.press('z')
  await expect.poll(() => mine.row('其他家賣比較便宜').getAttribute('data-gone')).toBe('false')
  await shopperOn(guest.page).seen('其他家賣比較便宜').waitFor()
  await mine.goOn()

  // A banned word holds; a colleague who looks at it shows on it; the owner sees who released it.
  const held = '團購更便宜 加 賴 ceram88'
  await shopperOn(loud.page).write(held)
  await mine.row(held).getByText('含禁用字').waitFor()
  await theirs
    .row(held)
    .getByRole('paragraph')
    .click({ position: { x: 8, y: 8 } })
  await mine.row(held).getByText(`${helper.userName}正在看`).waitFor()
  expect(await shopperOn(guest.page).seen(held).count()).toBe(0)
  await expectAccessible(owner.page, 'a held comment')
  await theirs.row(held).getByRole('button', { name: '放行' }).click()
  await shopperOn(guest.page).seen(held).waitFor()
  await mine.row(held).getByText(`${helper.userName} 放行了`).waitFor()
  await theirs.goOn()

  // A product onto the card; a broadcast; an answer.
  await theirs.button('釘選「青瓷厚底馬克杯」').click()
  await guest.page.locator('[data-part="offer"]').filter({ hasText: '青瓷厚底馬克杯' }).first().waitFor()
  await owner.page.getByText('觀眾正看著').waitFor()
  await mine.button('改成全場廣播').click()
  await owner.page.getByRole('textbox', { name: '廣播內容' }).fill('今晚滿 2,000 免運')
  await owner.page.keyboard.press('Enter')
  await guest.page.getByText('今晚滿 2,000 免運').filter({ visible: true }).first().waitFor()
  await assistant.page.getByText('廣播中').waitFor()
  await owner.page.keyboard.press('Escape')
  await mine.press('可以微波嗎', 'r')
  await owner.page.keyboard.type('可以喔，放心微波')
  await owner.page.keyboard.press('Enter')
  await shopperOn(guest.page).seen('可以喔，放心微波').waitFor()
  await theirs.row('可以微波嗎').getByText('回覆了').waitFor()
  await mine.goOn()

  // Blocked by the assistant: out at once, and not in again by the link; the assistant lets in again.
  loud.announce(/^403 /)
  await theirs.press('其他家賣比較便宜', 'b')
  const out = loud.page.getByRole('heading', { name: '您無法進入這個直播間' })
  await out.waitFor()
  await mine.row('其他家賣比較便宜').getByText(`${helper.userName} 封鎖了`).waitFor()
  await loud.page.goto(path)
  await out.waitFor()
  await assistant.page.keyboard.press('z')
  const isBack = async () => {
    await loud.page.goto(path)
    return (await loud.page.getByRole('log').count()) > 0
  }
  await expect.poll(isBack, { timeout: 60_000, interval: 500 }).toBe(true)

  // The log is one: both end with the same rows.
  const rowsOf = (page: Page) =>
    page.locator('[data-key]').evaluateAll((all) => all.map((one) => one.textContent?.length))
  await mine.goOn()
  await theirs.goOn()
  await expect.poll(async () => (await rowsOf(owner.page)).length).toBe((await rowsOf(assistant.page)).length)
  await expectAccessible(assistant.page, 'the control room')
}, 170_000)

test('CONTROL-ROOM-109 A comment is pinned, its writer gets a time-out, several comments go at once and the staff talk among themselves: each shows where it should, and can be taken back', async () => {
  const { live, path } = await startLive(server().url, '置頂之夜', [['A01', null]])
  const owner = await visitor({ name: '店主', shape: 'desktop' })
  const guest = await visitor({ name: '客人', shape: 'phone' })
  await Promise.all([logIn(owner.page), guest.page.goto(path)])
  await owner.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)
  const mine = roomOn(owner.page)
  await owner.page.getByRole('log', { name: '聊天' }).waitFor()
  await guest.page.locator('[data-part="offer"], [data-part="say"]').first().waitFor()
  const write = (text: string) => shopperOn(guest.page).write(text)
  await write('這個碗好漂亮')
  const ask = guest.page.getByRole('dialog')
  await ask.getByRole('textbox').fill('張雅筑')
  await ask.getByRole('button', { name: '用這個名字留言' }).click()
  await mine.row('這個碗好漂亮').waitFor()
  await write('一直洗版')
  await write('繼續洗版')
  await mine.row('繼續洗版').waitFor()

  // Pinned by a key, seen by the guest, taken down.
  const pin = guest.page.locator('[data-part="pin"]')
  await mine.press('這個碗好漂亮', 't')
  await pin.filter({ hasText: '這個碗好漂亮' }).waitFor()
  await owner.page.getByText('置頂・張雅筑').waitFor()
  await expectAccessible(owner.page, 'a pinned comment')
  await expectAccessible(guest.page, 'a pinned comment in the room')
  await owner.page.getByRole('button', { name: '取消置頂', exact: true }).click()
  await expect.poll(() => pin.count()).toBe(0)

  // A time-out: the guest reads until when and can't write; it ends by the same key.
  await mine.press('一直洗版', 'o')
  await guest.page.getByText(/^留言暫停到 /).waitFor()
  await expectAccessible(guest.page, 'a time-out')
  expect(await guest.page.getByRole('textbox', { name: '留言' }).count()).toBe(0)
  await owner.page.keyboard.press('o')
  await guest.page.getByRole('textbox', { name: '留言' }).waitFor()
  await mine.goOn()

  // Two at once, by shift, and back by one press.
  // A line that comes just then may move another row under the hand: one looks, and takes that one out again.
  const picked = owner.page.locator('[data-picked=true]')
  await expect
    .poll(async () => {
      if ((await picked.count()) > 0) await picked.first().click({ modifiers: ['ControlOrMeta'] })
      await mine.row('一直洗版').click({ modifiers: ['ControlOrMeta'], position: { x: 300, y: 8 } })
      return (await picked.allInnerTexts()).map((words) => words.includes('一直洗版'))
    })
    .toEqual([true])
  await mine.row('繼續洗版').click({ modifiers: ['Shift'], position: { x: 300, y: 8 } })
  await owner.page.getByText('已選 2 則').waitFor()
  await expectAccessible(owner.page, 'several comments')
  await owner.page.keyboard.press('h')
  await expect.poll(() => shopperOn(guest.page).seen('洗版').count()).toBe(0)
  await owner.page.keyboard.press('z')
  await shopperOn(guest.page).seen('繼續洗版').waitFor()
  await mine.goOn()

  // Among the staff: here, and not in the room.
  await owner.page.getByRole('button', { name: '打開內部對話' }).click()
  await owner.page.getByRole('textbox', { name: '跟夥伴說…' }).fill('十分鐘後上驚喜價')
  await owner.page.keyboard.press('Enter')
  await owner.page.getByRole('log', { name: '內部對話內容' }).getByText('十分鐘後上驚喜價').waitFor()
  await expectAccessible(owner.page, 'the team chat')
  expect(await guest.page.getByText('驚喜價').count()).toBe(0)
}, 170_000)

test('CONTROL-ROOM-70 The stock stepper adds to what is on sale, and a live ends only after two seconds of holding', async () => {
  const { live, headers, path } = await startLive(server().url, '庫存之夜', [['A02', 0]])
  const stockOf = async () =>
    (await callApi(server().url, productRoutes.list, { query: { q: '青瓷厚底馬克杯' } }, headers)).items[0]?.stock ?? 0
  const before = await stockOf()
  const owner = await visitor({ name: '店主', shape: 'desktop' })
  const guest = await visitor({ name: '客人', shape: 'phone' })
  await logIn(owner.page)
  await owner.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)
  await guest.page.goto(path)
  await owner.page.getByRole('button', { name: '「青瓷厚底馬克杯」加一' }).click()
  await expect.poll(stockOf, { timeout: 60_000 }).toBe(before + 1)

  const end = owner.page.getByRole('button', { name: /^長按結束/ })
  await end.focus()
  await owner.page.keyboard.down('Enter')
  // Held for too short a time.
  await new Promise((resolve) => setTimeout(resolve, 700))
  await owner.page.keyboard.up('Enter')
  await owner.page.getByText('按住 2 秒才會結束直播').waitFor()
  expect(await end.isVisible()).toBe(true)
  await owner.page.keyboard.down('Enter')
  await owner.page.getByRole('heading', { name: '這場直播結束了' }).waitFor({ timeout: 60_000 })
  await owner.page.keyboard.up('Enter')
  await guest.page.getByRole('heading', { name: '直播已結束' }).waitFor({ timeout: 60_000 })
  expect(await guest.page.locator('video').count()).toBe(0)
}, 120_000)

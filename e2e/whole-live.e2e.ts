import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { film, filmFile, secondOfText, shownSecond } from './harness/film.ts'
import { useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { type Line, openSocket } from './harness/viewer-socket.ts'
import { type Shopper, shopperOn } from './harness/shopper.ts'
import { uploadFilm } from './harness/upload.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

/** KAIMAI_LIVE_SECONDS=180 plays a live of three minutes to its end; else the host ends it as soon as all was done. */
const wholeSeconds = Number(process.env['KAIMAI_LIVE_SECONDS'] ?? 0)
const filmSeconds = Math.max(film.seconds, wholeSeconds)
const beginInMs = 20_000
const maxApartSeconds = 0.5
const patience = { timeout: 60_000, interval: 400 }
const frozenMs = 8_000
const customUrl = `whole-${Date.now().toString(36)}`

const anna: Shopper = { name: '林安娜', phone: '0966100001', email: 'anna@example.com' }
const bert: Shopper = { name: '陳柏特', phone: '0966100002', email: 'bert@example.com' }
const carl: Shopper = { name: '王卡爾', phone: '0966100003', email: 'carl@example.com' }

interface Stage {
  readonly liveId: string
  readonly streamId: string
  readonly beginAtMs: number
  readonly headers: Readonly<Record<string, string>>
}
let stage: Stage
let line: Line

beforeAll(async () => {
  const { url, port } = server()
  line = await openSocket({ port: () => port, bytesPerSecond: 100_000_000, cutAt: [], downMs: 4_000 })
  const login = await loginApi(url, 'demo', 'kaimai-demo')
  const { headers } = login
  const path = await filmFile(filmSeconds)
  const video = await uploadFilm(url, login, { path, name: '整場測試片', seconds: filmSeconds })
  const product = (productName: string, keyword: string, names: readonly string[]) =>
    callApi(
      url,
      productRoutes.create,
      {
        body: {
          productName,
          keyword,
          price: 100_000,
          variants: names.map((name) => ({ name, stock: 20 })),
        },
      },
      headers,
    )
  const bowl = await product('手工陶碗', 'B01', [''])
  const shirt = await product('亞麻襯衫', 'B02', ['紅M', '藍L'])
  const beginAtMs = Date.now() + beginInMs
  const live = await callApi(
    url,
    liveRoutes.create,
    {
      body: {
        liveName: '整場測試',
        platformType: 'video',
        videoId: video.id,
        beginAt: new Date(beginAtMs).toISOString(),
        waitingMinutes: 30,
        replayMinutes: 60,
        hostName: '小梅',
        bannedKeywords: ['詐騙'],
        anonymousAllowed: false,
        productList: [bowl, shirt].map(({ id }, at) => ({ productId: id, showAt: at === 0 ? 3 : null, hideAt: null })),
        commentList: [
          { commentTime: 4, userName: '示範小華', userImgId: '', commentText: '晚安，剛下班' },
          { commentTime: 25, userName: '示範小玉', userImgId: '', commentText: '上次買的碗很好用' },
        ],
        callToAction: [{ at: 6, until: 20, text: '今天滿千免運', url: '' }],
        publish: true,
      },
    },
    headers,
  )
  await callApi(
    url,
    signupRoutes.create,
    {
      body: {
        signupName: '整場測試',
        customUrl,
        signupTitle: '整場測試',
        published: true,
        sessionInfoList: [{ liveId: live.id, title: '', capacity: null }],
      },
    },
    headers,
  )
  stage = { liveId: live.id, streamId: live.streamId, beginAtMs, headers }
})

afterAll(() => line?.close())

/** What the host does in the control room, by what is written there. */
const hostOn = (page: Page) => {
  const chat = page.getByRole('region', { name: '聊天', exact: true })
  const products = page.getByRole('region', { name: '商品', exact: true })
  const row = (text: string): Locator => chat.getByRole('log').locator('[data-key]').filter({ hasText: text }).last()
  return {
    row,
    /** One of the buttons of a comment. */
    act: async (text: string, name: string): Promise<void> => {
      await row(text).locator('time').click()
      await row(text)
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click()
    },
    say: async (text: string): Promise<void> => {
      await page.getByRole('textbox', { name: '留言內容' }).fill(text)
      await page.getByRole('button', { name: '傳送', exact: true }).click()
    },
    broadcast: async (text: string): Promise<void> => {
      await page.getByRole('button', { name: '改成全場廣播' }).click()
      await page.getByRole('textbox', { name: '廣播內容' }).fill(text)
      await page.getByRole('button', { name: '傳送', exact: true }).click()
    },
    pin: (product: string): Promise<void> => products.getByRole('button', { name: `釘選「${product}」` }).click(),
    unpin: (): Promise<void> => products.getByRole('button', { name: '取消釘選' }).click(),
    /** Comments that wait, when all of them have come: a row that is drawn anew under a finger swallows its tap. */
    openHeld: async (): Promise<void> => {
      const come = page.waitForResponse((response) => /\/live\/comment\?.*held/.test(response.url()))
      await page.getByRole('tab', { name: /^待審/ }).click()
      await come
    },
    /** Lets all see a comment that waited. */
    release: async (text: string): Promise<void> => {
      const button = row(text).getByRole('button', { name: '放行' })
      await button.click()
      await button.waitFor({ state: 'detached' })
    },
    openAll: (): Promise<void> => page.getByRole('tab', { name: /^全部/ }).click(),
    end: async (): Promise<void> => {
      const button = page.getByRole('button', { name: /^長按結束/ })
      await button.hover()
      await page.mouse.down()
      await page.getByRole('heading', { name: '這場直播結束了' }).first().waitFor(patience)
      await page.mouse.up()
    },
  }
}

const played = (page: Page, seconds: number): Promise<unknown> =>
  page.waitForFunction((until) => (document.querySelector('video')?.currentTime ?? 0) > until, seconds, {
    timeout: 60_000,
  })

/** How far a page is behind the broadcast, in seconds, by its picture. */
const behind = async (page: Page): Promise<number> => {
  const { filmSeconds: shown, atMs } = await shownSecond(page)
  return (atMs - stage.beginAtMs) / 1000 - shown
}

const expectInStep = (one: Page, other: Page, message: string): Promise<void> =>
  expect
    .poll(async () => Math.abs((await behind(one)) - (await behind(other))), { ...patience, message })
    .toBeLessThan(maxApartSeconds)

const goneText = '您無法進入這個直播間'

test('JOURNEY-93 A host and three viewers through a whole live: orders by comment, moderation, a dropped line, a sleeping tab, a block, the end, and the replay in step', {
  timeout: (240 + 2 * wholeSeconds) * 1000,
}, async () => {
  const { url } = server()
  const [host, phone, desktop, loud] = await Promise.all([
    visitor({ name: '主持人', shape: 'desktop', motion: true }),
    visitor({ name: anna.name, shape: 'phone', motion: true }),
    visitor({ name: bert.name, shape: 'desktop' }),
    visitor({ name: carl.name, shape: 'phone' }),
  ])
  const run = hostOn(host.page)
  const [ann, ben, car] = [phone, desktop, loud].map(({ page }) => shopperOn(page))
  if (!ann || !ben || !car) throw new Error('three viewers')

  // Everybody comes while the room waits; Bert by a line of his own, which can be cut.
  await Promise.all(
    (
      [
        [phone, anna, url],
        [desktop, bert, line.url],
        [loud, carl, url],
      ] as const
    ).map(async ([{ page }, person, origin]) => {
      await page.goto(`${origin}/f/${customUrl}`)
      await shopperOn(page).signUp(person)
      await page.waitForURL('**/stream/*/*')
    }),
  )
  const carlsLink = loud.page.url()
  await logIn(host.page)
  await host.page.goto(`/manage-live-stream/streaming-edit/${stage.liveId}`)
  await host.page.getByRole('textbox', { name: '留言內容' }).waitFor()

  await Promise.all([phone, desktop, loud].map(({ page }) => played(page, 1)))
  await expectInStep(phone.page, desktop.page, 'after the begin')
  await ann.seen('晚安，剛下班').waitFor()

  // The product of the script is shown: +1 orders it. What came of it only its writer sees, and the staff.
  await ann.write('B01+2')
  await phone.page.locator('[role=log]').getByText('已為您保留 B01 × 2').first().waitFor()
  await run.row('B01+2').getByText('保留 2 件').waitFor()
  await ben.write('+1')
  await desktop.page.locator('[role=log]').getByText('已為您保留 B01 × 1').first().waitFor()
  expect(await desktop.page.getByText('已為您保留 B01 × 2').count()).toBe(0)

  // The host brings another product: a comment that is unclear is settled with one tap.
  await run.pin('亞麻襯衫')
  await desktop.page
    .getByRole('button', { name: /亞麻襯衫/ })
    .first()
    .waitFor()
  await ben.write('B02+1')
  await desktop.page
    .getByRole('group', { name: /亞麻襯衫/ })
    .getByRole('button', { name: '藍L' })
    .click()
  await desktop.page.locator('[role=log]').getByText('已為您保留 B02 藍L × 1').first().waitFor()

  // A banned word holds a comment for its writer; released, all see it.
  await car.write('這不是詐 騙吧')
  await car.seen('這不是詐 騙吧').waitFor()
  await run.openHeld()
  await run.row('這不是詐 騙吧').getByRole('button', { name: '放行' }).waitFor()
  expect(await ben.seen('這不是詐 騙吧').count()).toBe(0)
  await run.release('這不是詐 騙吧')
  await ben.seen('這不是詐 騙吧').waitFor()
  expect(await car.seen('這不是詐 騙吧').count()).toBe(1)
  await run.openAll()

  // Muted: gone for all others, not for the writer.
  await car.write('大家不要買')
  await ben.seen('大家不要買').waitFor()
  await run.act('大家不要買', '靜音')
  await expect.poll(() => ben.seen('大家不要買').count(), patience).toBe(0)
  expect(await car.seen('大家不要買').count()).toBe(1)

  // A broadcast stands for all, while Anna's tab sleeps and Bert's line is cut.
  const sleeper = await phone.context.newCDPSession(phone.page)
  await sleeper.send('Page.setWebLifecycleState', { state: 'frozen' })
  desktop.announce(/ERR_|WebSocket|net::/)
  line.cut()
  await run.broadcast('整點抽獎，留言就有機會')
  await run.say('聽得到我嗎')
  // The tab sleeps so long.
  await host.page.waitForTimeout(frozenMs)
  await sleeper.send('Page.setWebLifecycleState', { state: 'active' })
  for (const [who, { page }] of [
    [ann, phone],
    [ben, desktop],
  ] as const) {
    await who.seen('聽得到我嗎').waitFor({ timeout: 60_000 })
    await page.locator('[data-part=chat]').getByText('整點抽獎，留言就有機會').first().waitFor()
  }
  expect(line.cuts()).toBe(1)
  expect(await ben.seen('聽得到我嗎').count()).toBe(1)
  expect(await ann.seen('聽得到我嗎').count()).toBe(1)
  await expectInStep(phone.page, desktop.page, 'after a sleep and a lost line')

  // Blocked: out at once, and back neither by the link in another browser, nor by the phone, nor by the e-mail.
  loud.announce(/^403 /)
  await run.act('大家不要買', '封鎖')
  await loud.page.getByRole('heading', { name: goneText }).waitFor({ timeout: 60_000 })
  const elsewhere = await visitor({ name: `${carl.name}，另一個瀏覽器`, shape: 'desktop' })
  elsewhere.announce(/^403 /)
  await elsewhere.page.goto(carlsLink)
  await elsewhere.page.getByRole('heading', { name: goneText }).waitFor()
  for (const [device, person] of [
    ['phone', { ...carl, name: '卡爾二號', email: 'other@example.com' }],
    ['e-mail', { ...carl, name: '卡爾三號', phone: '0966100099' }],
  ] as const) {
    const body = { customUrl, liveIds: [stage.liveId], ...person, consent: true as const }
    const cookie = { cookie: `kaimai_device=whole-live-${device}` }
    const { links } = await callApi(url, publicSignupRoutes.signUp, { body }, cookie)
    expect(links, `a seat by the same ${device}`).toEqual([])
  }

  // The end: by the film, or by the host.
  const { comments } = await callApi(
    url,
    controlRoomRoutes.comments,
    { query: { liveId: stage.liveId, q: '聽得到我嗎' } },
    stage.headers,
  )
  const saidMs = comments[0]?.ms ?? Number.NaN
  if (wholeSeconds === 0) await run.end()
  const endTimeout = { timeout: (wholeSeconds + 30) * 1000 }
  await Promise.all(
    [phone, desktop].map(({ page }) => page.getByRole('heading', { name: '直播已結束' }).waitFor(endTimeout)),
  )
  await host.page.getByRole('heading', { name: '這場直播結束了' }).first().waitFor()

  // What was held is still in the cart, and is paid after the end.
  await phone.page.getByRole('button', { name: /^去結帳/ }).click()
  await ann.checkOut(anna, async () => {})
  await ann.play('pay')
  await ann.waitPaid()

  // The replay says what was said when it was said.
  await desktop.page.getByRole('link', { name: '看重播' }).click()
  await desktop.page.waitForURL('**/replay')
  await played(desktop.page, 0.5)
  const video = desktop.page.locator('video')
  const goTo = (seconds: number) =>
    video.evaluate(async (element: HTMLVideoElement, to) => {
      element.currentTime = to
      await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    }, seconds)
  await goTo(saidMs / 1000 - 4)
  await expect.poll(() => ben.seen('聽得到我嗎').count(), patience).toBe(0)
  const saidAt = await secondOfText(desktop.page, '[role=log] li', '聽得到我嗎')
  expect(Math.abs(saidAt - saidMs / 1000)).toBeLessThan(2)
  await goTo(saidMs / 1000 + 3)
  await ben.seen('聽得到我嗎').waitFor()
  await ben.seen('晚安，剛下班').waitFor()
  // Who is blocked is heard in the replay no more than in the room.
  for (const text of ['大家不要買', '這不是詐 騙吧']) expect(await ben.seen(text).count(), text).toBe(0)
})

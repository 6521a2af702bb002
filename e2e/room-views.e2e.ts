import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { closeCodes } from '@kaimai/contract/room/room.protocol.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { type Shown, startLive } from './harness/evening.ts'
import { untilStill } from './harness/axe.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { watchJumps } from './harness/jumps.ts'
import { holdScripts } from './harness/late-scripts.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { uploadFilm } from './harness/upload.ts'
import { pxTooWide } from './harness/page-width.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }
const products = [
  ['A01', 0],
  ['A02', null],
] as const satisfies readonly Shown[]

const shapes = {
  phone: { width: 360, height: 740 },
  side: { width: 844, height: 390 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
  /** A desktop at 200 % zoom. */
  zoomed: { width: 640, height: 400 },
} as const

/** A small upright film; what is in it is no matter. */
const uprightFilm = async (seconds: number): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'kaimai-upright-')), 'upright.mp4')
  const inputs = `-f lavfi -i testsrc2=size=270x480:rate=10:duration=${seconds} -f lavfi -i sine=duration=${seconds}`
  const options = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 20 -b:v 900k -c:a aac -b:a 64k'
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...`${inputs} ${options}`.split(' '), path])
  return path
}

let made: { over: string; expired: string; upright: string; wide: string; headers: Record<string, string> }

/** A live that has just begun, with a video of either shape; each lasts three minutes. */
const running = async (
  shape: 'wide' | 'upright',
  more: object = {},
  shown: readonly Shown[] = products,
): Promise<string> =>
  (
    await startLive(
      server().url,
      shape === 'wide' ? '橫式的一場' : '直式的一場',
      shown,
      { videoId: made[shape], ...more },
      made.headers,
    )
  ).path

beforeAll(async () => {
  const { url } = server()
  const login = await loginApi(url, 'demo', 'kaimai-demo')
  const [landscape] = (await callApi(url, videoRoutes.list, {}, login.headers)).items.filter(
    ({ state, width, height }) => state === 'ready' && (width ?? 0) > (height ?? 0),
  )
  const film = await uploadFilm(url, login, { path: await uprightFilm(170), name: '直式影片', seconds: 170 })
  made = { over: '', expired: '', upright: film.id, wide: landscape?.id ?? '', headers: login.headers }
  const over = await startLive(url, '剛播完的一場', products, { videoId: made.wide }, login.headers)
  // It is on for three seconds.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  await callApi(url, roomRoutes.close, { query: { liveId: over.live.id } }, login.headers)
  made = { ...made, over: over.path, expired: `/stream/${over.live.streamId}/expired` }
}, 240_000)

const plays = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3, undefined, { timeout: 60_000 })
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not seen`)
  return box
}

test('JOURNEY-43 An upright video fills a phone with the chat on its lower third; a wide one stands on top, or at the left', async () => {
  const person = await visitor({ name: '看直播的人', shape: 'phone' })
  person.announce(/ERR_FAILED GET .*m3u8/)
  const { page } = person
  await page.setViewportSize(shapes.phone)
  // The server knows the shape: it fills the screen before the video does anything.
  await page.route('**/*.m3u8', (route) => route.abort())
  await page.goto(await running('upright'))
  await expect.poll(async () => await boxOf(page, '[data-part="stage"]'), patience).toMatchObject({ y: 0, height: 740 })
  await page.unroute('**/*.m3u8')
  await plays(page)
  const chat = await boxOf(page, '[data-part="chat"]')
  expect(chat.y).toBeGreaterThan(740 * 0.35)
  const sound = await boxOf(page, '[data-part="sound"]')
  expect([sound.x < 40, sound.y < chat.y]).toEqual([true, true])

  await page.goto(await running('wide'))
  await plays(page)
  const stage = await boxOf(page, '[data-part="stage"]')
  expect(stage).toMatchObject({ y: 0, width: 360 })
  // Right below it, at the least.
  expect((await boxOf(page, '[data-part="chat"]')).y).toBeGreaterThanOrEqual(stage.y + stage.height)
  for (const shape of ['side', 'desktop'] as const) {
    await page.setViewportSize(shapes[shape])
    await expect
      .poll(async () => {
        const [video, talk] = [await boxOf(page, '[data-part="stage"]'), await boxOf(page, '[data-part="chat"]')]
        return talk.x >= video.x + video.width
      }, patience)
      .toBe(true)
    expect((await boxOf(page, '[data-part="say"]')).y).toBeLessThan(shapes[shape].height)
  }
})

test('JOURNEY-44 With the keys up the video keeps a small place, the product is a line and sending sits on the keys', async () => {
  const { page } = await visitor({ name: '打字的人', shape: 'phone' })
  await page.goto(await running('upright'))
  await plays(page)
  await page.locator('article[data-part="offer"]').waitFor()
  await page.locator('[data-part="say"] input').focus()
  await page.setViewportSize({ width: 360, height: 410 })
  const stage = async () => (await boxOf(page, '[data-part="stage"]')).width
  await expect.poll(stage, patience).toBeLessThan(200)
  await expect.poll(async () => (await boxOf(page, '[data-part="offer"]')).height, patience).toBeLessThan(64)
  await page.getByRole('button', { name: 'A01 +1' }).waitFor()
  const say = await boxOf(page, '[data-part="say"]')
  expect(Math.round(say.y + say.height)).toBe(410)
  await expectAccessible(page, 'the keys are up')
})

const refuse = async (page: Page, code: number): Promise<void> => {
  await page.routeWebSocket(/\/api\/room\/socket/, (line) => line.close({ code }))
  await page.reload()
}

test.each(['zh-TW', 'en'] as const)(
  'JOURNEY-45 %s: axe finds nothing on any face, nothing is cut off at the side',
  async (language) => {
    const person = await visitor({ name: `看每一面的人 ${language}`, shape: 'phone', language })
    person.announce(/^404 GET/)
    const { page } = person
    const { live: waiting } = await startLive(
      server().url,
      '等一下開始的一場',
      products,
      { beginAt: new Date(Date.now() + 900_000).toISOString() },
      made.headers,
    )
    const faces: Record<string, { path: string; act?: () => Promise<unknown>; ready: string }> = {
      wide: { path: await running('wide'), act: () => plays(page), ready: '[data-part="say"]' },
      tall: { path: await running('upright'), act: () => plays(page), ready: '[data-part="say"]' },
      waiting: { path: `/stream/${waiting.streamId}/anonymous`, ready: '[role="timer"]' },
      over: { path: made.over, ready: 'main h1' },
      replay: { path: `${made.over}/replay`, ready: '[data-part="wind"]' },
      expired: { path: made.expired, ready: 'main h1' },
      allEnded: { path: '/stream/noSuchRoomAnywhere/expired', ready: 'main h1' },
      missing: { path: '/stream/noSuchRoomAnywhere/anonymous', ready: 'main h1' },
    }
    for (const [name, { path, act, ready }] of Object.entries(faces)) {
      await page.setViewportSize(shapes.phone)
      await page.goto(path)
      await act?.()
      for (const [shape, size] of Object.entries(shapes)) {
        await page.setViewportSize(size)
        await page.locator(ready).first().waitFor()
        expect([name, shape, await pxTooWide(page)]).toEqual([name, shape, 0])
        if (shape === 'phone' || shape === 'side' || shape === 'desktop')
          await expectAccessible(page, `${name}, ${shape}`)
      }
    }
    await page.setViewportSize(shapes.phone)
    await page.goto(await running('wide'))
    await refuse(page, closeCodes.full)
    await page.locator('[data-part="drop"]').waitFor()
    await expectAccessible(page, 'full')
    await page.unrouteAll()
    await refuse(page, closeCodes.blocked)
    await page.locator('[data-part="stage"]').waitFor({ state: 'detached' })
    await expectAccessible(page, 'blocked')
  },
  240_000,
)

test('JOURNEY-46 A phone on its side buys: card, checkout at the right, the video goes on', async () => {
  const { page } = await visitor({ name: '橫著拿的人', shape: 'phone' })
  await page.setViewportSize(shapes.side)
  await page.goto(await running('wide'))
  await plays(page)
  await page.locator('article[data-part="offer"]').waitFor()
  const before = await boxOf(page, '[data-part="offer"]')
  const shopper = shopperOn(page)
  await shopper.addShown()
  await page
    .getByRole('group', { name: /的數量$/ })
    .first()
    .waitFor()
  expect((await boxOf(page, '[data-part="offer"]')).height).toBe(before.height)
  await shopper.openCart()
  await page.getByRole('dialog').waitFor()
  const playhead = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await shopper.checkOut({ name: '王小明', phone: '0922333555', email: 'side@example.com' }, async () => {
    expect(await pxTooWide(page)).toBe(0)
  })
  expect(playhead).toBeGreaterThan(0)
  await shopper.play('pay')
  await shopper.waitPaid()
})

const inApp = {
  LINE: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.19.0',
  Facebook:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/489.0.0.0;]',
  Instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 355.0.0.0 (iPhone16,2; iOS 18_1; zh_TW)',
} as const

test.each(Object.entries(inApp))(
  'JOURNEY-47 Inside %s the video plays on its page, and the way out stands where one pays',
  async (program, agent) => {
    const { page, context } = await visitor({ name: program, shape: 'phone' })
    // Its own word for itself, to the page and on the wire.
    await context.addInitScript((text) => Object.defineProperty(navigator, 'userAgent', { get: () => text }), agent)
    await context.setExtraHTTPHeaders({ 'user-agent': agent })
    await page.goto(await running('wide'))
    await plays(page)
    const attributes = await page.locator('video').evaluate((video) => video.getAttributeNames())
    expect(attributes).toEqual(expect.arrayContaining(['playsinline', 'webkit-playsinline']))
    expect(await page.evaluate(() => document.fullscreenElement)).toBe(null)
    await page.locator('[data-part="sound"]').click()
    await expect.poll(() => page.locator('[data-part="sound"]').count(), patience).toBe(0)
    await page.getByRole('button', { name: '更多', exact: true }).click()
    // A sheet that comes late stands before it has its entries.
    await page.getByRole('dialog').getByRole('button', { name: '分享這場直播' }).waitFor()
    const outside = page.getByRole('dialog').getByRole('link', { name: '用手機瀏覽器開啟' })
    expect(await outside.count()).toBe(program === 'LINE' ? 1 : 0)
    if (program === 'LINE') expect(await outside.getAttribute('href')).toContain('openExternalBrowser=1')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('更多')
  },
)

test('JOURNEY-48 A browser without media extensions, as iPhones long were, is given the playlist itself', async () => {
  const { page, context } = await visitor({ name: '只會自己播的瀏覽器', shape: 'phone' })
  await context.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource']) Reflect.deleteProperty(window, name)
    // What this Chromium can't do, an iPhone can: that it is asked for is what counts here.
    HTMLMediaElement.prototype.canPlayType = () => 'maybe'
  })
  const asked = page.waitForRequest(/\/media\/live\/.*\.m3u8/)
  await page.goto(await running('wide'))
  await asked
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.getAttribute('src')), patience)
    .toMatch(/\.m3u8$/)
})

test('JOURNEY-49 Who waits is taken into the live by itself, told of what was wished for, and nothing jumps', async () => {
  const { page } = await visitor({ name: '等開播的人', shape: 'phone', motion: true })
  const { path } = await startLive(
    server().url,
    '馬上開始',
    [['A02', 1]],
    { beginAt: new Date(Date.now() + 20_000).toISOString(), videoId: made.upright },
    made.headers,
  )
  const jumps = await watchJumps(page)
  await page.goto(path)
  // What is made good later (JOURNEY-50) changes without a hand at that moment.
  await untilAlive(page, '[aria-label="青瓷厚底馬克杯：開賣提醒我"]')
  expect(await jumps.all()).toEqual([])
  await page.getByRole('button', { name: '青瓷厚底馬克杯：開賣提醒我' }).click()
  await page.getByRole('button', { name: '青瓷厚底馬克杯：會提醒您' }).waitFor()
  // The button's own words have changed by the hand; on a busy machine the browser counts that half a second later.
  await untilStill(page)
  await jumps.forget()
  await plays(page)
  await page.getByText('正在介紹「青瓷厚底馬克杯」，可以下單了').waitFor()
  expect(await page.evaluate(() => localStorage.length > 0 && !JSON.stringify(localStorage).includes('shown:'))).toBe(
    true,
  )
  // The button that had the focus went with the waiting face.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expect.poll(() => page.locator('[data-spoken="change"]').textContent(), patience).toContain('青瓷厚底馬克杯')
  expect(await jumps.all()).toEqual([])
})

test('JOURNEY-50 What a waiting room is asked for before its scripts have come is done once they have', async () => {
  const { page, context } = await visitor({ name: '手快的人', shape: 'phone' })
  const beginAt = new Date(Date.now() + 3_600_000).toISOString()
  const more = { beginAt, videoId: made.upright }
  const { path } = await startLive(server().url, '等一下開始', [['A02', 1]], more, made.headers)
  const { asked, letThrough } = await holdScripts(context)
  await page.goto(path, { waitUntil: 'commit' })
  await asked
  await page.getByRole('button', { name: '青瓷厚底馬克杯：開賣提醒我' }).click()
  await page.getByRole('button', { name: '加到行事曆' }).click()
  letThrough()
  await page.getByRole('link', { name: /Apple 行事曆/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '青瓷厚底馬克杯：會提醒您' }).waitFor()
})

test('JOURNEY-51 Who comes late sees the newest line at the end, and what was said before it above', async () => {
  const said = Array.from({ length: 150 }, (_, index) => `佳蓉模擬第 ${index + 1} 句`)
  const commentList = said.map((words) => ({
    commentTime: 1,
    userName: '佳蓉',
    commentText: words.slice(4),
    userImgId: '',
  }))
  const path = await running('wide', { commentList })
  const { page } = await visitor({ name: '晚到的人', shape: 'phone' })
  const jumps = await watchJumps(page)
  const chat = page.locator('[data-part="chat"] [role="log"]')
  await page.goto(path)
  await chat.getByText('第 150 句').waitFor({ timeout: patience.timeout })
  // On a slow phone what is drawn in turns is seen in turns.
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.reload({ waitUntil: 'domcontentloaded' })
  // Before that the page itself comes in pieces.
  await jumps.forget()
  await chat.getByText('第 150 句').waitFor()
  // Of a room that has spoken much, who comes in is told the newest; the video's own script may be speaking too.
  const heard = async () =>
    (await chat.locator('li p').allTextContents()).filter((words) => words.startsWith('佳蓉模擬第'))
  await expect.poll(async () => (await heard()).length, patience).toBeGreaterThan(40)
  await untilStill(page)
  await slow.detach()
  const lines = await heard()
  expect(lines).toEqual(said.slice(-lines.length))
  const gap = () => chat.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))
  await expect.poll(gap, patience).toBeLessThan(2)
  expect(await jumps.all()).toEqual([])
  await chat.focus()
  // A line that still comes in above keeps the place of those that are read: the begin is above it then.
  const toBegin = async () => {
    await page.keyboard.press('Home')
    return chat.evaluate((box) => box.scrollTop)
  }
  await expect.poll(toBegin, patience).toBe(0)
})

test('JOURNEY-52 The answer to what a viewer does is brought into view though it reads further up', async () => {
  const commentList = Array.from({ length: 60 }, (_, index) => ({
    commentTime: 1,
    userName: '佳蓉',
    commentText: `示範第 ${index + 1} 句`,
    userImgId: '',
  }))
  const { page } = await visitor({ name: '往上讀的人', shape: 'phone' })
  const chat = page.locator('[data-part="chat"] [role="log"]')
  const gap = () => chat.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))
  await page.goto(await running('wide', { commentList }))
  await chat.getByText('第 60 句').waitFor({ timeout: patience.timeout })
  await chat.focus()
  await page.keyboard.press('Home')
  await expect.poll(gap, patience).toBeGreaterThan(48)
  await shopperOn(page).addShown()
  await page.locator('[data-note]').last().waitFor()
  await expect.poll(gap, patience).toBeLessThan(2)
})

test('JOURNEY-53 What is put into the cart before the cart is known is added to it once it is', async () => {
  const { page } = await visitor({ name: '手快的買家', shape: 'phone' })
  const totalQuantity = page.getByRole('group', { name: /霧白手捏飯碗/ }).first()
  await page.goto(await running('wide'))
  await shopperOn(page).addShown()
  await expect.poll(() => totalQuantity.textContent(), patience).toContain('1')
  await expect.poll(() => page.locator('[data-note]').count(), patience).toBe(1)
  const { promise: late, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/room/cart', async (route) => {
    await late
    await route.continue()
  })
  await page.reload()
  await shopperOn(page).addShown()
  // Shown at once, and nothing was sent before it is known what it comes on top of.
  await expect.poll(() => totalQuantity.textContent(), patience).toContain('1')
  letThrough()
  await expect.poll(() => totalQuantity.textContent(), patience).toContain('2')
})

test('JOURNEY-54 What is being written survives a reload; without a network one line says so and goes by itself', async () => {
  const person = await visitor({ name: '斷線的人', shape: 'phone' })
  const { page, context } = person
  await page.goto(await running('wide'))
  await plays(page)
  const input = page.locator('[data-part="say"] input')
  await input.fill('碗口直徑多少')
  await page.reload()
  await expect.poll(() => input.inputValue(), patience).toBe('碗口直徑多少')
  person.announce(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  await plays(page)
  await context.setOffline(true)
  await page.getByText(/^目前沒有網路/).waitFor()
  await context.setOffline(false)
  await expect.poll(() => page.locator('[data-part="drop"]').count(), patience).toBe(0)
  // Asked for a name, and put away: what was written is not lost.
  await input.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => input.inputValue(), patience).toBe('碗口直徑多少')
})

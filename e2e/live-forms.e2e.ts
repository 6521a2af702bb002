import { type Live, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { draftStored } from './harness/draft.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

// The studio's forms by hand: every field of a live, saved, read again, copied and cancelled.
const { server, visitor } = useJourney()

/** A picture of one colour, drawn by the browser. */
const picture = async (page: Page, name: string, hue: string) => {
  const url = await page.evaluate((colour) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 360 })
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('this browser draws nothing')
    pen.fillStyle = colour
    pen.fillRect(0, 0, 640, 360)
    return canvas.toDataURL('image/png')
  }, hue)
  return { name, mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}

const openTab = async (page: Page, name: string): Promise<void> => {
  const tab = page.getByRole('navigation', { name: '直播設定' }).getByRole('link', { name: new RegExp(name) })
  await tab.click()
  await expect.poll(() => tab.getAttribute('aria-current'), { timeout: 60_000 }).toBe('page')
}

/** Puts pictures into the n-th picker of the page and waits until they stand there. */
const upload = async (page: Page, field: string, files: Awaited<ReturnType<typeof picture>>[]): Promise<void> => {
  const frame = page.locator(`[data-field="${field}"]`)
  await frame.locator('input[type=file]').setInputFiles(files)
  await expect.poll(() => frame.locator('li img').count(), { timeout: 60_000 }).toBe(files.length)
}

const shown = async (id: string): Promise<Live> => {
  const { headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
  return callApi(server().url, liveRoutes.show, { params: { id } }, headers)
}

const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').pop() ?? ''

const choose = async (page: Page, label: string, choice: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const act = async (page: Page, name: string, action: string): Promise<void> => {
  await row(page, name).locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: action }).click()
}

const dayTime = (iso: string): string =>
  new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Taipei',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  }).format(new Date(iso))

test('JOURNEY-32 A live from a video keeps every field that is given in its tabs, over a reload, and as a copy', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
  await page.goto('/manage-live-stream')
  await page.getByRole('link', { name: '新增直播' }).click()

  // What is missing is told in its tab, from wherever one saves.
  await openTab(page, '商品')
  await page.getByRole('button', { name: '發布直播' }).click()
  const name = page.locator('[name=liveName]')
  await expect.poll(() => name.evaluate((input) => input === document.activeElement), { timeout: 60_000 }).toBe(true)

  await name.fill('冬日茶席・柴燒新品首賣')
  await page.getByRole('button', { name: '選擇影片' }).click()
  const videos = page.getByRole('dialog', { name: '選擇影片' })
  await videos.getByRole('radio').first().check()
  await videos
    .getByRole('button', { name: /^(使用|選擇|確定)/ })
    .last()
    .click()
  await page.locator('[name=hostName]').fill('陶日子')
  await page.locator('[name=waitingMinutes]').fill('45')
  await choose(page, '重播', '3 天')
  await upload(page, 'liveImage', [await picture(page, 'poster.png', '#805028')])
  await upload(page, 'liveInfoImage', [
    await picture(page, 'one.png', '#205080'),
    await picture(page, 'two.png', '#208050'),
  ])
  const info = page.locator('[data-field="liveInfoImage"] li button')
  const firstInfo = await page.locator('[data-field="liveInfoImage"] li img').first().getAttribute('src')
  await info.first().focus()
  await page.keyboard.press('ArrowRight')
  await expectAccessible(page, 'basics')

  await openTab(page, '商品')
  await page.getByRole('button', { name: '加入商品' }).click()
  const picker = page.getByRole('dialog', { name: '選擇商品' })
  for (const product of ['鐵釉提梁壺', '赤陶青瓷對杯'])
    await picker.getByRole('checkbox', { name: new RegExp(product) }).check()
  await picker.getByRole('button', { name: /^使用這/ }).click()
  await page.getByLabel('鐵釉提梁壺 的直播價').fill('1,980')
  await page.getByLabel('鐵釉提梁壺 的顯示時間').fill('12:18')
  await page.getByLabel('鐵釉提梁壺 的收起時間').fill('17:00')
  await page.getByRole('switch', { name: /赤陶青瓷對杯/ }).press('Space')
  await page.getByRole('button', { name: /^移動 赤陶青瓷對杯/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expectAccessible(page, 'products')

  await openTab(page, '設定')
  await page.getByRole('switch', { name: '沒有報名也能觀看' }).press('Space')
  await page.getByLabel(/^禁用字/).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', '加賴\n私訊我\n加賴、外匯')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await page.getByText('外匯', { exact: true }).waitFor()
  await choose(page, '慢速模式', '每 5 秒一則')
  await page.getByText('這場不標示').click()
  const law = page.getByRole('dialog', { name: '這場要關閉揭露標示嗎？' })
  await law.getByText('公平交易法').waitFor()
  await expectAccessible(page, 'law')
  await law.getByRole('button', { name: '我了解，關閉標示' }).click()
  await page.getByRole('combobox', { name: '留言群組' }).click()
  await page.getByRole('option').first().click()
  await page.getByText(/^這場目前有 \d+ 則留言/).waitFor()
  await expectAccessible(page, 'settings')

  // What changed is told, and a reload loses nothing.
  await page.getByRole('button', { name: '看改了什麼' }).click()
  const changes = page.getByRole('dialog', { name: '改了什麼' })
  await changes.getByText('陶日子').waitFor()
  await changes.getByText('這場不標示').waitFor()
  await expectAccessible(page, 'changes')
  await page.keyboard.press('Escape')
  await draftStored(page, '外匯')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText('外匯', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await page.waitForURL('**/manage-live-stream/edit/video/*')

  const id = idIn(page)
  const live = await shown(id)
  expect(live).toMatchObject({
    liveName: '冬日茶席・柴燒新品首賣',
    platformType: 'video',
    hostName: '陶日子',
    waitingMinutes: 45,
    replayMinutes: 4320,
    bannedKeywords: ['加賴', '私訊我', '外匯'],
    slowSeconds: 5,
    disclosure: false,
    anonymousAllowed: false,
    status: 'draft',
  })
  expect(live.liveImage).not.toBe('')
  expect(live.liveInfoImage).toHaveLength(2)
  expect(live.liveInfoImage[1]).toBe(firstInfo)
  expect(live.commentList.length).toBeGreaterThan(0)
  expect(
    live.productList.map(({ livePrice, showAt, hideAt, showLeft }) => ({ livePrice, showAt, hideAt, showLeft })),
  ).toEqual([
    { livePrice: null, showAt: null, hideAt: null, showLeft: false },
    { livePrice: 198_000, showAt: 738, hideAt: 1020, showLeft: true },
  ])

  // Saved anew without a change, it is the same live.
  await page.goto(`/manage-live-stream/edit/video/${id}`)
  await page.locator('[name=hostName]').fill('陶日子二號')
  await page.getByRole('button', { name: /^儲存草稿/ }).click()
  await page.getByText('已儲存').waitFor()
  expect(await shown(id)).toEqual({ ...live, hostName: '陶日子二號' })

  // Discarding can be taken back.
  await page.locator('[name=hostName]').fill('別人')
  await page.getByRole('button', { name: '捨棄' }).click()
  expect(await page.locator('[name=hostName]').inputValue()).toBe('陶日子二號')
  await page.getByRole('button', { name: '復原' }).click()
  expect(await page.locator('[name=hostName]').inputValue()).toBe('別人')
  await page.getByRole('button', { name: '捨棄' }).click()

  // A copy has all of it, at the same time of a later week.
  await page.goto('/manage-live-stream?status=draft')
  await act(page, '冬日茶席', '複製成新的直播')
  await page.waitForURL('**/manage-live-stream/copy/video/*')
  await page.getByRole('button', { name: '儲存草稿' }).click()
  await page.waitForURL('**/manage-live-stream/edit/video/*')
  const copy = await shown(idIn(page))
  const { beginAt, liveName } = copy
  expect(liveName).toBe('冬日茶席・柴燒新品首賣（複製）')
  expect(Date.parse(beginAt)).toBe(Date.parse(live.beginAt) + 7 * 24 * 3_600_000)
  expect(dayTime(beginAt)).toBe(dayTime(live.beginAt))
  const { id: _, streamId, shortUrl, endAt, ...same } = { ...live, hostName: '陶日子二號', beginAt, liveName }
  expect(copy).toMatchObject(same)
  expect(copy.id).not.toBe(id)
  expect([copy.streamId, copy.shortUrl]).not.toEqual([streamId, shortUrl])
  expect(Date.parse(copy.endAt) - Date.parse(endAt)).toBe(7 * 24 * 3_600_000)

  // A draft that was deleted comes back by undo.
  await page.goto('/manage-live-stream?status=draft')
  await act(page, '（複製）', '刪除草稿')
  await row(page, '（複製）').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '復原' }).click()
  await row(page, '（複製）').waitFor()
})

test('JOURNEY-33 A live from YouTube is made, published, shared, and cancelled in the console alone', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
  await page.goto('/manage-live-stream')
  await page.getByRole('button', { name: '選擇直播類型' }).click()
  await page.getByRole('menuitem', { name: '用 YouTube' }).click()
  await page.waitForURL('**/create/youtube')
  await page.locator('[name=liveName]').fill('工作室現場直播')
  const address = page.locator('[name=youtubeUrl]')
  await address.fill('https://vimeo.com/12345')
  await address.blur()
  await page.getByText('這不是 YouTube 影片的網址').waitFor()
  await address.fill('https://www.youtube.com/live/dQw4w9WgXcQ?si=share')
  await page.getByText('dQw4w9WgXcQ', { exact: true }).waitFor()
  await page.locator('[name=plannedMinutes]').fill('90')
  await expectAccessible(page, 'youtube')
  await page.getByRole('button', { name: '發布直播' }).click()
  const published = page.getByRole('dialog', { name: '直播排定了' })
  await published.waitFor()
  await published.getByRole('button', { name: '完成' }).click()

  const live = await shown(idIn(page))
  expect(live).toMatchObject({ platformType: 'youtube', videoId: null, plannedMinutes: 90, liveName: '工作室現場直播' })
  expect(live.youtubeUrl).toContain('dQw4w9WgXcQ')
  expect(Date.parse(live.endAt) - Date.parse(live.beginAt)).toBe(90 * 60_000)
  await page.reload()
  await expect.poll(() => address.inputValue(), { timeout: 60_000 }).toBe(live.youtubeUrl)

  await openTab(page, '報名')
  await page.getByText(`/stream/${live.shortUrl}`).waitFor()
  await page.getByRole('img', { name: /QR/ }).locator('path').waitFor({ state: 'attached' })
  await expectAccessible(page, 'sign-ups')

  await page.goto('/manage-live-stream')
  await row(page, '工作室現場直播').getByText('YouTube 直播').waitFor()
  await act(page, '工作室現場直播', '分享…')
  const share = page.getByRole('dialog')
  await share.getByText(`/stream/${live.shortUrl}`).waitFor()
  await page.keyboard.press('Escape')
  await act(page, '工作室現場直播', '取消直播…')
  await page.getByRole('dialog').getByRole('button', { name: '取消直播' }).click()
  await row(page, '工作室現場直播').getByText('已取消', { exact: true }).waitFor()
  expect((await shown(live.id)).status).toBe('cancelled')
})

test('JOURNEY-301 An error at a field that the page does not show stands in words beside the button, and nothing is lost', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
  await page.goto('/manage-live-stream/create/youtube')
  await page.locator('[name=liveName]').fill('一場直播')
  await page.locator('[name=youtubeUrl]').fill('https://youtu.be/dQw4w9WgXcQ')
  const fields = { liveName: '這個名稱用過了', 'somewhere.else': '別處的問題' }
  await page.route('**/api/live', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: { code: 1, name: 'invalid', message: '請檢查欄位', fields } } })
      : route.fallback(),
  )
  merchant.announce(/^400 POST \/api\/live/)
  await page.getByRole('button', { name: '發布直播' }).click()
  await page.locator('[data-field=liveName]').getByText('這個名稱用過了').waitFor()
  await page.locator('footer [role=status]').getByText('2 個欄位需要修正 別處的問題', { exact: true }).waitFor()
  expect(await page.locator('[name=liveName]').inputValue()).toBe('一場直播')
  // On another tab it stays said; the name may have been checked when its field was left.
  await openTab(page, '商品')
  await page
    .locator('footer [role=status]')
    .getByText(/個欄位需要修正 .*別處的問題$/)
    .waitFor()
})

test('JOURNEY-302 A sign-up form waits for the live that it is for, on a slow line too, and begins with it', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
  // The lives that may be offered have been looked at once, before this one was made.
  await page.goto('/manage-form/create/free')
  await page.locator('[name=signupTitle]').waitFor()
  const { headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
  const body = {
    liveName: '慢慢來的直播',
    platformType: 'youtube',
    youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ',
    plannedMinutes: 60,
    beginAt: new Date(Date.now() + 86_400_000).toISOString(),
    waitingMinutes: 60,
    replayMinutes: 0,
    publish: true,
  } as const
  const live = await callApi(server().url, liveRoutes.create, { body: { ...body, videoId: null } }, headers)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/signup/signup_available_live_list', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/manage-form/create/free?liveId=${live.id}`)
  // Parts of the form that was left may be loading too: it is gone once nothing can be published.
  await expect.poll(() => page.getByRole('button', { name: /^發布/ }).count()).toBe(0)
  await page.getByRole('status', { name: '載入中' }).waitFor()
  answered.resolve()
  const sessions = page.getByRole('list', { name: '已加入的場次' })
  await sessions.getByRole('button', { name: '移除「慢慢來的直播」' }).waitFor()
  expect(await page.locator('[name=signupTitle]').inputValue()).toBe('慢慢來的直播')
})

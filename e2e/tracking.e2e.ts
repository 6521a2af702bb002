import { ga4Names } from '@kaimai/contract/tracking/tracking-event.rules.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdvertisers } from '../packages/server/test/advertisers.ts'
import { callApi, loginApi } from './harness/api.ts'
import type { Visitor } from './harness/browser.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { type Pixels, usePixels } from './harness/pixels.ts'
import { freePort } from '../packages/server/test/free-port.ts'
import { demoOpensMs, shopperOn, untilAlive } from './harness/shopper.ts'

// The console is localhost, audience pages are 127.0.0.1: two origins on one port. Meta, TikTok and Google are stand-ins.
const port = await freePort()
const audience = `http://127.0.0.1:${port}`
const ownHosts = [`127.0.0.1:${port}`, `localhost:${port}`]
const advertisers = await startAdvertisers()
const { server, visitor } = useJourney({ port, env: { AUDIENCE_URL: audience, ...advertisers.environment } })

const ids = { pixelId: '123456789012345', tiktokPixelId: 'C0ABCDEF1234567890', gtmId: 'GTM-ABC1234' }
/** Of taiwan.md's vectors. */
const person = { name: '林佳穎', phone: '0912-345-678', email: 'John_Smith@gmail.com' }
const hashes = {
  email: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
  metaPhone: 'cf676475cec2ee7b7591f39bdefe7ef3dca63b14c1cdba3b19ce4219cbda2b09',
  tiktokPhone: '1315ec4a63ba3d2b8f5db63688770e89a402ee623ef33e4c8c2f36e48f271be0',
}
const key = /[\w-]{22,}/

beforeAll(async () => {
  const { firmId, headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
  const secrets = { conversionApi: 'meta-token-1234', tiktokAccessToken: 'tiktok-token-1234' }
  await callApi(server().url, firmRoutes.change, { params: { id: firmId }, body: { ...ids, secrets } }, headers)
})
afterAll(() => advertisers.stop())

const question = (page: Page) => page.getByRole('region', { name: '接受廣告追蹤嗎？' })
const answer = (page: Page, word: '同意' | '不同意') =>
  question(page).getByRole('button', { name: word, exact: true }).click()

/** Which event of which id the servers of both have heard, once each. */
const heard = (name: string) => ({
  meta: advertisers.eventsAt('meta').filter((event) => event['event_name'] === name),
  tiktok: advertisers.eventsAt('tiktok').filter((event) => event['event'] === name),
})

const total = (event: Readonly<Record<string, unknown>> | undefined): unknown => {
  const data = event?.['custom_data']
  return typeof data === 'object' && data !== null && 'value' in data ? data.value : undefined
}

/** Every script and every server comes to hear of it, once of this page view, all under the same id. */
const expectOnce = async (pixels: Pixels, name: keyof typeof ga4Names): Promise<void> => {
  const all = () => ({
    metaPixel: pixels.named('meta', name).map(({ eventId }) => eventId),
    tiktokPixel: pixels.named('tiktok', name).map(({ eventId }) => eventId),
    gtm: pixels.named('gtm', ga4Names[name]).map(({ eventId }) => eventId),
    metaServer: heard(name).meta.map((event) => event['event_id']),
    tiktokServer: heard(name).tiktok.map((event) => event['event_id']),
  })
  const [id = ''] = all().metaPixel
  expect(id, name).toMatch(/^.{8,}$/)
  // The room that a form leads to is a view of its own, and tells of what it shows as soon as it works.
  const view = id.replace(/\.\d+$/, '.')
  const ofView = () =>
    Object.fromEntries(
      Object.entries(all()).map(([who, ids]) => [who, ids.filter((each) => String(each).startsWith(view))]),
    )
  const once = { metaPixel: [id], tiktokPixel: [id], gtm: [id], metaServer: [id], tiktokServer: [id] }
  await expect.poll(ofView, { message: name, timeout: 60_000 }).toEqual(once)
}

test('TRACKING-45 Who does not agree is told to nobody: no script, no call, no cookie, and is not asked again', async () => {
  const shy: Visitor = await visitor({ name: '不同意的人', shape: 'phone' })
  const pixels = await usePixels(shy.context, ownHosts)
  const { page } = shy
  await page.goto(`${audience}/f/demo?utm_source=line&fbclid=Click1`)
  await question(page).waitFor()
  // It stands above the one button and covers neither that nor the poster.
  const box = await question(page).boundingBox()
  const submit = await page.getByRole('button', { name: /報名/ }).last().boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(submit?.y ?? 0)
  await expectAccessible(page, 'the question')
  await question(page).getByRole('button', { name: '這是什麼？' }).click()
  await question(page)
    .getByText(/Meta、TikTok.*Google/)
    .waitFor()
  await expectAccessible(page, 'what it means')
  await answer(page, '不同意')
  await question(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: '廣告追蹤設定' }).waitFor()
  expect(await question(page).count()).toBe(0)
  const guest = shopperOn(page)
  await guest.signUp({ name: '陳安', phone: '0922333444', email: 'ann@example.com' })
  await page.waitForURL(/\/stream\/|\/f\/demo/)
  await page
    .locator('main')
    .getByText(/報名成功|進入直播間|開賣/)
    .first()
    .waitFor()
  expect(pixels.asked).toEqual([])
  expect(advertisers.calls).toEqual([])
  const cookies = (await shy.context.cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => name.startsWith('_'))).toEqual([])
})

test('TRACKING-46 With consent a visit and a sign-up are told once on each side, under one id, with the vectors’ hashes', async () => {
  const fan = await visitor({ name: '同意的人', shape: 'phone' })
  const pixels = await usePixels(fan.context, ownHosts)
  const { page } = fan
  await page.goto(`${audience}/f/demo?utm_source=line&a=amy&fbclid=Click1&ttclid=E.C.1`)
  // By the keys: the question comes last on the page, its two answers stand side by side.
  await question(page).getByRole('button', { name: '不同意', exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  await expect.poll(() => pixels.named('meta', 'ViewContent').length, { timeout: 60_000 }).toBe(1)
  await shopperOn(page).signUp(person)
  await expect.poll(() => heard('CompleteRegistration').meta.length, { timeout: 60_000 }).toBe(1)
  await expect.poll(() => pixels.named('gtm', 'sign_up').length, { timeout: 60_000 }).toBe(1)
  // It leads into the room: leaving the form sends what was still to be told.
  await page.waitForURL('**/stream/**')

  for (const name of ['ViewContent', 'CompleteRegistration'] as const) await expectOnce(pixels, name)
  expect(heard('CompleteRegistration').meta[0]).toMatchObject({
    event_source_url: `${audience}/f/demo?utm_source=line&a=amy&fbclid=Click1&ttclid=E.C.1`,
    user_data: { em: [hashes.email], ph: [hashes.metaPhone], fbp: 'fb.1.1700000000000.42' },
  })
  expect(JSON.stringify(heard('CompleteRegistration').meta[0])).toMatch(/"fbc":"fb\.1\.\d{13}\.Click1"/)
  expect(heard('CompleteRegistration').tiktok[0]).toMatchObject({
    user: { email: hashes.email, phone: hashes.tiktokPhone, ttclid: 'E.C.1' },
  })
})

test('TRACKING-47 Advertisers’ scripts see neither the page nor its address nor what is typed into it', async () => {
  const viewer = await visitor({ name: '有連結的人', shape: 'phone' })
  const pixels = await usePixels(viewer.context, ownHosts)
  const { page } = viewer
  await page.goto(`${audience}/f/demo`)
  await answer(page, '同意')
  await expect.poll(() => pixels.calls.length, { timeout: 60_000 }).toBeGreaterThan(2)
  await shopperOn(page).signUp({ name: '吳博', phone: '0933444555', email: 'bo@example.com' })
  await page.waitForURL('**/stream/**')
  await page.goto(page.url())
  for (const { seen } of pixels.calls) {
    expect(seen.around).toBe('hidden')
    expect(seen.referrer).toBe('')
    expect(new URL(seen.url).pathname).toBe('/tracking-frame')
    expect(new URL(seen.url).searchParams.get('page')).not.toMatch(key)
    expect(seen.cookie).not.toMatch(/kaimai/)
  }
  const all = pixels.asked.join('\n')
  expect(all).not.toMatch(/bo@example|0933|吳博/)
  const room = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(room).toMatch(key)
  expect(all).not.toContain(room)
})

test('TRACKING-48 What was agreed to is taken back in the room and on the order page; from the next load nobody is told', async () => {
  const { context, page } = await visitor({ name: '改變主意的人', shape: 'phone' })
  const pixels = await usePixels(context, ownHosts)
  await page.goto(`${audience}/f/demo`)
  await answer(page, '同意')
  await shopperOn(page).signUp({ name: '鄭好', phone: '0944555666', email: 'hao@example.com' })
  await page.waitForURL('**/stream/**')
  const openMenu = async (): Promise<void> => {
    await untilAlive(page, '[aria-haspopup="dialog"][aria-label="更多"]', demoOpensMs)
    await page.getByRole('button', { name: '更多', exact: true }).click()
  }
  await openMenu()
  await page.getByRole('button', { name: '廣告追蹤設定' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectAccessible(page, 'the question in a room')
  await answer(page, '不同意')
  await question(page).waitFor({ state: 'detached' })
  const before = pixels.asked.length
  await page.reload()
  await openMenu()
  await page.getByRole('button', { name: '廣告追蹤設定' }).waitFor()
  expect(pixels.asked.slice(before)).toEqual([])
})

test('TRACKING-49 What is bought on a page is told step by step; a Purchase when it is paid, and the order’s key to nobody', async () => {
  const buyer = await visitor({ name: '買家', shape: 'phone' })
  const pixels = await usePixels(buyer.context, ownHosts)
  const { page } = buyer
  advertisers.calls.length = 0
  await page.goto(`${audience}/s/chiri?utm_source=ig`)
  await answer(page, '同意')
  await page.getByRole('button', { name: '加入購物車：霧白手捏飯碗', exact: true }).click()
  const shopper = shopperOn(page)
  await shopper.openCheckout()
  await shopper.checkOut(person, async () => {})
  await expect.poll(() => heard('InitiateCheckout').tiktok.length, { timeout: 60_000 }).toBe(1)
  expect(heard('Purchase').meta, 'nothing is bought before it is paid').toEqual([])
  // The gateway's page has no advertiser.
  expect(page.frames().map((frame) => new URL(frame.url()).pathname)).toEqual([new URL(page.url()).pathname])
  await shopper.play('pay')
  await shopper.waitPaid()
  await expect.poll(() => pixels.named('gtm', 'purchase').length, { timeout: 60_000 }).toBe(1)
  await expect.poll(() => heard('Purchase').tiktok.length, { timeout: 60_000 }).toBe(1)
  const order = new URL(page.url())
  await page.reload()
  await shopper.waitPaid()
  for (const name of ['AddToCart', 'InitiateCheckout', 'Purchase'] as const) await expectOnce(pixels, name)
  expect(heard('Purchase').meta[0]).toMatchObject({
    user_data: { em: [hashes.email], ph: [hashes.metaPhone] },
    custom_data: { value: expect.any(Number), currency: 'TWD', content_type: 'product' },
  })
  const [seen] = pixels.named('meta', 'Purchase')
  expect(seen?.data).toMatchObject({ value: total(heard('Purchase').meta[0]) })
  const secret = order.pathname.split('/').at(-1) ?? ''
  expect(secret).toMatch(key)
  expect(pixels.asked.join('\n') + JSON.stringify(advertisers.calls)).not.toContain(secret)
  // TRACKING-48: on this page, too, the answer can be changed.
  await page.getByRole('button', { name: '廣告追蹤設定' }).click()
  await expectAccessible(page, 'the question on an order page')
  await answer(page, '不同意')
  await question(page).waitFor({ state: 'detached' })
})

test('TRACKING-50 The console’s origin has none of it: no frame, no host in a policy, no id in a page', async () => {
  const get = async (url: string) => {
    const reply = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })
    return {
      status: reply.status,
      policy: reply.headers.get('content-security-policy') ?? '',
      text: await reply.text(),
    }
  }
  for (const path of ['/tracking-frame?with=meta.tiktok.gtm', '/tracking-frame.js'])
    expect((await get(server().url + path)).status, path).toBe(404)
  for (const path of ['/', '/auth/login', '/studio-preview/room']) {
    const { policy, text } = await get(server().url + path)
    expect(policy + text, path).not.toMatch(/facebook|tiktok\.com|googletag|GTM-ABC1234/)
  }
  const frame = await get(`${audience}/tracking-frame?with=meta`)
  expect([frame.status, frame.policy]).toEqual([200, expect.stringContaining('https://connect.facebook.net')])
  expect(frame.policy).toContain('sandbox allow-scripts')
  expect(frame.policy).not.toMatch(/tiktok|google/)
  expect((await get(`${audience}/f/demo`)).policy).not.toMatch(/facebook|tiktok|google/)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useJourney } from './harness/journey.ts'
import { untilAlive } from './harness/shopper.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

beforeAll(async () => {
  const stage = await signUpStage(server().url)
  await stage.form('框裡的報名', { customUrl: 'framed', hours: [30] })
  await stage.form('框裡的課', {
    customUrl: 'framed-class',
    hours: [30],
    pageType: 'order',
    ticketInfo: { ticketName: '線上手捏課', price: 68_000, productId: null },
  })
})

/** A shop's own site, another than the server's (localhost): no cookie of the server's goes into a frame there. */
const shop = createServer((request, response) => {
  const frame = `<iframe src="${server().url}/f${request.url}?embed=1" title="報名" width="100%" height="900"></iframe>`
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>小店</title><h1>小店的網站</h1>${frame}`)
})
let shopUrl = ''
beforeAll(async () => {
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const address = shop.address()
  shopUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => void shop.close())

const openShop = async (page: Page, customUrl: string) => {
  await page.goto(`${shopUrl}/${customUrl}`)
  return page.frameLocator('iframe')
}

const fill = async (form: ReturnType<Page['frameLocator']>, phone: string, email: string) => {
  await form.getByRole('textbox', { name: '姓名', exact: true }).fill('林佳穎')
  await form.getByRole('textbox', { name: '手機', exact: true }).fill(phone)
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await form.getByRole('checkbox', { name: /^我同意/ }).check()
}

const untilFrameAlive = async (page: Page): Promise<void> => {
  const frame = page.frames().find((each) => each !== page.mainFrame())
  await frame?.waitForFunction(() => {
    const control = document.querySelector('form button[type=submit]')
    return control !== null && Object.keys(control).some((key) => key.startsWith('__reactProps'))
  })
}

/** The shop's site at a desk and on a phone: other people, whom the server doesn't know yet. */
const visits = [
  { shape: 'desktop', mark: '1' },
  { shape: 'phone', mark: '2' },
] as const

test.each(visits)(
  'JOURNEY-327 $shape: A form in a shop’s own site changes its language, opens what it leads to beside it, and knows who signed up there',
  async ({ shape, mark }) => {
    const { page, context } = await visitor({ name: `在小店網站的人 ${shape}`, shape })
    const form = await openShop(page, 'framed')
    await untilFrameAlive(page)
    await form.getByRole('link', { name: 'English' }).click()
    await form.getByRole('textbox', { name: 'Full name', exact: true }).waitFor()
    await untilFrameAlive(page)
    await form.getByRole('link', { name: '中文' }).click()
    await form.getByRole('textbox', { name: '姓名', exact: true }).waitFor()
    await untilFrameAlive(page)
    await fill(form, `0912 345 70${mark}`, `framed${mark}@example.com`)
    await form.locator('button[type=submit]').click()
    await form.getByRole('heading', { level: 1, name: '報名成功' }).waitFor()
    const opened = context.waitForEvent('page')
    await form.getByRole('link', { name: /\/stream\// }).click()
    const room = await opened
    await room.getByRole('heading', { level: 1, name: '框裡的報名 1' }).waitFor()
    expect(new URL(room.url()).pathname).toMatch(/^\/stream\//)
    expect(page.url()).toBe(`${shopUrl}/framed`)
    await room.close()

    await page.reload()
    await form.getByText('林佳穎，歡迎回來').waitFor()
    await form.getByRole('link', { name: '打開專屬入口' }).waitFor()
  },
)

test.each(visits)(
  'JOURNEY-328 $shape: A paid form in a shop’s own site leads the whole window to the payment, and the order is paid',
  async ({ shape, mark }) => {
    const { page } = await visitor({ name: `在小店網站買課的人 ${shape}`, shape })
    const form = await openShop(page, 'framed-class')
    await untilFrameAlive(page)
    await fill(form, `0912 345 71${mark}`, `class${mark}@example.com`)
    await form.getByRole('button', { name: '付款報名 NT$680' }).and(form.locator('[type=submit]')).click()
    const sheet = form.getByRole('dialog')
    await sheet.getByRole('button', { name: /^付款 NT\$680/ }).click()
    await page.waitForURL('**/sandbox-pay/*')
    await untilAlive(page, 'button')
    await page.getByRole('button', { name: /^付款成功/ }).click()
    await page.getByRole('heading', { level: 1, name: '付款完成' }).waitFor({ timeout: 60_000 })
  },
)

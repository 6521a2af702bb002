import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Visitor } from './harness/browser.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { pxTooWide } from './harness/page-width.ts'

const { visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

let buyer: Visitor
/** Of an order that waits for its payment. */
let orderPath: string

beforeAll(async () => {
  buyer = await visitor({ name: '買家', shape: 'phone' })
  const { page } = buyer
  await page.goto('/s/chiri')
  await untilAlive(page)
  await page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' }).click()
  const shopper = shopperOn(page)
  await shopper.openCheckout()
  await shopper.checkOut({ name: '陳安', phone: '0922333444', email: 'ann@example.com' }, async () => {})
  await page.goto('/s/chiri')
  await untilAlive(page)
  await page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' }).click()
  await shopper.openCheckout()
  const link = page.getByRole('dialog').getByRole('link', { name: '看這筆訂單' })
  orderPath = (await link.getAttribute('href')) ?? ''
  // One handler for all tests: taking it away while the page polls would answer a request twice.
  await page.route('**/purchase/order_info*', async (route) => {
    const changed = change
    if (!changed) return route.fallback()
    const response = await route.fetch()
    const body = (await response.json()) as { data: ShopperOrder }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...changed(body.data) } } })
  })
})

type Change = (order: ShopperOrder) => Partial<ShopperOrder>
let change: Change | undefined

/** The order as it would be in another state: the server's own answer, changed. Undefined: as it is. */
const showAs = (next: Change | undefined): void => {
  change = next
}

const later = (order: ShopperOrder, minutes: number): string =>
  new Date(Date.parse(order.now) + minutes * 60_000).toISOString()
const also = (order: ShopperOrder, ...kinds: string[]): ShopperOrder['events'] => [
  ...order.events,
  ...kinds.map((kind): ShopperOrder['events'][number] => ({
    kind,
    at: order.now,
    actor: '',
    actorKind: 'gateway',
    memo: '',
  })),
]

const states: readonly {
  readonly name: string
  readonly given: (order: ShopperOrder) => Partial<ShopperOrder>
  readonly zh: RegExp
  readonly en: RegExp
}[] = [
  {
    name: 'waiting',
    given: (order) => ({ events: order.events.filter(({ kind }) => kind === 'placed') }),
    zh: /等您付款.*為您保留到 \d\d:\d\d，還有 1\d:\d\d/s,
    en: /to pay.*Held for you until \d\d:\d\d, time left: 1\d:\d\d/s,
  },
  {
    name: 'ATM code',
    given: (order) => ({
      paymentCode: { kind: 'atm', bankCode: '822', account: '9103522011200873', expiresAt: later(order, 3 * 1440) },
      heldUntil: later(order, 3 * 1440),
      events: also(order, 'codeIssued'),
    }),
    zh: /等您轉帳.*822.*9103 5220 1120 0873.*複製帳號/s,
    en: /Transfer.*822.*9103 5220 1120 0873.*Copy account number/s,
  },
  {
    name: 'failed',
    given: (order) => ({ events: also(order, 'paymentFailed') }),
    zh: /這次沒有付成功.*沒有扣款.*為您保留到.*再付一次/s,
    en: /Payment failed.*haven’t been charged.*Held for you.*Try again/s,
  },
  {
    name: 'expired',
    given: (order) => ({ paymentState: 'expired', heldUntil: null, events: also(order, 'expired') }),
    zh: /訂單已逾時.*沒有扣款/s,
    en: /Order expired.*haven’t been charged/s,
  },
  {
    name: 'paid',
    given: (order) => ({
      paymentState: 'paid',
      heldUntil: null,
      invoiceClass: 'mobileBarcode',
      invoiceText: '•••••V.-I',
      events: also(order, 'paid'),
      messages: [
        { at: order.now, from: 'shopper', name: '', text: '可以改成週三寄嗎？' },
        { at: order.now, from: 'member', name: '小編', text: '可以，週三寄出。' },
      ],
    }),
    zh: /付款完成.*備貨中.*手機條碼載具 •••••V\.-I.*可以改成週三寄嗎？.*可以，週三寄出。/s,
    en: /Payment complete.*Preparing your order.*•••••V\.-I.*可以改成週三寄嗎？/s,
  },
]

test.each(['zh-TW', 'en'] as const)(
  'JOURNEY-35 %s: each state says what it means, and axe finds nothing',
  async (language) => {
    const { page } = buyer
    for (const { name, given, zh, en } of states) {
      showAs(given)
      await page.goto(`${orderPath}?lng=${language}`)
      const said = page.getByRole('main')
      await expect
        .poll(() => said.textContent(), { message: name, timeout: 60_000 })
        .toMatch(language === 'en' ? en : zh)
      await expectAccessible(page, name)
      expect(await pxTooWide(page)).toBe(0)
    }
  },
)

test('JOURNEY-36 Another way to pay can be chosen, with what it costs', async () => {
  const { page } = buyer
  showAs((order) => ({
    events: also(order, 'paymentFailed'),
    paymentMethods: [
      { method: 'card', fee: 0, least: null, most: null },
      { method: 'atm', fee: 3000, least: null, most: null },
    ],
  }))
  await page.goto(`${orderPath}?lng=zh-TW`)
  await page.getByRole('button', { name: /^再付一次 NT\$680$/ }).waitFor()
  await page.getByRole('button', { name: '改用其他付款方式' }).click()
  await page.getByRole('radio', { name: /ATM 轉帳/ }).check()
  await expectAccessible(page, 'ways to pay')
  const changed = page.waitForRequest('**/purchase/update_payment_method')
  const paid = page.waitForRequest('**/purchase/create_payment')
  await page.route('**/purchase/create_payment', (route) => route.abort())
  buyer.announce(/ERR_FAILED/)
  await page.getByRole('button', { name: /^再付一次 NT\$710$/ }).click()
  // The order is moved to it first: the server counts what it costs.
  expect((await changed).postDataJSON()).toEqual({ method: 'atm' })
  expect((await paid).postDataJSON()).toEqual({ method: 'atm' })
  // It tries again by itself, and would go to the payment company once it may.
  await page.goto('about:blank')
  await page.unroute('**/purchase/create_payment')
})

test('JOURNEY-37 A message that does not get through keeps its words, and is sent once', async () => {
  const { page, context } = buyer
  showAs(undefined)
  await page.goto(`${orderPath}?lng=zh-TW`)
  const words = page.getByRole('textbox', { name: '給賣家的訊息' })
  await words.fill('請問可以包裝成禮物嗎？')
  buyer.announce(/503 POST/)
  const keys: (string | undefined)[] = []
  await page.route('**/purchase/customer_message', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The answer is lost on the way.
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.fulfill({ status: 400, json: { error: { code: 1, message: '沒有送到' } } })
  })
  buyer.announce(/400 POST/)
  await page.getByRole('button', { name: '送出' }).click()
  await page.getByRole('button', { name: '再送一次' }).waitFor()
  await page.reload()
  expect(await words.inputValue()).toBe('請問可以包裝成禮物嗎？')
  await page.getByRole('button', { name: '送出' }).click()
  await page.getByRole('listitem').filter({ hasText: '請問可以包裝成禮物嗎？' }).first().waitFor()
  await expect.poll(() => words.inputValue()).toBe('')
  await context.setOffline(true)
  await words.fill('還在嗎')
  await page.getByText('目前沒有網路，寫好的內容會留著。').waitFor()
  await context.setOffline(false)
})

test('JOURNEY-38 A paid sign-up shows its sessions: the way in, and into the calendar', async () => {
  const { page } = buyer
  const session = (order: ShopperOrder, path: string) => ({
    title: '開窯課',
    beginAt: later(order, 1440),
    endAt: later(order, 1500),
    path,
  })
  const signup = { source: 'signup', deliveryType: 'none', deliveryText: '' } as const
  showAs((order) => ({ ...signup, sessions: [session(order, '')] }))
  await page.goto(`${orderPath}?lng=zh-TW`)
  await page.getByText('位子先為您留著，付款後就是您的。').waitFor()
  await expectAccessible(page, 'an unpaid sign-up')
  showAs((order) => ({
    ...signup,
    paymentState: 'paid',
    heldUntil: null,
    events: also(order, 'paid', 'seated'),
    sessions: [session(order, '/stream/room01/abc')],
  }))
  await page.reload()
  const enter = page.getByRole('link', { name: '進入直播間' })
  await enter.first().waitFor()
  expect(await enter.first().getAttribute('href')).toBe('/stream/room01/abc')
  const calendar = await page.getByRole('link', { name: '其他行事曆' }).getAttribute('href')
  expect(decodeURIComponent(calendar ?? '')).toContain('SUMMARY:開窯課')
  await expectAccessible(page, 'a paid sign-up')
})

test('JOURNEY-39 A paid order is asked once a load whether it is told of', async () => {
  const { page } = buyer
  showAs((order) => ({ paymentState: 'paid', heldUntil: null, events: also(order, 'paid') }))
  let asked = 0
  await page.route('**/purchase/gtm_trigger', (route) => {
    asked += 1
    return route.fulfill({ json: { data: { tell: asked === 1 } } })
  })
  await page.goto(`${orderPath}?lng=zh-TW`)
  await page.getByRole('heading', { name: '付款完成' }).waitFor()
  await expect.poll(() => asked).toBe(1)
  await page.reload()
  await page.getByRole('heading', { name: '付款完成' }).waitFor()
  await expect.poll(() => asked).toBe(2)
})

import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    add: '加入購物車：霧白手捏飯碗',
    refund: '退款',
    title: /^退款：訂單/,
    byAmount: '自訂金額',
    amount: '退款金額',
    tooMuch: /^最多可以退 NT\$/,
    hundred: '退款 NT$100',
    partly: '部分退款',
    byItems: '選擇商品',
    more: /增加.*霧白手捏飯碗/,
    rest: /^退款 NT\$/,
    refunds: '退款',
    restocked: '商品已重新上架',
    face: /^(已退款|已退還部分款項)$/,
    ofBuyer: '退款',
    done: '已退款',
  },
  en: {
    add: 'Add to cart: 霧白手捏飯碗',
    refund: 'Refund',
    title: /^Refund order/,
    byAmount: 'Amount',
    amount: 'Refund amount',
    tooMuch: /^You can refund up to NT\$/,
    hundred: 'Refund NT$100',
    partly: 'Partially refunded',
    byItems: 'Items',
    more: /Increase.*霧白手捏飯碗/,
    rest: /^Refund NT\$/,
    refunds: 'Refunds',
    restocked: 'Items back on sale',
    face: /^(Refunded|Partially refunded)$/,
    ofBuyer: 'Refunds',
    done: 'Refunded',
  },
} as const

test.each([
  { language: 'zh-TW', buyersShape: 'phone', merchantsShape: 'desktop', name: '林退貨', phone: '0922333413' },
  { language: 'zh-TW', buyersShape: 'desktop', merchantsShape: 'phone', name: '周退款', phone: '0922333416' },
  { language: 'en', buyersShape: 'desktop', merchantsShape: 'phone', name: 'Ruth Return', phone: '0922333415' },
  { language: 'en', buyersShape: 'phone', merchantsShape: 'desktop', name: 'Rita Refund', phone: '0922333417' },
] as const)(
  'REFUND-5 A merchant refunds an amount, then an item; the buyer sees what came back ($language, merchant on a $merchantsShape)',
  async ({ language, buyersShape, merchantsShape, name, phone }) => {
    const say = words[language]
    const buyer = await visitor({ name: '退貨的人', shape: buyersShape, language })
    await buyer.page.goto('/s/chiri')
    await untilAlive(buyer.page)
    await buyer.page.getByRole('button', { name: say.add }).click()
    const shopper = shopperOn(buyer.page, language)
    await shopper.openCheckout()
    await shopper.checkOut({ name, phone, email: `refund-${phone}@example.com` }, async () => {})
    await shopper.play('pay')
    await shopper.waitPaid()

    const { page } = await visitor({ name: '商家', shape: merchantsShape, language })
    await logIn(page)
    await page.goto(`/manage-orders?paymentState=paid&q=${encodeURIComponent(name)}`)
    await page.locator('main a[href*="order="]').first().click()
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText(name).first().waitFor()
    await drawer.getByRole('button', { name: say.refund, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say.title })
    await dialog.getByText(say.byAmount, { exact: true }).click()
    await dialog.getByLabel(say.amount).fill('999999')
    await dialog.getByRole('button', { name: say.refund, exact: true }).click()
    await dialog.getByRole('alert').getByText(say.tooMuch).waitFor()
    await dialog.getByLabel(say.amount).fill('100')
    await expectAccessible(page, 'the refund of an order')
    await dialog.getByRole('button', { name: say.hundred }).click()
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByText(say.partly).first().waitFor()

    // The piece itself, and what is left of its money.
    await drawer.getByRole('button', { name: say.refund, exact: true }).click()
    await dialog.getByText(say.byItems, { exact: true }).click()
    await dialog.getByRole('button', { name: say.more }).click()
    await dialog.getByRole('button', { name: say.rest }).click()
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByRole('heading', { name: say.refunds }).waitFor()
    await drawer.getByText(say.restocked).waitFor()
    await expectAccessible(page, 'a refunded order')

    await buyer.page.reload()
    await buyer.page.getByRole('heading', { name: say.face }).waitFor()
    const refunds = buyer.page.getByRole('region', { name: say.ofBuyer })
    await refunds.getByText('NT$100').waitFor()
    expect(await refunds.getByText(say.done).count()).toBe(2)
    await expectAccessible(buyer.page, 'an order with refunds')
  },
)

/** An order of the demo firm that was paid at an ATM. */
const paidAtAtm = async (fullName: string) => {
  const { url } = server()
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const { items } = await callApi(url, productRoutes.list, {}, headers)
  const { id = '', price } = items.find(({ keyword }) => keyword === 'A01') ?? { price: 0 }
  const product = await callApi(url, productRoutes.show, { params: { id } }, headers)
  const body = {
    customUrl: 'chiri',
    shopperKey: `e2e-refund-${Date.now()}-0123456789`,
    lines: [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }],
    personal: { fullName, phone: '0922333414', email: 'atm@example.com' },
    delivery: { type: 'self' as const },
    invoice: { class: 'member' as const },
    paymentMethod: 'atm' as const,
    expectedTotal: price,
  }
  const key = (name: string) => ({ 'idempotency-key': `${name}-${Date.now()}` })
  const { orderKey } = await callApi(url, purchaseRoutes.createOrder, { body }, key('refund-order'))
  const asBuyer = { 'x-order-key': orderKey, ...key('refund-payment') }
  const { step } = await callApi(url, purchaseRoutes.createPayment, { body: { method: 'atm' } }, asBuyer)
  const token = step.kind === 'visit' ? (step.url.split('/').pop() ?? '') : ''
  for (const outcome of ['issueCode', 'pay'] as const)
    await callApi(url, sandboxRoutes.play, { params: { token }, body: { outcome } })
  await expect
    .poll(async () => (await callApi(url, purchaseRoutes.checkNotice, { body: {} }, asBuyer)).paymentState)
    .toBe('paid')
  return { orderKey, headers }
}

test('REFUND-6 What was paid at an ATM waits for the buyer’s account, given on the order page, until the merchant says it is transferred', async () => {
  const { orderKey } = await paidAtAtm('Amy Lin')
  const { page } = await visitor({ name: '商家', shape: 'phone', language: 'en' })
  await logIn(page)
  await page.goto('/manage-orders')
  await page
    .getByRole('link', { name: /Amy Lin/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Refund order/ })
  await expectAccessible(page, 'the refund of an order, on a phone')
  await dialog.getByRole('button', { name: /^Refund NT\$/ }).click()
  await drawer.getByText('Transfer needed').waitFor()
  await drawer.getByText(/Waiting for the customer/).waitFor()

  const amy = await visitor({ name: 'Amy', shape: 'phone', language: 'en' })
  amy.announce(/400 PUT .*refund_account/)
  const { page: phone } = amy
  await phone.goto(`/order/${orderKey}`)
  await phone.getByRole('heading', { name: 'Refund on its way' }).waitFor()
  const refunds = phone.getByRole('region', { name: 'Refunds' })
  await refunds.getByRole('button', { name: 'Enter bank account' }).click()
  const sheet = phone.getByRole('dialog')
  await sheet.getByLabel('Bank code').fill('82')
  await sheet.getByLabel('Account number').fill('1234-5678-9012')
  await sheet.getByLabel('Account holder').fill('Amy Lin')
  await sheet.getByRole('button', { name: 'Save account' }).click()
  await sheet.getByText('Bank codes have 3 digits').waitFor()
  await expectAccessible(phone, 'the account of a refund')
  await sheet.getByLabel('Bank code').fill('822')
  await sheet.getByRole('button', { name: 'Save account' }).click()
  await refunds.getByText('To the account ending in 9012').waitFor()

  await page.reload()
  await drawer.getByText(/Transfer to 822 123456789012 \(Amy Lin\)/).waitFor()
  await drawer.getByRole('button', { name: 'Mark as transferred' }).click()
  const question = page.getByRole('dialog', { name: /^Mark NT\$/ }).or(page.getByRole('alertdialog'))
  await question.getByRole('button', { name: 'Mark as transferred' }).click()
  await drawer.getByText(/^Transferred .* by /).waitFor()
  expect(await drawer.getByText('123456789012').count()).toBe(0)
  await phone.reload()
  await refunds.getByText('Refunded', { exact: true }).waitFor()
})

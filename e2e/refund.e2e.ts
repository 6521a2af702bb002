import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'

const { server, visitor } = useJourney()

test('REFUND-5 A merchant refunds one of two items, then the rest; the buyer sees on a phone what came back', async () => {
  const buyer = await visitor({ name: '退貨的人', shape: 'phone' })
  await buyer.page.goto('/s/chiri')
  await untilAlive(buyer.page)
  const add = buyer.page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' })
  await add.click()
  const shopper = shopperOn(buyer.page)
  await shopper.openCheckout()
  await shopper.checkOut({ name: '林退貨', phone: '0922333413', email: 'refund@example.com' }, async () => {})
  await shopper.play('pay')
  await buyer.page.getByRole('heading', { name: '付款完成' }).waitFor()

  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(page)
  await page.goto('/manage-orders?paymentState=paid')
  await page
    .getByRole('row', { name: /林退貨/ })
    .locator('a[href*="order="]')
    .first()
    .click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: '退款', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^退款：訂單/ })
  await dialog.getByText('自訂金額').click()
  await dialog.getByLabel('退款金額').fill('999999')
  await dialog.getByRole('button', { name: '退款', exact: true }).click()
  await dialog
    .getByRole('alert')
    .getByText(/^最多可以退 NT\$/)
    .waitFor()
  await dialog.getByLabel('退款金額').fill('100')
  await expectAccessible(page, 'the refund of an order')
  await dialog.getByRole('button', { name: '退款 NT$100' }).click()
  await dialog.waitFor({ state: 'detached' })
  await drawer.getByText('部分退款').first().waitFor()

  // The other piece, and what is left of its money.
  await drawer.getByRole('button', { name: '退款', exact: true }).click()
  await dialog.getByText('選擇商品').click()
  await dialog.getByRole('button', { name: /增加.*霧白手捏飯碗/ }).click()
  await dialog.getByRole('button', { name: /^退款 NT\$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await drawer.getByRole('heading', { name: '退款' }).waitFor()
  await drawer.getByText('商品已重新上架').waitFor()
  await expectAccessible(page, 'a refunded order')

  await buyer.page.reload()
  await buyer.page.getByRole('heading', { name: /^(已退款|已退還部分款項)$/ }).waitFor()
  const refunds = buyer.page.getByRole('region', { name: '退款' })
  await refunds.getByText('NT$100').waitFor()
  expect(await refunds.getByText('已退款').count()).toBe(2)
  await expectAccessible(buyer.page, 'an order with refunds')
})

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

import { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { totalsOf } from '@kaimai/contract/order/order.rules.ts'
import { SignupOrderBody } from '@kaimai/contract/order/signup-order.routes.ts'
import type { App } from '../src/app.ts'
import { demoContent } from './content.ts'

interface Stage {
  readonly app: App
  readonly firmId: string
}

const { course, customers, otherOrders, salesPages, settings } = demoContent
type OtherOrder = (typeof otherOrders)[number]
type Customer = (typeof customers)[number]

const homeOf = ({ county, district, zipcode, address }: Customer) =>
  ({ type: 'home', county, district, zipcode, address }) as const
const browserOf = (key: string) => ({ deviceHash: `demo-device-${key}`, network: '', language: 'zh-TW' }) as const
const terms = { invoice: { class: 'member' }, remember: false } as const

const methodOf = (order: OtherOrder) =>
  'transferDigits' in order ? 'transfer' : 'paysOnDelivery' in order ? 'cod' : 'card'

const fromPage = async (
  { app, firmId }: Stage,
  order: Extract<OtherOrder, { from: 'salesPage' }>,
  customer: Customer,
  key: string,
) => {
  const { orders, products } = app.services
  const customUrl = salesPages[0]?.customUrl ?? ''
  const [{ items }, ways] = await Promise.all([
    products.list(firmId, { limit: 100 }),
    orders.deliveryMethods({ customUrl }),
  ])
  const product = items.find(({ keyword }) => keyword === order.keyword)
  const variant = product?.variants.find(({ name }) => name === order.variant) ?? product?.variants[0]
  const way = ways.find(({ type }) => type === 'home')
  const [shown] = product ? await products.forRoom(firmId, [product.id]) : []
  if (!variant || !way || !shown) return undefined
  const paymentMethod = methodOf(order)
  const paymentFee = settings.paymentMethods?.find(({ method }) => method === paymentMethod)?.fee ?? 0
  const lines = [{ price: shown.price, quantity: 1 }]
  const { fullName, phone, email } = customer
  const body = {
    customUrl,
    shopperKey: `demo-shopper-${key}-0123456789`,
    ...terms,
    paymentMethod,
    lines: [{ variantId: variant.id, quantity: 1 }],
    personal: { fullName, phone, email },
    delivery: homeOf(customer),
    expectedTotal: totalsOf({ lines, delivery: way, paymentFee, currency: shown.currency }).total,
  }
  return orders.place(OrderBody.parse(body), browserOf(key))
}

const fromForm = async ({ app }: Stage, customer: Customer, key: string) => {
  const { publicSignup, orders } = app.services
  const { customUrl, price } = course
  const [page, ways] = await Promise.all([
    publicSignup.page(customUrl, undefined),
    orders.deliveryMethods({ signupUrl: customUrl }),
  ])
  const slot = page.sessions.find(({ seriesId, state }) => seriesId !== null && state === 'open')
  const way = ways.find(({ type }) => type === 'home')
  if (!slot || !way) return undefined
  const { fullName: name, phone, email } = customer
  const body = {
    customUrl,
    name,
    phone,
    email,
    consent: true,
    answers: { allergy: 'no' },
    ...terms,
    paymentMethod: 'card',
    slots: [{ seriesId: slot.seriesId, beginAt: slot.beginAt }],
    delivery: homeOf(customer),
    expectedTotal: totalsOf({ lines: [{ price, quantity: 1 }], delivery: way, paymentFee: 0, currency: 'TWD' }).total,
  }
  return orders.signups.place(SignupOrderBody.parse(body), browserOf(key))
}

/** Orders of the demo firm that come from its sales page and its paid form, with what was written about them. */
export const placeOtherOrders = async (stage: Stage): Promise<void> => {
  const { orders, payments, sandbox } = stage.app.services
  const { firmId } = stage
  for (const [index, order] of otherOrders.entries()) {
    const customer = customers[order.customer]
    if (!customer) throw new Error(`the demo has no customer ${order.customer}`)
    const key = `demo-other-order-${index}`
    const placed = order.from === 'signup' ? fromForm(stage, customer, key) : fromPage(stage, order, customer, key)
    const orderId = (await placed)?.orderId
    if (orderId === undefined) continue
    const caller = { kind: 'order' as const, firmId, orderId }
    if (order.isPaid) {
      const { step } = await payments.start(firmId, await payments.prepare(caller, 'card'), 'zh-TW')
      await sandbox.play(step.kind === 'visit' ? (step.url.split('/').pop() ?? '') : '', 'pay')
    }
    if ('transferDigits' in order) {
      await payments.start(firmId, await payments.prepare(caller, 'transfer'), 'zh-TW')
      await payments.transfers.report(caller, order.transferDigits)
    }
    for (const { from, text } of order.messages) {
      if (from === 'shopper') await orders.messages.ask(firmId, orderId, text)
      else
        await orders.messages.answer(
          { firmId, memberId: null, actorName: demoContent.firm.userName, ip: '' },
          orderId,
          text,
        )
    }
  }
}

import type { DeliveryMethod, OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { App } from '../src/app.ts'
import type { Platform } from '../src/platform/platform.ts'
import { demoContent } from './content.ts'

interface Stage {
  readonly app: App
  readonly platform: Platform
  readonly firmId: string
  /** The room that they buy in. */
  readonly live: { readonly id: string; readonly streamId: string }
}

const { customers, pastOrders, signup } = demoContent
type DemoOrder = (typeof pastOrders)[number]

/** Between the click on a partner's link and the sign-up. */
const clickMs = 4 * 60_000

const feeOf = (methods: readonly DeliveryMethod[], type: string, subtotal: number): number => {
  const method = methods.find((each) => each.type === type)
  return !method || (method.freeFrom !== null && subtotal >= method.freeFrom) ? 0 : method.fee
}

const customerOf = ({ customer }: DemoOrder) => {
  const found = customers[customer]
  if (!found) throw new Error(`the demo has no customer ${customer}`)
  return found
}

const deliveryOf = (order: DemoOrder): OrderBody['delivery'] => {
  const { county, district, zipcode, address } = customerOf(order)
  switch (order.delivery) {
    case 'home':
      return { type: 'home', county, district, zipcode, address }
    case 'store':
      return { type: 'store', storeCode: '131386', storeName: '鶯陶門市' }
    case 'self':
      return { type: 'self' }
  }
}

/** One customer signs up, fills the cart, orders and, where the content says so, pays: as a visitor's clicks would. */
const buy = async ({ app, platform, firmId, live }: Stage, order: DemoOrder): Promise<void> => {
  const { publicSignup, liveUsers, orders, payments, sandbox, products } = app.services
  const { fullName, phone, email } = customerOf(order)
  const clickedMs = platform.clock.ms() - clickMs
  const links = order.cameBy === undefined ? [] : [{ association: order.cameBy, firstMs: clickedMs, lastMs: clickedMs }]
  const person = {
    customUrl: signup.customUrl,
    liveIds: [live.id],
    slots: [],
    answers: {},
    name: fullName,
    phone,
    phoneCountry: 'TW',
    email,
    county: '',
    consent: true,
    timeZone: 'Asia/Taipei',
    tracking: TrackingContext.parse({ links }),
  }
  const signedUp = await publicSignup.signUp(person, {
    deviceHash: `demo-customer-${order.customer}`,
    language: 'zh-TW',
  })
  const viewerKey = signedUp.links[0]?.path.split('/').pop() ?? ''
  const user = await liveUsers.byViewerKey(live.streamId, viewerKey)
  if (!user) return
  await liveUsers.noteJoined(user, undefined)
  const viewer = { kind: 'viewer' as const, firmId, liveId: live.id, liveUserId: user.id }
  const { items } = await products.list(firmId, { limit: 100 })
  for (const line of order.lines) {
    const variant = items
      .find(({ keyword }) => keyword === line.keyword)
      ?.variants.find(({ name }) => name === line.variant)
    if (variant) await orders.carts.set(viewer, { variantId: variant.id, quantity: line.quantity })
  }
  const { subtotal } = await orders.carts.show(viewer)
  const methods = await orders.deliveryMethods({ streamId: live.streamId })
  const placed = await orders.place({
    streamId: live.streamId,
    viewerKey,
    personal: { fullName, phone, phoneCountry: 'TW', email },
    delivery: deliveryOf(order),
    paymentMethod: 'card',
    invoice: { class: 'member' },
    memo: order.memo,
    remember: false,
    tracking: TrackingContext.parse({}),
    expectedTotal: subtotal + feeOf(methods, order.delivery, subtotal),
  })
  if (order.payment !== 'paid') return
  const caller = { kind: 'order' as const, firmId, orderId: placed.orderId }
  const { step } = await payments.start(firmId, await payments.prepare(caller, 'card'), 'zh-TW')
  await sandbox.play(step.kind === 'visit' ? (step.url.split('/').pop() ?? '') : '', 'pay')
}

/** Orders that the demo firm has already: those that are paid, and one that waits for its payment. */
export const placeDemoOrders = async (stage: Stage): Promise<void> => {
  const shown = pastOrders.filter(({ payment }) => payment === 'paid' || payment === 'pending')
  for (const order of shown.toReversed()) await buy(stage, order)
}

// What one guest does in a checkout run, from the cart to the signed notice of the payment.
import { sandboxPurpose } from '../packages/server/src/modules/gateway/sandbox-gateway.ts'
import { writeSandboxNotice } from '../packages/server/src/modules/gateway/sandbox-notice.ts'
import { newId } from '../packages/server/src/platform/ids.ts'
import { secretFrom } from '../packages/server/src/platform/secret.ts'
import { type Call, type Served, secretOfRun, wanted } from './checkout-client.ts'
import { personOf } from './checkout-person.ts'
import type { Begun, Ready } from './checkout-server.ts'

const keyOf = ({ viewerKeys }: Ready, buyer: number): string => {
  const key = viewerKeys[buyer]
  if (key === undefined) throw new Error('too few viewers for this run')
  return key
}

/** One piece into the cart of a buyer by number. */
export const add = (call: Call, ready: Ready, buyer: number, variantId = ready.variantId) =>
  call('PUT', '/api/room/cart', { variantId, quantity: 1 }, { 'x-viewer-key': keyOf(ready, buyer) })

/** An order of what lies in a buyer's cart. */
export const createOrder = (call: Call, ready: Ready, buyer: number) =>
  call(
    'POST',
    '/api/pay/purchase/create_order',
    {
      streamId: ready.streamId,
      viewerKey: keyOf(ready, buyer),
      personal: personOf(buyer),
      delivery: { type: 'self' },
      paymentMethod: 'card',
      invoice: { class: 'member' },
      expectedTotal: ready.price,
    },
    { 'idempotency-key': newId() },
  )

const gatewayKey = secretFrom(secretOfRun).keyFor(sandboxPurpose)

/** What the payment company sends when the money has come. */
const paidNotice = ({ reference, tradeNo, orderNo }: Begun, amount: number): string => {
  const word = {
    kind: 'paid',
    reference,
    tradeNo,
    orderNo,
    amount,
    currency: 'TWD',
    at: new Date().toISOString(),
  } as const
  return writeSandboxNotice(gatewayKey, { id: newId(), word })
}

/** Add, order, start the payment; then this program is the payment company, and sends its signed notice. */
export const buy = async ({ ready, begun }: Served, call: Call, buyer: number, what: 'any' | 'same'): Promise<void> => {
  await wanted(add(call, ready, buyer, what === 'any' ? ready.variantIds[buyer % ready.variantIds.length] : undefined))
  const { orderKey } = await wanted(createOrder(call, ready, buyer))
  const asShopper = { 'x-order-key': String(orderKey), 'idempotency-key': newId() }
  const paying = await wanted(call('POST', '/api/pay/purchase/create_payment', { method: 'card' }, asShopper))
  const { url } = paying['step'] as { readonly url: string }
  const notice = paidNotice(await begun(url.replace('/sandbox-pay/', '')), ready.price)
  const { text } = await call('POST', '/api/pay/purchase/notice/sandbox', notice, {})
  if (text !== '1|OK') throw new Error(`a notice was answered with ${text}`)
}

import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { ApiError, callApi } from '../harness/api.ts'
import { pause, type Stage, takeSeat, untilDone } from './viewer-connection.ts'

export interface Bought {
  readonly orderNo: string
  /** The gateway took the money. */
  readonly paid: boolean
}

/** Orders and pays, one viewer after the other; every call goes again under the same key until it is answered. */
export const buyer = async (url: string, stage: Stage, number: number, over: AbortSignal): Promise<Bought[]> => {
  const bought: Bought[] = []
  const variantId = stage.product.variants[0]?.id ?? ''
  const { streamId } = stage.shop
  while (!over.aborted) {
    const viewerKey = await takeSeat(url, stage, stage.shop)
    const viewer = { 'x-viewer-key': viewerKey }
    const cart = await untilDone(() =>
      callApi(url, cartRoutes.set, { body: { variantId, quantity: 1 + (bought.length % 3) } }, viewer),
    )
    const key = `fault-${process.pid}-${number}-${bought.length}`
    const order = await untilDone(
      () =>
        callApi(
          url,
          purchaseRoutes.createOrder,
          {
            body: {
              streamId,
              viewerKey,
              personal: { fullName: '測試', phone: '0912345678', email: 'fault@example.com' },
              delivery: { type: 'self' },
              paymentMethod: 'card',
              invoice: { class: 'member' },
              expectedTotal: cart.subtotal,
            },
          },
          { 'idempotency-key': key },
        ),
      (error) => error instanceof ApiError && error.code !== 14 && error.code !== 15,
    )
    const orderKey = { 'x-order-key': order.orderKey }
    const payment = await untilDone(() =>
      callApi(
        url,
        purchaseRoutes.createPayment,
        { body: { method: 'card' } },
        { ...orderKey, 'idempotency-key': `${key}-pay` },
      ),
    )
    const token = payment.step.kind === 'visit' ? (payment.step.url.split('/').pop() ?? '') : ''
    await untilDone(
      () => callApi(url, sandboxRoutes.play, { params: { token }, body: { outcome: 'pay' } }),
      // Played already: the answer was lost, the money was taken.
      (error) => error instanceof ApiError && error.code === 6,
    ).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 6)) throw error
    })
    bought.push({ orderNo: order.orderNo, paid: true })
    await pause(100)
  }
  return bought
}

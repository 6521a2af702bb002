import type { UnpaidQuery } from '@kaimai/contract/order/checkout.schema.ts'
import type { UnpaidOrder } from '@kaimai/contract/order/order.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { PaymentRecord } from './order.present.ts'
import type { OrderKeys } from './order-keys.ts'
import type { OrderListStore, UnpaidOf } from './order-list.store.ts'
import type { ShopSources } from './order-sources.ts'
import { shopperIdOf } from './place-order.ts'
import type { ShopAccess } from './shop-access.ts'

export interface UnpaidOrdersDeps {
  readonly clock: Clock
  readonly list: Pick<OrderListStore, 'unpaidOf'>
  readonly keys: Pick<OrderKeys, 'keyOf'>
  readonly shopAccess: Pick<ShopAccess, 'enter'>
  readonly sources: Pick<ShopSources, 'pageShop'>
  readonly forms: Pick<PaidSignUps, 'form'>
  readonly payments: { readonly ofOrder: (firmId: string, orderId: string) => Promise<readonly PaymentRecord[]> }
}

/**
 * Orders that wait for their payment, for the pages where their buyer is. The path of an order opens its page with name,
 * phone and address: so the key alone (a link that was passed on) shows none, only the browser that placed it does.
 */
export const createUnpaidOrders = (deps: UnpaidOrdersDeps) => {
  const { clock, list, keys, shopAccess, sources, forms, payments } = deps

  const ownerOf = async (query: UnpaidQuery): Promise<UnpaidOf> => {
    if ('streamId' in query) {
      const { shopper } = await shopAccess.enter(query.streamId, query.viewerKey)
      return { firmId: shopper.firmId, shopperId: shopper.id }
    }
    if ('customUrl' in query) {
      const { firm } = await sources.pageShop(query.customUrl)
      return { firmId: firm.id, shopperId: shopperIdOf('sales page', firm.id, query.shopperKey) }
    }
    const form = await forms.form(query.signupUrl)
    return { firmId: form.firmId, formId: form.id }
  }

  /** The one whose time is over first comes first. `deviceHash` undefined: the browser has no cookie of ours. */
  return async (
    query: UnpaidQuery,
    deviceHash: string | undefined,
  ): Promise<{ orders: UnpaidOrder[]; now: string }> => {
    const of = await ownerOf(query)
    const now = clock.now()
    const rows = deviceHash === undefined ? [] : await list.unpaidOf(of, deviceHash, now)
    const tries = await Promise.all(rows.map(({ id }) => payments.ofOrder(of.firmId, id)))
    return {
      now: now.toISOString(),
      orders: rows.map(({ id, orderNo, total, currency, heldUntil, paymentMethod }, at) => {
        const code = tries[at]?.findLast((each) => each.state === 'waiting' && each.code !== null)?.code
        return {
          orderNo,
          total,
          currency,
          paymentMethod,
          path: `/order/${keys.keyOf(id)}`,
          // Its pieces are held longer than the code can be paid.
          heldUntil: code && Date.parse(code.expiresAt) > now.getTime() ? code.expiresAt : heldUntil.toISOString(),
          hasCode: code !== undefined,
        }
      }),
    }
  }
}

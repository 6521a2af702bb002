import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Answer } from '@kaimai/contract/common/route.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { ChangedMethod, ChangeMethod } from './method-change.ts'
import type { OrderListStore } from './order-list.store.ts'
import type { ShopSources } from './order-sources.ts'
import type { OrderStore } from './order.store.ts'
import './order.events.ts'

export interface SignupOrdersDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events'>
  readonly stores: { readonly orders: OrderStore; readonly list: OrderListStore }
  readonly forms: Pick<PaidSignUps, 'seat' | 'sessionsOf' | 'findMany' | 'isWorthPaying'>
  readonly sources: Pick<ShopSources, 'pathBack'>
  readonly changeMethod: ChangeMethod
  /** Whether a payment of the order was begun and may still be paid. */
  readonly isBeingPaid: (tx: Tx, firmId: string, orderId: string) => Promise<boolean>
}

/** What a buyer of a paid sign-up does after ordering, and the seats that follow its payment. */
export const createSignupOrders = (deps: SignupOrdersDeps) => {
  const { platform, stores, forms, sources } = deps
  const { db, clock, events } = platform
  const { orders, list } = stores

  events.on('order.paid', 'signup-seats', ({ firmId, orderId }) =>
    db.transaction(async (tx) => {
      if (!(await forms.seat(tx, firmId, orderId))) return
      await orders.addEvent(firmId, orderId, clock.now(), { kind: 'seated', actorKind: 'system' }, tx)
    }),
  )

  const find = async (firmId: string, orderId: string) => {
    const row = await list.find(firmId, orderId)
    if (!row) throw fail('notFound')
    if (row.source !== 'signup') throw fail('conflict', { reason: orderErrors.notASignup })
    return row
  }

  return {
    /** Before it is paid: throws `conflict` for an order that is no paid sign-up's, `gone` when its sessions are over. */
    check: async (firmId: string, orderId: string): Promise<void> => {
      const { paymentState } = await find(firmId, orderId)
      if (paymentState === 'pending' && !(await forms.isWorthPaying(firmId, orderId)))
        throw fail('gone', { reason: signupErrors.sessionOver })
    },

    show: async (firmId: string, orderId: string): Promise<Answer<typeof signupOrderRoutes.show>> => {
      const row = await find(firmId, orderId)
      const [forTitle, sessions, pagePath] = await Promise.all([
        forms.findMany(firmId, row.sourceId === null ? [] : [row.sourceId]),
        forms.sessionsOf(firmId, orderId),
        sources.pathBack(row),
      ])
      return {
        orderNo: row.orderNo,
        paymentState: row.paymentState,
        currency: row.currency,
        total: row.total,
        heldUntil: row.paymentState === 'pending' ? row.heldUntil.toISOString() : null,
        signupTitle: forTitle[0]?.title ?? '',
        pagePath,
        sessions,
      }
    },

    /**
     * Another way to pay an unpaid order: its fee and its total follow. Throws `gone` once it has ended, `conflict` while
     * a payment that was begun may still be paid.
     */
    changeMethod: async (firmId: string, orderId: string, method: PaymentMethod): Promise<ChangedMethod> => {
      await find(firmId, orderId)
      return deps.changeMethod(firmId, orderId, method, async (tx) => {
        if (await deps.isBeingPaid(tx, firmId, orderId)) throw fail('conflict', { reason: orderErrors.paymentBegun })
      })
    },
  }
}
export type SignupOrders = ReturnType<typeof createSignupOrders>

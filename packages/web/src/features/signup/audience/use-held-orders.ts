import type { Answer } from '@kaimai/contract/common/route.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { useEffect, useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { call } from '../../../lib/http/http.ts'
import { dropOrder } from './device-signups.ts'

type SignupOrder = Answer<typeof signupOrderRoutes.show>

export interface HeldOrder extends SignupOrder {
  readonly orderKey: string
}

/** The order's own page shows that it ended; here the end only frees the place. */
const isOver = ({ paymentState }: SignupOrder): boolean =>
  paymentState === 'expired' || paymentState === 'cancelled' || paymentState === 'refunded'

/** Whether an order is none of this form's: without a line, or asked too often, it may still be one. */
export const isNoOrder = (error: unknown): boolean => isCallError(error, 'notFound') || isCallError(error, 'conflict')

/** The states of the orders that this device made with a paid form: those unpaid, or with places. */
export const useHeldOrders = (customUrl: string, orderKeys: readonly string[]): readonly HeldOrder[] => {
  const [held, setHeld] = useState<readonly HeldOrder[]>([])
  useEffect(() => {
    if (orderKeys.length === 0) return
    let isLeft = false
    const readOne = async (orderKey: string): Promise<HeldOrder[]> => {
      try {
        const order = await call(signupOrderRoutes.show, {}, { quiet: true, orderKey })
        if (!isOver(order)) return [{ ...order, orderKey }]
        dropOrder(customUrl, orderKey)
      } catch (error) {
        if (isNoOrder(error)) dropOrder(customUrl, orderKey)
      }
      return []
    }
    void Promise.all(orderKeys.map(readOne)).then((orders) => {
      if (!isLeft) setHeld(orders.flat())
    })
    return () => {
      isLeft = true
    }
  }, [customUrl, orderKeys])
  return held
}

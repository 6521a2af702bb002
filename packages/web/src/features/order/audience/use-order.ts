import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { browserClock } from '../../../lib/clock/clock.ts'
import { type CallError, isCallError } from '../../../lib/http/call-error.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { followPaymentStep } from '../../../lib/audience/payment-step.ts'
import { askNotice, parseCommentOrder, startPayment } from './order-call.ts'
import { isWaiting, pollDelayMs } from './order-view.ts'

/** A failure or an issued code does not show in the payment's state: so often the whole order is asked too. */
const wholeAsked = 10

/** The order as it is now; asks on while its payment is open, and rests while nobody looks. */
export const useOrder = (orderKey: string) => {
  const [order, setOrder] = useState<ShopperOrder>()
  const [error, setError] = useState<CallError>()
  const [isPaying, setPaying] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  const load = useCallback(
    () =>
      parseCommentOrder(orderKey).then(
        (fresh) => {
          setOrder(fresh)
          setError(undefined)
        },
        (failure: unknown) => {
          if (!isCallError(failure)) throw failure
          setError(failure)
        },
      ),
    [orderKey],
  )
  useEffect(() => {
    void load()
  }, [load])

  const waits = order !== undefined && isWaiting(order)
  useEffect(() => {
    if (!waits) return
    let asked = 0
    let cancel = () => {}
    const ask = async () => {
      try {
        const { paymentState } = await askNotice(orderKey)
        if (paymentState !== 'pending' || asked < wholeAsked) await load()
      } catch (failure) {
        if (!isCallError(failure)) throw failure
      }
      asked += 1
      plan()
    }
    const plan = () => {
      cancel()
      if (!document.hidden) cancel = browserClock.after(pollDelayMs(asked), () => void ask())
    }
    // Back from the bank's app: the answer may be there.
    const look = () => {
      asked = 0
      plan()
    }
    plan()
    document.addEventListener('visibilitychange', look)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', look)
    }
  }, [waits, orderKey, load])

  useEffect(() => {
    if (waits) return undefined
    // The seller may have answered, or sent it, since this page was last looked at.
    const look = () => {
      if (!document.hidden) void load()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [waits, load])

  const pay = async (method: PaymentMethod): Promise<void> => {
    if (!order) return
    setPaying(true)
    setTrouble(undefined)
    try {
      const step = await startPayment(orderKey, order, method)
      if (step.kind !== 'order') return followPaymentStep(step, location.href)
      setPaying(false)
      await load()
    } catch (failure) {
      setPaying(false)
      if (!isCallError(failure)) throw failure
      setTrouble(failure.message)
      if (failure.status !== 0) await load()
    }
  }

  // Back from the gateway by the browser's own button: the page stands as it was left.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setPaying(false)
      void load()
    }
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [load])

  return { order, error, load, pay: (method: PaymentMethod) => void pay(method), isPaying, trouble }
}

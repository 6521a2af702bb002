import { deliveryFeeOf, type OrderTotals } from '@kaimai/contract/order/order.rules.ts'
import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { isKnownError } from '../../../../lib/http/call-error.ts'
import { newIdempotencyKey } from '../../../../lib/http/http.ts'
import { deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { isFramed } from '../../../../lib/audience/framed.ts'
import { followPaymentStep } from '../../../../lib/audience/payment-step.ts'
import { trackingContext } from '../../../../lib/audience/tracking.ts'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import type { CheckoutCart, CheckoutShop, FilledIn, Methods } from './checkout-shop.ts'
import { type Change, changesBetween } from './changes.ts'
import { createPayment, isUnpaid } from './checkout-call.ts'
import { type Draft, type FieldErrors, errorsOfServer, filledInOf } from './draft.ts'
import { markPlaced } from '../unpaid/placed-mark.ts'
import {
  dropSubmission,
  keepSubmission,
  storedSubmission,
  type Standing,
  standingOf,
  type Submission,
  submissionFor,
} from './submission.ts'

export type SendingProblem =
  /** Prices, stock or ways changed: what the buyer should look at, and the server's words. */
  | { readonly kind: 'changed'; readonly message: string; readonly changes: readonly Change[] }
  /** No answer came: nothing was charged, and the same order can be sent again. */
  | { readonly kind: 'offline' }
  /** The order stands, but its payment page can't be had. */
  | { readonly kind: 'noPayPage' }
  | { readonly kind: 'refused'; readonly message: string }

export interface Sending {
  /** resuming: an order sent before a reload is asked after. placed: it stands, and waits for its payment. */
  readonly phase: 'idle' | 'resuming' | 'sending' | 'placed' | 'leaving'
  readonly placed: Standing['placed'] | undefined
  readonly problem: SendingProblem | undefined
  /** Orders the cart and goes to pay. */
  readonly send: () => void
  /** Goes to pay the order that stands. */
  readonly payAgain: () => void
  /** The buyer has read the problem and goes on. */
  readonly dismiss: () => void
  /** Leaves the unpaid order alone: its page is in the letter. */
  readonly putPrivateEvent: () => void
}

interface SendingDeps {
  readonly shop: CheckoutShop
  readonly cart: CheckoutCart
  readonly load: () => Promise<Methods | undefined>
  readonly draft: Draft
  readonly remember: boolean
  readonly totals: OrderTotals
  readonly onErrors: (errors: FieldErrors) => void
  readonly onOrdered: () => void
}

const freeStep = { kind: 'order' } as const

/** The order on its way: sent under one key until its outcome is known, also over a reload. */
export const useSending = (deps: SendingDeps): Sending => {
  const latest = useLatest(deps)
  const shopId = deps.shop.id
  const [phase, setPhase] = useState<Sending['phase']>('idle')
  const [placed, setPlaced] = useState<Standing['placed']>()
  const [problem, setProblem] = useState<SendingProblem>()
  const running = useRef(false)

  const explain = useCallback(
    async (error: unknown, sent: FilledIn, seen: Cart): Promise<SendingProblem> => {
      if (!isKnownError(error)) return { kind: 'offline' }
      const { draft, totals, onErrors, cart, load } = latest.current
      const atFields = error.errorName === 'invalid' && error.fields ? errorsOfServer(error.fields, draft) : undefined
      if (atFields) onErrors(atFields.errors)
      if (atFields?.other !== undefined) return { kind: 'refused', message: atFields.other }
      if (error.errorName !== 'conflict' && error.errorName !== 'soldOut')
        return { kind: 'refused', message: error.message }
      const [fresh, held] = await Promise.all([load(), cart.reload().catch(() => undefined)])
      const { lines } = held ?? latest.current.cart.cart ?? seen
      const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
      const way = fresh?.deliveries.find(({ type }) => type === sent.delivery.type)
      const changes = changesBetween(
        { lines: seen.lines, deliveryFee: totals.deliveryFee, paymentFee: totals.paymentFee },
        {
          lines,
          deliveryFee: way ? deliveryFeeOf(way, subtotal) : totals.deliveryFee,
          paymentFee: fresh?.payments.find(({ method }) => method === sent.paymentMethod)?.fee ?? totals.paymentFee,
        },
      )
      return { kind: 'changed', message: error.message, changes }
    },
    [latest],
  )

  /** The order stands: sends the browser to where it is paid. */
  const goPay = useCallback(
    async (pending: Standing) => {
      setPlaced(pending.placed)
      const { pay = createPayment } = latest.current.shop
      try {
        const { orderKey, total } = pending.placed
        // What costs nothing, or is paid when it is handed over, is confirmed already.
        const isConfirmed = total === 0 || pending.paymentMethod === 'cod'
        const step = isConfirmed ? freeStep : await pay(orderKey, pending.paymentMethod, pending.paymentKey)
        // Whoever comes back and pays again starts a new try.
        keepSubmission(deviceMemory, { ...pending, paymentKey: newIdempotencyKey() })
        setPhase('leaving')
        followPaymentStep(step, `/order/${orderKey}`)
        // Some frames let nothing out but by a press: what is left then are the order's own buttons.
        if (isFramed()) setPhase('placed')
      } catch (error) {
        setPhase('placed')
        if (!isKnownError(error)) return setProblem({ kind: 'noPayPage' })
        // Decided: the next try is another one.
        keepSubmission(deviceMemory, { ...pending, paymentKey: newIdempotencyKey() })
        setProblem({ kind: 'refused', message: error.message })
      }
    },
    [latest],
  )

  const submit = useCallback(
    async (submission: Submission, seen: Cart | undefined) => {
      setProblem(undefined)
      running.current = true
      keepSubmission(deviceMemory, submission)
      let order: Standing['placed']
      try {
        const { orderKey, orderNo, total } = await latest.current.shop.place(
          submission.filled,
          submission.key,
          submission.lines,
        )
        order = { orderKey, orderNo, total }
      } catch (error) {
        // An error of the server is an outcome: the next order is a new one.
        if (isKnownError(error)) dropSubmission(deviceMemory, shopId)
        if (seen) setProblem(await explain(error, submission.filled, seen))
        setPhase('idle')
        return
      } finally {
        running.current = false
      }
      const pending = standingOf(submission, order)
      keepSubmission(deviceMemory, pending)
      markPlaced(deviceMemory, shopId, browserClock.now())
      latest.current.onOrdered()
      latest.current.cart.ordered()
      await goPay(pending)
    },
    [explain, goPay, shopId, latest],
  )

  const mayAsk = deps.shop.isCartAtServer === true && deps.cart.cart?.lines.length === 0
  useEffect(() => {
    if (running.current) return
    const stored = storedSubmission(deviceMemory, shopId, browserClock.now())
    if (stored?.placed !== undefined) {
      const { placed: order } = stored
      isUnpaid(order.orderKey).then(
        (unpaid) => {
          if (!unpaid) return dropSubmission(deviceMemory, shopId)
          setPlaced(order)
          setPhase((now) => (now === 'idle' ? 'placed' : now))
        },
        () => {},
      )
    } else if (stored !== undefined && mayAsk) {
      // An empty cart can't be ordered: so this only asks whether it has been.
      void Promise.resolve().then(() => {
        setPhase('resuming')
        return submit(stored, undefined)
      })
    }
  }, [shopId, mayAsk, submit])

  useEffect(() => {
    // Back from the payment page by the browser's own button.
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) setPhase((now) => (now === 'leaving' ? 'placed' : now))
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])

  return {
    phase,
    placed,
    problem,
    send: () => {
      const { shop, cart, draft, remember, totals } = latest.current
      if (!cart.cart) return
      setPhase('sending')
      const filled: FilledIn = {
        ...filledInOf(draft, shop),
        remember,
        expectedTotal: totals.total,
        tracking: trackingContext(),
      }
      const lines = cart.cart.lines.map(({ variantId, quantity }) => ({ variantId, quantity }))
      const stored = storedSubmission(deviceMemory, shopId, browserClock.now())
      const make = { newKey: newIdempotencyKey, nowMs: browserClock.now() }
      void submit(submissionFor({ shopId, filled, lines, chosen: shop.chosen }, stored, make), cart.cart)
    },
    payAgain: () => {
      const stored = storedSubmission(deviceMemory, shopId, browserClock.now())
      if (stored?.placed === undefined) return
      setPhase('sending')
      setProblem(undefined)
      void goPay(stored)
    },
    dismiss: () => setProblem(undefined),
    putPrivateEvent: () => {
      dropSubmission(deviceMemory, shopId)
      setPlaced(undefined)
      setProblem(undefined)
      setPhase('idle')
    },
  }
}

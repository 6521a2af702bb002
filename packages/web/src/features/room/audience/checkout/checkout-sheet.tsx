import { IconLock } from '@tabler/icons-react'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../parts/action.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useSlow } from '../room/use-slow.ts'
import { type CartState, type CartStore, withStockIn } from '../shop/cart-store.ts'
import { CartLines, EmptyCart, FreeDelivery, Sums } from './cart-step.tsx'
import css from './checkout-sheet.module.css'
import { DeliveryStep } from './delivery-step.tsx'
import { DoneStep } from './done-steps.tsx'
import type { DraftField } from './draft.ts'
import { FormProvider } from './form-context.ts'
import { InvoiceStep } from './invoice-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PlacedOrder } from './placed-order.tsx'
import { ProblemNote } from './problem-note.tsx'
import { StepBar } from './step-bar.tsx'
import { after, type Step, stepOfFaults, steps } from './steps.ts'
import { useCheckout } from './use-checkout.ts'

export interface CheckoutSheetProps {
  readonly room: PublicRoom
  readonly viewerKey: string
  /** Of who signed up; empty for others. */
  readonly name: string
  readonly cart: CartState
  readonly store: CartStore
  /** Pieces left by variant, as the room tells them now. */
  readonly stock: Readonly<Record<string, number>>
  readonly onClose: () => void
}

/**
 * From the cart to the payment, under the playing video. First time: four steps, each done one folded to a line.
 * Next time: one page with everything filled in, one tap.
 */
export const CheckoutSheet = ({ room, viewerKey, name, cart: held, store, stock, onClose }: CheckoutSheetProps) => {
  const t = useText('room')
  const format = useFormat()
  const cart = useMemo(() => withStockIn(held, stock), [held, stock])
  const checkout = useCheckout({ streamId: room.streamId, viewerKey, name, cart: cart.cart, store })
  const { draft, change, ways, sending, totals, delivery } = checkout
  const [chosen, setChosen] = useState<Step>()
  /** Fields the buyer has left, and steps that were tried: their faults are shown. */
  const [left, setLeft] = useState<ReadonlySet<DraftField | Step>>(new Set())
  /** Where the buyer has been: after a change one goes on from there. */
  const [furthest, setFurthest] = useState(0)
  const [cartProblem, setCartProblem] = useState<string>()
  const body = useRef<HTMLDivElement>(null)

  const pageMode = checkout.isReturning
  const step: Step | undefined = chosen ?? (pageMode ? undefined : 'cart')
  const lines = cart.cart?.lines ?? []
  const isEmpty = cart.cart !== undefined && lines.length === 0
  const isShort = lines.some((line) => line.left < (cart.wanted[line.variantId] ?? line.quantity))
  const isChanging = Object.keys(cart.wanted).length > 0
  const currency = cart.cart?.currency ?? 'TWD'
  const isSending = sending.phase === 'sending' || sending.phase === 'leaving'
  const slow = useSlow(isSending)

  const { serverFaults, faultsOf } = checkout
  const form = useMemo(() => {
    const local = Object.assign({}, ...steps.map((each) => faultsOf(each)))
    const triedOf = Object.assign({}, ...steps.filter((each) => left.has(each)).map((each) => faultsOf(each)))
    return {
      draft,
      change,
      leave: (field: DraftField) => setLeft((before) => new Set([...before, field])),
      faultOf: (field: DraftField): string | undefined => {
        const server = serverFaults[field]
        if (server !== undefined) return server
        const key: unknown = triedOf[field] ?? (left.has(field) && draft[field] !== '' ? local[field] : undefined)
        return typeof key === 'string' ? t(key) : undefined
      },
    }
  }, [draft, change, left, serverFaults, faultsOf, t])

  const goTo = (to: Step | undefined): void => {
    setChosen(to)
    sending.dismiss()
    if (to !== undefined) setFurthest((before) => Math.max(before, steps.indexOf(to)))
    requestAnimationFrame(() => body.current?.parentElement?.scrollTo({ top: 0 }))
  }

  /** Shows what is missing and goes to the first of it; true when nothing is. */
  const isDone = (each: Step): boolean => {
    const faults = faultsOf(each)
    const first = Object.keys(faults)[0]
    if (first === undefined) return true
    setLeft((before) => new Set([...before, each]))
    requestAnimationFrame(() => {
      const field = body.current?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')
      field?.scrollIntoView({ block: 'center' })
      if (field?.matches('input, select')) field.focus({ preventScroll: true })
    })
    return false
  }

  const faultCount = (each: Step): number => Object.keys(faultsOf(each)).length

  const pay = (): void => {
    const open = steps.find((each) => faultCount(each) > 0)
    if (open !== undefined && open !== step) goTo(open)
    if (open !== undefined) return void isDone(open)
    sending.send()
  }

  const next = (): void => {
    if (step === undefined) return pay()
    if (!isDone(step)) return
    if (pageMode) return goTo(undefined)
    const to = steps.find((each, at) => at > steps.indexOf(step) && (at >= furthest || faultCount(each) > 0))
    if (to === undefined) pay()
    else goTo(to)
  }

  const setQuantity = (variantId: string, quantity: number): void => {
    setCartProblem(undefined)
    store.set(variantId, quantity).catch((error: unknown) => {
      setCartProblem(isCallError(error) ? error.message : t('failed'))
    })
  }

  const serverStep = stepOfFaults(serverFaults)
  const [shownFaults, setShownFaults] = useState(serverFaults)
  if (shownFaults !== serverFaults) {
    setShownFaults(serverFaults)
    if (serverStep !== undefined) setChosen(serverStep)
  }

  const { problem } = sending
  useEffect(() => {
    if (problem) body.current?.parentElement?.scrollTo({ top: 0 })
  }, [problem])

  // What is short is mended in the cart.
  const [shownProblem, setShownProblem] = useState(sending.problem)
  if (shownProblem !== sending.problem) {
    setShownProblem(sending.problem)
    if (sending.problem?.kind === 'changed' && isShort) setChosen(pageMode ? undefined : 'cart')
  }

  const money = format.money({ amount: totals.total, currency })
  const isLast = step === undefined || (step === 'invoice' && !pageMode)
  const noPayment = ways !== undefined && ways.payments.length === 0
  const nextStep = step === undefined ? undefined : after(step)

  const label = isLast
    ? t('checkout.pay', { total: money })
    : pageMode
      ? t('checkout.done')
      : t('checkout.next', { step: nextStep === undefined ? '' : t(`steps.${nextStep}`) })

  if (sending.phase === 'resuming' || (sending.placed && sending.phase !== 'idle')) {
    return (
      <Sheet title={t('checkout.title')} size="tall" onClose={onClose}>
        <PlacedOrder sending={sending} currency={currency} />
      </Sheet>
    )
  }

  return (
    <FormProvider value={form}>
      <Sheet
        title={t('checkout.title')}
        size="tall"
        head={pageMode || isEmpty ? undefined : <StepBar current={step ?? 'invoice'} />}
        onClose={onClose}
        foot={
          isEmpty ? undefined : (
            <div className={css.till}>
              {!isLast && (
                <p className={css.total}>
                  <span>{t('checkout.total', { fee: format.money({ amount: totals.deliveryFee, currency }) })}</span>
                  <b>{money}</b>
                </p>
              )}
              <Action
                big
                busy={isSending}
                disabled={!ways || !cart.cart || isChanging || isShort || (noPayment && (isLast || step === 'payment'))}
                icon={isLast ? <IconLock size={20} stroke={1.75} aria-hidden="true" /> : undefined}
                onClick={next}
              >
                {sending.phase === 'leaving' ? t('checkout.leaving') : slow ? t('checkout.slow') : label}
              </Action>
            </div>
          )
        }
      >
        <div ref={body} className={css.body}>
          {sending.problem && <ProblemNote problem={sending.problem} currency={currency} />}
          {checkout.waysProblem !== undefined && !ways && (
            <p className={css.problem} role="alert">
              {checkout.waysProblem}
              <Action kind="plain" onClick={checkout.reloadWays}>
                {t('again')}
              </Action>
            </p>
          )}
          {isShort && step !== undefined && step !== 'cart' && (
            <p className={css.problem} role="alert">
              {t('checkout.short')}
              <Action kind="plain" onClick={() => goTo('cart')}>
                {t('checkout.seeCart')}
              </Action>
            </p>
          )}
          {cartProblem !== undefined && (
            <p className={css.problem} role="alert">
              {cartProblem}
            </p>
          )}
          {isEmpty ? (
            <EmptyCart onClose={onClose} />
          ) : (
            <>
              {pageMode && step === undefined && (
                <p className={css.lead}>{t('checkout.returning', { name: draft.fullName })}</p>
              )}
              {step !== undefined &&
                steps
                  .slice(0, steps.indexOf(step))
                  .map((each) => <DoneStep key={each} step={each} checkout={checkout} cart={cart} onChange={goTo} />)}
              {(step === 'cart' || step === undefined) && (
                <CartLines
                  cart={cart}
                  isLeftShown={(id) => room.products.find(({ productId }) => productId === id)?.showLeft ?? true}
                  onQuantity={setQuantity}
                />
              )}
              {step === undefined &&
                (['delivery', 'payment', 'invoice'] as const).map((each) => (
                  <DoneStep key={each} step={each} checkout={checkout} cart={cart} onChange={goTo} />
                ))}
              {step === 'delivery' && ways && (
                <DeliveryStep
                  ways={ways}
                  subtotal={totals.subtotal}
                  currency={currency}
                  phones={checkout.phones}
                  remember={checkout.remember}
                  onRemember={checkout.setRemember}
                />
              )}
              {step === 'payment' && ways && <PaymentStep ways={ways} currency={currency} />}
              {step === 'invoice' && <InvoiceStep />}
              {(step === 'cart' || step === undefined) && cart.cart && (
                <>
                  <FreeDelivery delivery={delivery} subtotal={totals.subtotal} cart={cart.cart} />
                  <Sums totals={totals} cart={cart.cart} delivery={delivery} />
                </>
              )}
              {noPayment && isLast && (
                <p className={css.problem} role="alert">
                  {t('payment.none')}
                </p>
              )}
              <p className={css.legal}>
                {t(
                  cart.cart?.lines.some(({ returnException }) => returnException !== null)
                    ? 'checkout.legalExcept'
                    : 'checkout.legal',
                )}
              </p>
            </>
          )}
        </div>
      </Sheet>
    </FormProvider>
  )
}

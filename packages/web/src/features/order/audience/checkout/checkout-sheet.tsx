import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { useIsOnline } from '../../../../lib/audience/use-viewer.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { ProfilePicker } from '../../../customer/profile-picker.tsx'
import type { CheckoutSheetProps } from './checkout-shop.ts'
import { useSlow } from '../../../../lib/audience/use-slow.ts'
import { CartLines, EmptyCart, FreeDelivery, Sums } from './cart-step.tsx'
import css from './checkout-sheet.module.css'
import { DeliveryStep } from './delivery-step.tsx'
import { DoneStep } from './done-steps.tsx'
import { Extras } from './extras.tsx'
import { FormProvider } from './form-context.ts'
import { InvoiceStep } from './invoice-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PlacedOrder } from './placed-order.tsx'
import { ProblemNote } from './problem-note.tsx'
import { draftOfSaved } from './saved-parts.ts'
import { StepBar } from './step-bar.tsx'
import { after, type Step, stepOfErrors } from './steps.ts'
import { useCheckout } from './use-checkout.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useTrackCheckout } from './use-track-checkout.ts'

/**
 * From the cart to the payment, under the playing video. First time: four steps, each done one folded to a line.
 * Next time: one page with everything filled in, one tap.
 */
export const CheckoutSheet = ({ shop, cart, name, onClose }: CheckoutSheetProps) => {
  const t = useText('checkout')
  const format = useFormat()
  const isOnline = useIsOnline()
  const checkout = useCheckout({ shop, name, cart })
  useTrackCheckout(cart.cart)
  const { draft, methods, sending, totals, delivery, steps, errorsOf, serverErrors } = checkout
  const [chosen, setChosen] = useState<Step>()
  const { form, tryStep } = useCheckoutForm(checkout, t)
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

  const goTo = (to: Step | undefined): void => {
    setChosen(to)
    sending.dismiss()
    if (to !== undefined) setFurthest((before) => Math.max(before, steps.indexOf(to)))
    requestAnimationFrame(() => body.current?.parentElement?.scrollTo({ top: 0 }))
  }

  /** Shows what is missing and goes to the first of it; true when nothing is. */
  const isDone = (each: Step): boolean => {
    const errors = errorsOf(each)
    const first = Object.keys(errors)[0]
    if (first === undefined) return true
    tryStep(each)
    requestAnimationFrame(() => {
      const field = body.current?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')
      field?.scrollIntoView({ block: 'center' })
      if (field?.matches('input, select')) field.focus({ preventScroll: true })
    })
    return false
  }

  const errorCount = (each: Step): number => Object.keys(errorsOf(each)).length

  const pay = (): void => {
    const open = steps.find((each) => errorCount(each) > 0)
    if (open !== undefined && open !== step) goTo(open)
    if (open !== undefined) return void isDone(open)
    sending.send()
  }

  const next = (): void => {
    if (step === undefined) return pay()
    if (!isDone(step)) return
    if (pageMode) return goTo(undefined)
    const to = steps.find((each, at) => at > steps.indexOf(step) && (at >= furthest || errorCount(each) > 0))
    if (to === undefined) pay()
    else goTo(to)
  }

  const setQuantity = (variantId: string, quantity: number): void => {
    setCartProblem(undefined)
    cart.set?.(variantId, quantity).catch((error: unknown) => {
      setCartProblem(isCallError(error) ? error.message : t('checkout.failed'))
    })
  }

  const serverStep = stepOfErrors(serverErrors)
  const [shownErrors, setShownErrors] = useState(serverErrors)
  if (shownErrors !== serverErrors) {
    setShownErrors(serverErrors)
    if (serverStep !== undefined) setChosen(serverStep)
  }

  const { problem } = sending
  useEffect(() => {
    if (problem) body.current?.parentElement?.scrollTo({ top: 0 })
  }, [problem])

  // A missing quantity is fixed in the cart.
  const [shownProblem, setShownProblem] = useState(sending.problem)
  if (shownProblem !== sending.problem) {
    setShownProblem(sending.problem)
    if (sending.problem?.kind === 'changed' && isShort) setChosen(pageMode ? undefined : 'cart')
  }

  const money = format.money({ amount: totals.total, currency })
  const isLast = step === undefined || (step === 'invoice' && !pageMode)
  const noPayment = methods !== undefined && methods.payments.length === 0
  const nextStep = step === undefined ? undefined : after(step, steps)

  const stepName = (each: Step): string =>
    t(each === 'delivery' && !checkout.asked.delivery ? 'steps.person' : `steps.${each}`)
  const stepNames = steps.map((each) => ({ step: each, name: stepName(each) }))
  const label = isLast
    ? t('checkout.pay', { total: money })
    : pageMode
      ? t('checkout.done')
      : t('checkout.next', { step: nextStep === undefined ? '' : stepName(nextStep) })

  const extras = <Extras checkout={checkout} isSaved={shop.viewerKey !== undefined} />
  const firstFilled = steps.find((each) => each !== 'cart')

  if (sending.phase === 'resuming' || (sending.placed && sending.phase !== 'idle')) {
    return (
      <Sheet title={t('checkout.title')} size="tall" closeLabel={t('checkout.close')} onClose={onClose}>
        <PlacedOrder sending={sending} currency={currency} />
      </Sheet>
    )
  }

  return (
    <FormProvider value={form}>
      <Sheet
        title={t('checkout.title')}
        size="tall"
        closeLabel={t('checkout.close')}
        head={pageMode || isEmpty ? undefined : <StepBar steps={stepNames} current={step ?? 'invoice'} />}
        onClose={onClose}
        foot={
          isEmpty ? undefined : (
            <div className={css.till}>
              {!isLast && (
                <p className={css.total}>
                  <span>
                    {checkout.asked.delivery
                      ? t('checkout.total', { fee: format.money({ amount: totals.deliveryFee, currency }) })
                      : t('checkout.sum')}
                  </span>
                  <b>{money}</b>
                </p>
              )}
              <Action
                big
                busy={isSending}
                disabled={
                  !methods ||
                  !cart.cart ||
                  isChanging ||
                  isShort ||
                  (!isOnline && isLast) ||
                  (noPayment && (isLast || step === 'payment'))
                }
                icon={isLast ? <IconLock {...icon20} /> : undefined}
                onClick={next}
              >
                {sending.phase === 'leaving' ? t('checkout.leaving') : slow ? t('checkout.slow') : label}
              </Action>
            </div>
          )
        }
      >
        <div ref={body} className={css.body}>
          {!isOnline && (
            <p className={css.problem} role="status">
              {t('checkout.offline')}
            </p>
          )}
          {sending.problem && <ProblemNote problem={sending.problem} currency={currency} />}
          {checkout.methodsProblem !== undefined && !methods && (
            <p className={css.problem} role="alert">
              {checkout.methodsProblem}
              <Action kind="plain" onClick={checkout.reloadMethods}>
                {t('checkout.again')}
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
                <p className={css.lead}>{t('checkout.returning', { name: shop.person?.fullName ?? draft.fullName })}</p>
              )}
              {step === firstFilled && checkout.isBlank && shop.viewerKey !== undefined && (
                <ProfilePicker
                  viewerKey={shop.viewerKey}
                  onPick={(saved) => checkout.bringIn(draftOfSaved(saved)) && goTo(undefined)}
                />
              )}
              {step !== undefined &&
                steps
                  .slice(0, steps.indexOf(step))
                  .map((each) => <DoneStep key={each} step={each} checkout={checkout} cart={cart} onChange={goTo} />)}
              {(step === 'cart' || step === undefined) && (
                <CartLines cart={cart} onQuantity={cart.set && setQuantity} />
              )}
              {step === undefined &&
                steps
                  .slice(1)
                  .map((each) => <DoneStep key={each} step={each} checkout={checkout} cart={cart} onChange={goTo} />)}
              {step === 'delivery' && methods && (
                <DeliveryStep
                  methods={methods}
                  subtotal={totals.subtotal}
                  currency={currency}
                  checkout={checkout}
                  extras={extras}
                />
              )}
              {step === 'payment' && methods && <PaymentStep methods={methods} currency={currency} />}
              {step === 'invoice' && (
                <>
                  <InvoiceStep email={shop.person?.email ?? draft.email} />
                  {!steps.includes('delivery') && extras}
                </>
              )}
              {(step === 'cart' || step === undefined) && cart.cart && (
                <>
                  <FreeDelivery delivery={delivery} subtotal={totals.subtotal} cart={cart.cart} />
                  <Sums totals={totals} cart={cart.cart} delivery={delivery} isDelivered={checkout.asked.delivery} />
                </>
              )}
              {noPayment && isLast && (
                <p className={css.problem} role="alert">
                  {t('payment.none')}
                </p>
              )}
              <p className={css.legal}>
                {t(
                  !checkout.asked.delivery
                    ? 'checkout.legalPlace'
                    : lines.some(({ returnException }) => returnException !== null)
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

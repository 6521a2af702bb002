import { useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { useIsOnline } from '../../../../lib/audience/use-viewer.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import { ProfilePicker } from '../../../customer/profile-picker.tsx'
import type { CheckoutSheetProps } from './checkout-shop.ts'
import { CartLines, EmptyCart, FreeDelivery, Sums } from './cart-lines.tsx'
import css from './checkout-sheet.module.css'
import { DeliveryFields } from './delivery-fields.tsx'
import { Extras } from './extras.tsx'
import { FormProvider } from './form-context.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { LegalView } from './legal-view.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { PersonFields } from './person-fields.tsx'
import { PlacedOrder } from './placed-order.tsx'
import { ProblemNote } from './problem-note.tsx'
import { draftOfSaved } from './saved-parts.ts'
import { useSectionLabels } from './section-labels.tsx'
import { SectionLine } from './section-line.tsx'
import { lackIn, type Section, sectionOfErrors } from './sections.ts'
import { Till } from './till.tsx'
import { useCheckout } from './use-checkout.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useSections } from './use-sections.ts'
import { useTrackCheckout } from './use-track-checkout.ts'

/**
 * From the cart to the payment on one screen, under the playing video: what is bought, who, where to, how it is paid and
 * invoiced, each a line that opens to be changed, or by itself where something is missing.
 */
export const CheckoutSheet = ({ shop, cart, name, onClose }: CheckoutSheetProps) => {
  const t = useText('checkout')
  const format = useFormat()
  const isOnline = useIsOnline()
  const checkout = useCheckout({ shop, name, cart })
  useTrackCheckout(cart.cart)
  const { draft, methods, sending, totals, currency, delivery, asked, lacking, errorsOf, serverErrors } = checkout
  const { form, trySection } = useCheckoutForm(checkout, t)
  const body = useRef<HTMLDivElement>(null)
  const sections = useSections(checkout, body, trySection)
  const labelsOf = useSectionLabels(checkout, shop)
  const [cartProblem, setCartProblem] = useState<string>()
  const [isLegal, setLegal] = useState(false)

  const lines = cart.cart?.lines ?? []
  const isEmpty = cart.cart !== undefined && lines.length === 0
  const isShort = lines.some((line) => line.left < (cart.wanted[line.variantId] ?? line.quantity))
  const isChanging = Object.keys(cart.wanted).length > 0
  const noPayment = methods !== undefined && methods.payments.length === 0
  const [firstLacking] = lacking

  const pay = (): void => {
    if (firstLacking !== undefined) return sections.goTo(firstLacking)
    sending.send()
  }

  const setQuantity = (variantId: string, quantity: number): void => {
    setCartProblem(undefined)
    sending.dismiss()
    cart.set?.(variantId, quantity).catch((error: unknown) => {
      setCartProblem(isCallError(error) ? error.message : t('checkout.failed'))
    })
  }

  const { goTo } = sections
  const wrongSection = sectionOfErrors(serverErrors)
  const [shownErrors, setShownErrors] = useState(serverErrors)
  if (shownErrors !== serverErrors) {
    setShownErrors(serverErrors)
    if (wrongSection !== undefined) goTo(wrongSection)
  }

  const { problem } = sending
  useEffect(() => {
    if (problem && wrongSection === undefined) body.current?.parentElement?.scrollTo({ top: 0 })
  }, [problem, wrongSection])

  /** How far the checkout was scrolled when something was read over it. */
  const leftAt = useRef(0)
  const showLegal = (isShown: boolean): void => {
    const scroller = body.current?.parentElement
    if (isShown) leftAt.current = scroller?.scrollTop ?? 0
    setLegal(isShown)
    requestAnimationFrame(() => {
      scroller?.scrollTo({ top: isShown ? 0 : leftAt.current })
      const dialog = scroller?.closest('dialog')
      dialog?.querySelector<HTMLElement>(isShown ? '[data-legal-view]' : '[data-legal]')?.focus({ preventScroll: true })
    })
  }

  if (sending.phase === 'resuming' || (sending.placed && sending.phase !== 'idle')) {
    return (
      <Sheet title={t('checkout.title')} size="tall" closeLabel={t('checkout.close')} onClose={onClose}>
        <PlacedOrder sending={sending} currency={currency} />
      </Sheet>
    )
  }

  const fieldsOf = (section: Section) => () => {
    switch (section) {
      case 'person':
        return <PersonFields phones={checkout.phones} />
      case 'delivery':
        return (
          methods && (
            <DeliveryFields
              methods={methods}
              subtotal={totals.subtotal}
              currency={currency}
              onStore={() => sections.fold('delivery')}
            />
          )
        )
      case 'payment':
        return methods && <PaymentFields methods={methods} currency={currency} />
      case 'invoice':
        return <InvoiceFields email={shop.person?.email ?? draft.email} />
    }
  }

  return (
    <FormProvider value={form}>
      <Sheet
        title={t(isLegal ? 'legal.heading' : 'checkout.title')}
        size="tall"
        closeLabel={t(isLegal ? 'legal.back' : 'checkout.close')}
        onClose={isLegal ? () => showLegal(false) : onClose}
        foot={
          isEmpty ? undefined : isLegal ? (
            <Action big kind="quiet" onClick={() => showLegal(false)}>
              {t('legal.back')}
            </Action>
          ) : (
            <Till
              total={format.money({ amount: totals.total, currency })}
              paysNow={totals.total > 0 && draft.paymentMethod !== 'cod'}
              lack={firstLacking && checkout.isReady ? lackIn(firstLacking, errorsOf(firstLacking)) : undefined}
              phase={sending.phase}
              isDisabled={
                !checkout.isReady ||
                !cart.cart ||
                isChanging ||
                isShort ||
                noPayment ||
                (!isOnline && firstLacking === undefined)
              }
              onPress={pay}
              onLegal={() => showLegal(true)}
            />
          )
        }
      >
        {isLegal && <LegalView methods={methods} cart={cart.cart} isDelivered={asked.delivery} />}
        <div ref={body} className={css.body} hidden={isLegal}>
          {!isOnline && (
            <p className={css.problem} role="status">
              {t('checkout.offline')}
            </p>
          )}
          {problem && <ProblemNote problem={problem} currency={currency} />}
          {checkout.methodsProblem !== undefined && !methods && (
            <p className={css.problem} role="alert">
              {checkout.methodsProblem}
              <Action kind="plain" onClick={checkout.reloadMethods}>
                {t('checkout.again')}
              </Action>
            </p>
          )}
          {cartProblem !== undefined && (
            <p className={css.problem} role="alert">
              {cartProblem}
            </p>
          )}
          {noPayment && (
            <p className={css.problem} role="alert">
              {t('payment.none')}
            </p>
          )}
          {isEmpty ? (
            <EmptyCart onClose={onClose} />
          ) : (
            <>
              {checkout.isReturning && (
                <p className={css.lead}>{t('checkout.returning', { name: shop.person?.fullName ?? draft.fullName })}</p>
              )}
              <CartLines cart={cart} onQuantity={cart.set && setQuantity} />
              {checkout.isBlank && shop.viewerKey !== undefined && (
                <ProfilePicker
                  viewerKey={shop.viewerKey}
                  onPick={(saved) => sections.foldFilled(checkout.bringIn(draftOfSaved(saved)))}
                />
              )}
              {shop.person && (
                <SectionLine
                  section="person"
                  labels={labelsOf('person')}
                  isOpen={false}
                  isLacking={false}
                  onToggle={undefined}
                />
              )}
              {checkout.sections.map((section) => (
                <SectionLine
                  key={section}
                  section={section}
                  labels={labelsOf(section)}
                  isOpen={sections.isOpen(section)}
                  isLacking={checkout.isReady && lacking.includes(section)}
                  onToggle={() => sections.toggle(section)}
                >
                  {fieldsOf(section)}
                </SectionLine>
              ))}
              {cart.cart && (
                <>
                  <Sums totals={totals} cart={cart.cart} delivery={delivery} isDelivered={asked.delivery} />
                  <FreeDelivery
                    delivery={delivery}
                    subtotal={totals.subtotal}
                    cart={cart.cart}
                    mayBuyMore={cart.set !== undefined}
                  />
                </>
              )}
              <Extras checkout={checkout} isSaved={shop.viewerKey !== undefined} />
            </>
          )}
        </div>
      </Sheet>
    </FormProvider>
  )
}

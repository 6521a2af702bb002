import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import type { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { useLatest } from '../../../lib/audience/use-latest.ts'
import { isCallError } from '../../../lib/http/call-error.ts'
import { call } from '../../../lib/http/http.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import {
  type CheckoutSheetProps,
  type CheckoutShop,
  type FilledIn,
  loadCheckout,
  methodsOf,
  type PlacedOrder,
} from '../../order/checkout.api.ts'
import type { Person } from './checks.ts'
import { keepOrder, paidFormShopId } from './device-signups.ts'
import type { Session } from './page-data.ts'
import { type Request, requestOf } from './sign-up-call.ts'
import type { Ticket } from './ticket-card.tsx'

/** Pieces that the sheet takes for plenty. */
const plenty = 9999

/** The place, as the one line of a cart that cannot be changed; the form's id names what is sold. */
export const ticketCart = (ticket: Ticket, session: Session, poster: string, formId: string): Cart => {
  const { name, price, currency, product, left } = ticket
  const places = Math.min(session.left ?? plenty, left ?? plenty)
  return {
    currency,
    subtotal: price,
    totalQuantity: 1,
    lines: [
      {
        variantId: formId,
        productId: formId,
        productName: name,
        variantName: product === null ? session.title : `${session.title}＋${product.productName}`,
        keyword: '',
        imageUrl: product?.imageUrl || poster,
        quantity: 1,
        price,
        originalPrice: null,
        amount: price,
        left: places,
        held: 0,
        heldUntil: null,
        returnException: null,
      },
    ],
  }
}

/** Orders a place of a paid form: who it is for was asked by the page, the rest by the checkout. */
const placeSignUpOrder = (input: Request, filled: FilledIn, idempotencyKey: string): Promise<PlacedOrder> => {
  const { delivery, paymentMethod, invoice, memo, expectedTotal, remember, tracking } = filled
  const body = { ...input, delivery, paymentMethod, invoice, memo, expectedTotal, remember, tracking }
  return call(signupOrderRoutes.create, { body }, { quiet: true, idempotencyKey })
}

/** What the browser does next so that the place is paid. */
const paySignUpOrder = async (orderKey: string, method: PaymentMethod, idempotencyKey: string): Promise<PaymentStep> =>
  (await call(signupOrderRoutes.createPayment, { body: { method } }, { quiet: true, orderKey, idempotencyKey })).step

/** Whether an error is about the page's own parts: person, session, answers. The sheet shows all others. */
const isOfPage = (error: unknown): boolean => {
  if (!isCallError(error)) return false
  if (error.errorName === 'gone' || error.errorName === 'soldOut') return true
  const ofPage = /^(liveIds|slots|name|phone|email|county|consent|answers\.)/
  return Object.keys(error.fields ?? {}).some((field) => ofPage.test(field))
}

export interface PaidCheckoutProps {
  readonly page: PublicSignup
  readonly ticket: Ticket
  readonly session: Session
  readonly person: Person
  readonly onRefresh: () => Promise<unknown>
  /** The order stands. */
  readonly onOrdered: () => void
  /** Closed, or refused for what stands on the page. */
  readonly onClose: (refused?: { readonly error: unknown; readonly session: Session }) => void
  /** The sheet's code could not be had. */
  readonly onNoSocket: () => void
}

/** The checkout of a place: the page has asked who it is for, the sheet asks the rest. */
export const PaidCheckout = (props: PaidCheckoutProps) => {
  const { page, ticket, session, person, onClose } = props
  const latest = useLatest(props)
  const t = useText('signup')
  const language = useLanguage()
  const [Sheet, setSheet] = useState<ComponentType<CheckoutSheetProps>>()
  const { customUrl } = page

  useEffect(() => {
    let isOver = false
    loadCheckout(language).then(
      (loaded) => {
        if (!isOver) setSheet(() => loaded)
      },
      () => {
        if (!isOver) latest.current.onNoSocket()
      },
    )
    return () => {
      isOver = true
    }
  }, [language, latest])

  const shop = useMemo((): CheckoutShop => {
    const { name: fullName, phone, phoneCountry, email, county, answers } = person
    return {
      id: paidFormShopId(customUrl),
      methods: () => methodsOf({ signupUrl: customUrl }),
      place: async (filled, key) => {
        try {
          const placed = await placeSignUpOrder(requestOf(customUrl, session, person), filled, key)
          keepOrder(customUrl, placed.orderKey)
          return placed
        } catch (error) {
          if (isOfPage(error)) latest.current.onClose({ error, session })
          throw error
        }
      },
      pay: paySignUpOrder,
      needsDelivery: ticket.needsDelivery,
      chosen: JSON.stringify([session.key, county, answers]),
      person: { fullName, phone, phoneCountry, email },
    }
  }, [customUrl, session, person, ticket.needsDelivery, latest])

  if (!Sheet) return <span className="sr-only">{t('bar.opening')}</span>
  const cart = ticketCart(ticket, session, page.posters[0] ?? '', page.id)
  return (
    <Sheet
      shop={shop}
      cart={{
        cart,
        wanted: {},
        ordered: props.onOrdered,
        reload: async () => void (await props.onRefresh()),
        isLeftShown: () => false,
      }}
      name={person.name}
      onClose={() => onClose()}
    />
  )
}

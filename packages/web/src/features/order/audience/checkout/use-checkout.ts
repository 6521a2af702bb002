import type { Currency } from '@kaimai/contract/common/money.ts'
import { totalsOf, type OrderTotals } from '@kaimai/contract/order/order.rules.ts'
import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { suitsDelivery } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentChoice } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import type { CheckoutCart, CheckoutShop, KnownPerson, Methods } from './checkout-shop.ts'
import { type Draft, emptyDraft, type FieldErrors, readDraft } from './draft.ts'
import { loadPhoneTables, type PhoneTables } from './phone-tables.ts'
import {
  type Asked,
  errorsIn,
  lackingSections,
  type Offered,
  type Section,
  sectionsOf,
  withDefaults,
} from './sections.ts'
import { useKnownPerson } from './use-known-person.ts'
import { type Sending, useSending } from './use-sending.ts'
import { useMethods } from './use-ways.ts'

export interface CheckoutDeps {
  readonly shop: CheckoutShop
  /** Of who signed up, to begin with. */
  readonly name: string
  readonly cart: CheckoutCart
}

export interface Checkout {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** As if it had been filled in here before; answers the sections that still lack something. */
  readonly bringIn: (part: Partial<Draft>) => readonly Section[]
  /** This device remembered nothing when the checkout was opened. */
  readonly isBlank: boolean
  readonly asked: Asked
  /** In their order. */
  readonly sections: readonly Section[]
  readonly methods: Methods | undefined
  readonly methodsProblem: string | undefined
  readonly reloadMethods: () => void
  readonly delivery: DeliveryMethod | undefined
  readonly payment: PaymentChoice | undefined
  readonly totals: OrderTotals
  readonly currency: Currency
  /** What is wrong in a section (keys of texts), whether it is shown yet or not. */
  readonly errorsOf: (section: Section) => FieldErrors
  /** What the server found wrong, in words. */
  readonly serverErrors: FieldErrors
  /** Sections that need the buyer, in their order. */
  readonly lacking: readonly Section[]
  /** What is known of buyer and merchant has come: what is lacking now is for the buyer to fill in. */
  readonly isReady: boolean
  /** Who buys stands there as they signed up. */
  readonly isAsSignedUp: boolean
  /** All was filled in and ordered before: one look, one tap. */
  readonly isReturning: boolean
  readonly phones: PhoneTables | undefined
  readonly remember: boolean
  readonly setRemember: (on: boolean) => void
  readonly sending: Sending
}

const draftName = 'checkout'
const orderedName = 'ordered'

const rememberedDraft = (name: string): Draft => {
  const draft = readDraft(deviceMemory.read(draftName))
  return draft.fullName === '' ? { ...draft, fullName: name } : draft
}

/** The form with what is known in the fields that stand empty; a phone and its country are one. */
const withKnown = (draft: Draft, known: KnownPerson): Draft => ({
  ...draft,
  fullName: draft.fullName || known.fullName,
  ...(draft.phone === '' ? { phone: known.phone, phoneCountry: known.phoneCountry } : {}),
  email: draft.email || known.email,
})

/** Ways to pay that go with the way of delivery; all of them while that would leave none. */
const suitable = (methods: Methods, delivery: Draft['deliveryType']): Methods => {
  const payments = methods.payments.filter(({ method }) => suitsDelivery(method, delivery))
  return payments.length === 0 || payments.length === methods.payments.length ? methods : { ...methods, payments }
}

/** Everything about ordering a cart: what is filled in, what it costs, and the order on its way. */
export const useCheckout = ({ shop, name, cart: held }: CheckoutDeps): Checkout => {
  const { cart } = held
  const { methods: all, problem, load } = useMethods(shop)
  const [isBlank] = useState(() => deviceMemory.read(draftName) === undefined)
  const [given, setGiven] = useState(() => rememberedDraft(name))
  const [remember, setRemember] = useState(true)
  const [hasOrdered, setHasOrdered] = useState(() => deviceMemory.read(orderedName) === true)
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const methods = useMemo(() => all && suitable(all, given.deliveryType), [all, given.deliveryType])
  const [phones, setPhones] = useState<PhoneTables>()

  const offered = useMemo<Offered>(
    () => ({
      deliveries: methods?.deliveries.map(({ type }) => type) ?? [],
      payments: methods?.payments.map(({ method }) => method) ?? [],
      isPhone: phones?.isPhone,
    }),
    [methods, phones],
  )
  const draft = useMemo(() => (methods === undefined ? given : withDefaults(given, offered)), [given, methods, offered])

  const isPersonAsked = shop.person === undefined
  const asked = useMemo<Asked>(
    () => ({ delivery: shop.needsDelivery, person: isPersonAsked }),
    [shop.needsDelivery, isPersonAsked],
  )
  const sections = useMemo(() => sectionsOf(asked), [asked])
  const { known, isSettled } = useKnownPerson(shop, (person) => setGiven((before) => withKnown(before, person)))

  const hasPhone = draft.phone !== ''
  useEffect(() => {
    // Without the tables the cheap checks stand, and the server's.
    if (hasPhone) loadPhoneTables().then(setPhones, () => {})
  }, [hasPhone])

  useEffect(() => {
    if (given === emptyDraft) return
    if (remember) deviceMemory.write(draftName, given)
    else {
      deviceMemory.forget(draftName)
      deviceMemory.forget(orderedName)
    }
  }, [given, remember])

  const change = useCallback((part: Partial<Draft>) => {
    setGiven((before) => ({ ...before, ...part }))
    setServerErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }, [])

  const delivery = asked.delivery ? methods?.deliveries.find(({ type }) => type === draft.deliveryType) : undefined
  const payment = methods?.payments.find(({ method }) => method === draft.paymentMethod)
  const currency = cart?.currency ?? 'TWD'
  const totals = useMemo(
    () =>
      totalsOf({
        lines: cart?.lines ?? [],
        delivery: delivery ?? { fee: 0, freeFrom: null },
        paymentFee: payment?.fee ?? 0,
        currency,
      }),
    [cart, delivery, payment, currency],
  )

  const lacking = lackingSections(draft, offered, asked)
  const sending = useSending({
    shop,
    cart: held,
    load,
    draft,
    remember,
    totals,
    onErrors: setServerErrors,
    onOrdered: () => {
      if (remember) deviceMemory.write(orderedName, true)
    },
  })

  return {
    draft,
    change,
    bringIn: (part) => {
      change(part)
      setHasOrdered(true)
      return lackingSections({ ...draft, ...part }, offered, asked)
    },
    isBlank,
    asked,
    sections,
    methods,
    methodsProblem: problem,
    reloadMethods: () => void load(),
    delivery,
    payment,
    totals,
    currency,
    errorsOf: (section) => errorsIn(section, draft, offered),
    serverErrors,
    lacking,
    isReady: methods !== undefined && isSettled,
    isAsSignedUp:
      known !== undefined && known.email !== '' && draft.email === known.email && draft.phone === known.phone,
    isReturning: hasOrdered && methods !== undefined && lacking.length === 0,
    phones,
    remember,
    setRemember,
    sending,
  }
}

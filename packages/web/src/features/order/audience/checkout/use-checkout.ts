import { totalsOf, type OrderTotals } from '@kaimai/contract/order/order.rules.ts'
import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { deviceMemory } from '../../../../lib/audience/device-memory.ts'
import type { CheckoutCart, CheckoutShop, PayMethod, Methods } from './checkout-shop.ts'
import { type Draft, emptyDraft, type FieldErrors, readDraft } from './draft.ts'
import { loadPhoneTables, type PhoneTables } from './phone-tables.ts'
import { type Asked, errorsIn, firstOpenStep, type Offered, type Step, stepsOf, withDefaults } from './steps.ts'
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
  /** As if it had been filled in here before; true: nothing is missing. */
  readonly bringIn: (part: Partial<Draft>) => boolean
  /** This device remembered nothing when the checkout was opened. */
  readonly isBlank: boolean
  readonly asked: Asked
  /** In their order. */
  readonly steps: readonly Step[]
  readonly methods: Methods | undefined
  readonly methodsProblem: string | undefined
  readonly reloadMethods: () => void
  readonly delivery: DeliveryMethod | undefined
  readonly payment: PayMethod | undefined
  readonly totals: OrderTotals
  /** What is wrong in a step (keys of texts), whether it is shown yet or not. */
  readonly errorsOf: (step: Step) => FieldErrors
  /** What the server found wrong, in words. */
  readonly serverErrors: FieldErrors
  readonly firstOpen: Step | undefined
  /** All was filled in and ordered before: one page, one tap. */
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

/** Everything about ordering a cart: what is filled in, what it costs, and the order on its way. */
export const useCheckout = ({ shop, name, cart: held }: CheckoutDeps): Checkout => {
  const { cart } = held
  const { methods, problem, load } = useMethods(shop)
  const [isBlank] = useState(() => deviceMemory.read(draftName) === undefined)
  const [given, setGiven] = useState(() => rememberedDraft(name))
  const [remember, setRemember] = useState(true)
  const [hasOrdered, setHasOrdered] = useState(() => deviceMemory.read(orderedName) === true)
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
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
  const steps = useMemo(() => stepsOf(asked), [asked])

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

  const firstOpen = firstOpenStep(draft, offered, asked)
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
      return firstOpenStep({ ...draft, ...part }, offered, asked) === undefined
    },
    isBlank,
    asked,
    steps,
    methods,
    methodsProblem: problem,
    reloadMethods: () => void load(),
    delivery,
    payment,
    totals,
    errorsOf: (step) => errorsIn(step, draft, offered, asked),
    serverErrors,
    firstOpen,
    isReturning: hasOrdered && methods !== undefined && firstOpen === undefined,
    phones,
    remember,
    setRemember,
    sending,
  }
}

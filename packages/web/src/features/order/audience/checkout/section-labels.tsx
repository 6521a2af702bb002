import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { DeliveryType } from '@kaimai/contract/order/checkout.rules.ts'
import { deliveryFeeOf } from '@kaimai/contract/order/order.rules.ts'
import {
  IconBuildingStore,
  IconCreditCard,
  IconDeviceMobile,
  IconDownload,
  IconReceipt,
  IconTruck,
  IconUserPin,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import type { CheckoutShop } from './checkout-shop.ts'
import type { Draft } from './draft.ts'
import { type Lack, lackIn, type Section } from './sections.ts'
import type { Checkout } from './use-checkout.ts'

/** What a folded section says. */
export interface SectionLabels {
  readonly icon: ReactNode
  /** What it is about. */
  readonly name: string
  readonly title: string
  readonly note: string
  /** The word on its button. */
  readonly act: string
}

const icon = { className: 'icon-muted', ...icon20 } as const

const deliveryIcons: Readonly<Record<DeliveryType, ReactNode>> = {
  home: <IconTruck {...icon} />,
  store: <IconBuildingStore {...icon} />,
  self: <IconUserPin {...icon} />,
  none: <IconDownload {...icon} />,
}

type Words = ReturnType<typeof useText>

const invoiceTitle = (draft: Draft, t: Words): string => {
  switch (draft.invoiceKind) {
    case 'company':
      return t('invoice.lineCompany', { taxId: draft.taxId })
    case 'donation':
      return t('invoice.lineDonation', { code: draft.loveCode })
    case 'paper':
      return t('invoice.linePaper')
    case 'cloud':
      if (draft.carrier === 'member') return t('invoice.lineMember')
      return draft.carrier === 'certificate'
        ? t('invoice.lineCertificate', { code: draft.certificate })
        : t('invoice.lineMobile', { code: draft.mobileBarcode })
  }
}

/** Parts of a line, each apart from the next. */
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('　')

/** The words of each section's line: what is chosen, or what is to be done. */
export const useSectionLabels = (checkout: Checkout, shop: CheckoutShop) => {
  const t = useText('checkout')
  const format = useFormat()
  const { draft, asked, methods, delivery, totals, isAsSignedUp, currency } = checkout
  const change = t('checkout.change')

  const person = (lack: Lack | undefined): SectionLabels => {
    const isReceived = asked.delivery && draft.deliveryType !== 'none'
    const who = shop.person ?? draft
    const isSignedUp = shop.person !== undefined || isAsSignedUp
    const name = t(isReceived ? 'checkout.whoReceives' : 'checkout.whoBuys')
    const given = joined(who.fullName, formatPhone(who.phone))
    return {
      icon: <IconDeviceMobile {...icon} />,
      name,
      title: given === '' ? name : given,
      note:
        who.email === ''
          ? t('checkout.personNote')
          : isSignedUp
            ? t('checkout.signedUp', { email: who.email })
            : who.email,
      act: lack === undefined ? change : t('checkout.fillIn'),
    }
  }

  const feeWords = (): string => {
    if (delivery === undefined) return ''
    const fee = deliveryFeeOf(delivery, totals.subtotal)
    return fee === 0
      ? t(delivery.fee === 0 ? 'checkout.noFee' : 'checkout.freeNow')
      : format.money({ amount: fee, currency })
  }

  const deliveryLabels = (lack: Lack | undefined): SectionLabels => {
    const { deliveryType } = draft
    const name = t('sections.delivery')
    if (deliveryType === '')
      return { icon: <IconTruck {...icon} />, name, title: name, note: '', act: t('checkout.choose') }
    const way = t(`delivery.${deliveryType}`)
    const offered = { icon: deliveryIcons[deliveryType], name, title: joined(way, feeWords()) }
    const about = delivery === undefined || delivery.note === '' ? t(`delivery.${deliveryType}Note`) : delivery.note
    if (lack !== undefined)
      return { ...offered, note: about, act: t(lack === 'store' ? 'store.act' : 'checkout.fillIn') }
    if (deliveryType === 'store')
      return {
        ...offered,
        title: joined(draft.storeName, feeWords()),
        note: t('store.number', { way, code: draft.storeCode }),
        act: change,
      }
    if (deliveryType === 'home')
      return { ...offered, title: `${draft.county}${draft.district}${draft.address}`, note: offered.title, act: change }
    return { ...offered, note: about, act: change }
  }

  const methodName = (method: PaymentMethod): string => t(`payment.${method}`)

  const payment = (): SectionLabels => {
    const others = (methods?.payments ?? []).filter(({ method }) => method !== draft.paymentMethod)
    const name = t('sections.payment')
    return {
      icon: <IconCreditCard {...icon} />,
      name,
      title: draft.paymentMethod === '' ? name : methodName(draft.paymentMethod),
      note:
        others.length > 0
          ? t('payment.others', { names: others.map(({ method }) => methodName(method)).join(t('payment.or')) })
          : draft.paymentMethod === ''
            ? ''
            : t(`payment.${draft.paymentMethod}Note`),
      act: t(others.length > 0 ? 'payment.act' : 'payment.see'),
    }
  }

  const invoice = (): SectionLabels => ({
    icon: <IconReceipt {...icon} />,
    name: t('sections.invoice'),
    title: invoiceTitle(draft, t),
    note: t(draft.invoiceKind === 'cloud' ? 'invoice.cloudLine' : `invoice.${draft.invoiceKind}Note`),
    act: change,
  })

  return (section: Section): SectionLabels => {
    const lack = lackIn(section, checkout.errorsOf(section))
    switch (section) {
      case 'person':
        return person(lack)
      case 'delivery':
        return deliveryLabels(lack)
      case 'payment':
        return payment()
      case 'invoice':
        return invoice()
    }
  }
}

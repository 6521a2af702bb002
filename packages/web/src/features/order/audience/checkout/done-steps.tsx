import {
  IconBuildingStore,
  IconCreditCard,
  IconDownload,
  IconReceipt,
  IconShoppingBag,
  IconTruck,
  IconUserPin,
} from '@tabler/icons-react'
import type { DeliveryType } from '@kaimai/contract/order/checkout.rules.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import type { CheckoutCart } from './checkout-shop.ts'
import { DoneLine } from './done-line.tsx'
import type { Draft } from './draft.ts'
import { isKnownPayment } from './payment-step.tsx'
import type { Step } from './steps.ts'
import type { Checkout } from './use-checkout.ts'

const deliveryIcons: Readonly<Record<DeliveryType, ReactNode>> = {
  home: <IconTruck {...icon20} />,
  store: <IconBuildingStore {...icon20} />,
  self: <IconUserPin {...icon20} />,
  none: <IconDownload {...icon20} />,
}

type Words = ReturnType<typeof useText>

const whereTo = (draft: Draft, t: Words): string => {
  switch (draft.deliveryType) {
    case 'home':
      return `${draft.county}${draft.district}${draft.address}`
    case 'store':
      return draft.storeName
    case 'self':
    case 'none':
      return t(`delivery.${draft.deliveryType}`)
    case '':
      return ''
  }
}

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

/** A finished step on one line, with what was chosen in it. */
export const DoneStep = ({
  step,
  checkout,
  cart,
  onChange,
}: {
  readonly step: Step
  readonly checkout: Checkout
  readonly cart: CheckoutCart
  readonly onChange: (step: Step) => void
}) => {
  const t = useText('checkout')
  const format = useFormat()
  const { draft, totals, asked } = checkout
  const change = () => onChange(step)
  const label = t(`steps.${step}`)
  switch (step) {
    case 'cart':
      return (
        <DoneLine
          icon={<IconShoppingBag {...icon20} />}
          title={t('checkout.lineCart', {
            count: cart.cart?.totalQuantity ?? 0,
            total: format.money({ amount: totals.subtotal, currency: cart.cart?.currency ?? 'TWD' }),
          })}
          label={label}
          onChange={change}
        />
      )
    case 'delivery':
      return (
        <DoneLine
          icon={
            asked.delivery && draft.deliveryType !== '' ? (
              deliveryIcons[draft.deliveryType]
            ) : (
              <IconUserPin {...icon20} />
            )
          }
          title={asked.delivery ? whereTo(draft, t) : draft.fullName}
          note={asked.delivery ? (asked.person ? `${draft.fullName} ${draft.phone}` : '') : draft.phone}
          label={label}
          onChange={change}
        />
      )
    case 'payment':
      return (
        <DoneLine
          icon={<IconCreditCard {...icon20} />}
          title={isKnownPayment(draft.paymentMethod) ? t(`payment.${draft.paymentMethod}`) : draft.paymentMethod}
          label={label}
          onChange={change}
        />
      )
    case 'invoice':
      return (
        <DoneLine
          icon={<IconReceipt {...icon20} />}
          title={invoiceTitle(draft, t)}
          note={t(`invoice.${draft.invoiceKind}Note`)}
          label={label}
          onChange={change}
        />
      )
  }
}

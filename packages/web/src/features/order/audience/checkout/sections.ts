import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { DeliveryType } from '@kaimai/contract/order/checkout.rules.ts'
import {
  type Draft,
  type DraftField,
  deliveryErrors,
  type FieldErrors,
  invoiceErrors,
  paymentErrors,
  personalErrors,
} from './draft.ts'

const allSections = ['person', 'delivery', 'payment', 'invoice'] as const
/** What the checkout asks beside the products: each is a line that opens to be filled in. */
export type Section = (typeof allSections)[number]

/** What is asked of the buyer beside payment and invoice. */
export interface Asked {
  /** Where it goes. */
  readonly delivery: boolean
  /** Who buys; false where the page has asked already. */
  readonly person: boolean
}
const askedAll: Asked = { delivery: true, person: true }

/** The sections of a checkout, in their order. */
export const sectionsOf = (asked: Asked): readonly Section[] =>
  allSections.filter((section) => (section !== 'person' && section !== 'delivery') || asked[section])

/** What the merchant offers, and the check of phones once it is loaded. */
export interface Offered {
  readonly deliveries: readonly DeliveryType[]
  readonly payments: readonly PaymentMethod[]
  readonly isPhone?: ((phone: string, country: string) => boolean) | undefined
}

/** What is wrong in a section that is asked. */
export const errorsIn = (section: Section, draft: Draft, offered: Offered): FieldErrors => {
  switch (section) {
    case 'person':
      return personalErrors(draft, offered.isPhone)
    case 'delivery':
      return deliveryErrors(draft, offered.deliveries)
    case 'payment':
      return paymentErrors(draft, offered.payments)
    case 'invoice':
      return invoiceErrors(draft)
  }
}

/** The sections that need the buyer, in their order. */
export const lackingSections = (draft: Draft, offered: Offered, asked: Asked = askedAll): readonly Section[] =>
  sectionsOf(asked).filter((section) => Object.keys(errorsIn(section, draft, offered)).length > 0)

/** The fields in the order in which one comes to them. */
const fieldsOf: Readonly<Record<Section, readonly DraftField[]>> = {
  person: ['fullName', 'phone', 'email'],
  delivery: ['deliveryType', 'county', 'district', 'address', 'storeName', 'storeCode'],
  payment: ['paymentMethod'],
  invoice: ['mobileBarcode', 'certificate', 'taxId', 'companyTitle', 'loveCode'],
}

/** The first section that holds one of these errors. */
export const sectionOfErrors = (errors: FieldErrors): Section | undefined =>
  allSections.find((section) => fieldsOf[section].some((field) => errors[field] !== undefined))

/** What the pay button asks for first: a field, or the store and the address, which are chosen as one. */
export type Lack = Exclude<DraftField, 'county' | 'district' | 'storeName' | 'storeCode'> | 'store'

export const lackIn = (section: Section, errors: FieldErrors): Lack | undefined => {
  const field = fieldsOf[section].find((each) => errors[each] !== undefined)
  switch (field) {
    case 'storeName':
    case 'storeCode':
      return 'store'
    case 'county':
    case 'district':
      return 'address'
    default:
      return field
  }
}

/**
 * Where it goes unless the buyer says otherwise: the merchant's first way. A store is one tap where an address is three
 * fields, so it comes before that; to come and fetch something oneself is nothing that happens by default.
 */
const defaultDelivery = (deliveries: readonly DeliveryType[]): DeliveryType | '' => {
  const [first = ''] = deliveries
  return first === 'home' && deliveries.includes('store') ? 'store' : first
}

/** Ways that this merchant has, where the buyer has none of them, to be changed by a tap. */
export const withDefaults = (draft: Draft, offered: Pick<Offered, 'deliveries' | 'payments'>): Draft => {
  const { deliveries, payments } = offered
  const isPayment = draft.paymentMethod !== '' && payments.includes(draft.paymentMethod)
  const isDelivery = draft.deliveryType !== '' && deliveries.includes(draft.deliveryType)
  return {
    ...draft,
    deliveryType: isDelivery ? draft.deliveryType : defaultDelivery(deliveries),
    paymentMethod: isPayment ? draft.paymentMethod : (payments[0] ?? ''),
  }
}

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

const allSteps = ['cart', 'delivery', 'payment', 'invoice'] as const
export type Step = (typeof allSteps)[number]

/** What is asked of the buyer beside payment and invoice. */
export interface Asked {
  /** Where it goes. */
  readonly delivery: boolean
  /** Who buys; false where the page has asked already. */
  readonly person: boolean
}
const askedAll: Asked = { delivery: true, person: true }

/** The steps of a checkout: who and where are one, and it falls away when neither is asked. */
export const stepsOf = ({ delivery, person }: Asked): readonly Step[] =>
  allSteps.filter((step) => step !== 'delivery' || delivery || person)

/** What the merchant offers, and the check of phones once it is loaded. */
export interface Offered {
  readonly deliveries: readonly DeliveryType[]
  readonly payments: readonly string[]
  readonly isPhone?: ((phone: string, country: string) => boolean) | undefined
}

/** What is wrong in a step. */
export const errorsIn = (step: Step, draft: Draft, offered: Offered, asked: Asked = askedAll): FieldErrors => {
  switch (step) {
    case 'cart':
      return {}
    case 'delivery':
      return {
        ...(asked.delivery ? deliveryErrors(draft, offered.deliveries) : {}),
        ...(asked.person ? personalErrors(draft, offered.isPhone) : {}),
      }
    case 'payment':
      return paymentErrors(draft, offered.payments)
    case 'invoice':
      return invoiceErrors(draft)
  }
}

/** The first step that needs the buyer; undefined when all is filled in. */
export const firstOpenStep = (draft: Draft, offered: Offered, asked: Asked = askedAll): Step | undefined =>
  stepsOf(asked).find((step) => Object.keys(errorsIn(step, draft, offered, asked)).length > 0)

const fieldsOfStep: Readonly<Record<Exclude<Step, 'cart'>, readonly DraftField[]>> = {
  delivery: [
    'deliveryType',
    'county',
    'district',
    'address',
    'storeName',
    'storeCode',
    'fullName',
    'phone',
    'email',
    'memo',
  ],
  payment: ['paymentMethod'],
  invoice: ['mobileBarcode', 'certificate', 'taxId', 'companyTitle', 'loveCode'],
}

/** The first step that holds one of these errors. */
export const stepOfErrors = (errors: FieldErrors): Step | undefined =>
  allSteps.find((step) => step !== 'cart' && fieldsOfStep[step].some((field) => errors[field] !== undefined))

export const after = (step: Step, steps: readonly Step[]): Step | undefined => steps[steps.indexOf(step) + 1]

/** Ways that this merchant has, where the buyer has none of them: the first one, to be changed by a tap. */
export const withDefaults = (draft: Draft, offered: Pick<Offered, 'deliveries' | 'payments'>): Draft => {
  const { deliveries, payments } = offered
  const isDelivery = draft.deliveryType !== '' && deliveries.includes(draft.deliveryType)
  return {
    ...draft,
    deliveryType: isDelivery ? draft.deliveryType : (deliveries[0] ?? ''),
    paymentMethod: payments.includes(draft.paymentMethod) ? draft.paymentMethod : (payments[0] ?? ''),
  }
}

import { star } from '../common/redact.rules.ts'
import type { Delivery } from '../order/checkout.schema.ts'

/** Where it goes, as far as the district: '臺北市大安區 ***'. Empty where it goes nowhere. */
export const redactDelivery = (delivery: Delivery | null): string => {
  switch (delivery?.type) {
    case 'home':
      return `${delivery.county}${delivery.district} ${star.repeat(3)}`
    case 'store': {
      // The chain, where the name has it apart.
      const chain = /^(\S{1,12})\s+\S/.exec(delivery.storeName)?.[1] ?? ''
      return `${chain} ${star.repeat(3)}`.trim()
    }
    case 'self':
    case 'none':
    case undefined:
      return ''
  }
}

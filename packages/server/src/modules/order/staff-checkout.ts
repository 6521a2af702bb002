import type { StaffOrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { ProductService } from '../product/product.service.ts'
import type { Checkout } from './checkout.ts'
import type { DeliveryMethods } from './delivery-methods.ts'
import { readNamedLines } from './named-lines.ts'
import { type PlacedOrder, shopperIdOf } from './place-order.ts'
import { unknownBrowser } from './unpaid-limits.ts'

export interface StaffCheckoutDeps {
  readonly checkout: Checkout
  readonly products: Pick<ProductService, 'variants' | 'reserve'>
  readonly delivery: Pick<DeliveryMethods, 'of'>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

/**
 * What the staff orders for a buyer. The buyer was on no page and gave no consent: nothing is published of them and nothing
 * is saved for next time. Who the buyer is, for what one person may buy, is told by phone and e-mail.
 */
export const createStaffCheckout =
  ({ checkout, products, delivery, firms }: StaffCheckoutDeps) =>
  /** Places an order of the actor's firm, on record as theirs. Throws what every checkout throws. */
  async (by: Actor, body: StaffOrderBody): Promise<PlacedOrder> => {
    const { firmId } = by
    const { fullName, email, phone, phoneCountry } = body.personal
    const person = { fullName, email, phone: readPhone(phone, phoneCountry, 'personal.phone') }
    const [firm, deliveryMethods] = await Promise.all([firms.publicFirm(firmId), delivery.of(firmId)])
    return checkout.place({
      firm,
      shopperId: shopperIdOf('staff', firmId, person.phone),
      signedUp: false,
      person,
      browser: unknownBrowser,
      origin: { source: 'staff', sourceId: null, liveId: null, liveUserId: null },
      prefix: firm.orderNoPrefix,
      terms: { ...body, remember: false, tracking: TrackingContext.parse({}) },
      handedOver: body.delivery.type,
      field: 'lines',
      by,
      choose: async (tx) => ({
        deliveryMethods,
        isEmpty: false,
        read: () => readNamedLines(products, tx, { firmId, lines: body.lines }),
      }),
    })
  }
